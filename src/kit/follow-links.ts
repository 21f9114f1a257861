import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isMissing } from './files.ts'

/** realpath for paths whose last parts may not exist yet. A dangling link is followed by hand, link by link. */
export function followLinks(path: string, hops = 0): string {
  if (hops > 40) throw Object.assign(new Error(`too many links: ${path}`), { code: 'ELOOP' })
  try {
    return realpathSync.native(path)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  if (isLink(path)) return followLinks(resolve(dirname(path), readlinkSync(path)), hops + 1)
  const parent = dirname(path)
  return parent === path ? path : join(followLinks(parent, hops), path.slice(parent.length))
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}
