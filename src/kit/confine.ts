import { realpathSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { errorCode } from './files.ts'
import { followLinks } from './follow-links.ts'

export type Confined =
  /** `path` is where the bytes really are or will be: every link on the way has been followed. */
  | { readonly kind: 'inside'; readonly path: string; readonly linked: boolean }
  | { readonly kind: 'outside'; readonly path: string }
  | { readonly kind: 'loop' }

/** Follows a path through every symbolic link and says whether it stays below `root`. */
export function confine(root: string, path: string): Confined {
  const realRoot = realpathSync(root)
  const asked = resolve(root, path)
  if (!isWithin(resolve(root), asked)) return { kind: 'outside', path: asked }
  try {
    const real = followLinks(asked)
    if (!isWithin(realRoot, real)) return { kind: 'outside', path: real }
    const linked = real !== join(realRoot, relative(resolve(root), asked))
    return { kind: 'inside', path: real, linked }
  } catch (error) {
    if (errorCode(error) === 'ELOOP') return { kind: 'loop' }
    throw error
  }
}

/** True for `root` itself and for everything below it, by name alone. */
export function isWithin(root: string, path: string): boolean {
  const way = relative(root, path)
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`))
}
