import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { confine } from '#kit/confine.ts'
import { errorCode, isFile, readIfThere } from '#kit/files.ts'
import { describeConflict } from '../sections/describe.ts'

export type OwnedReading =
  /** `null`: there is none. */
  { readonly kind: 'read'; readonly bytes: Buffer | null } | { readonly kind: 'not-plain' | 'unreadable' }

/** The bytes of a file that is keel's own, or why they cannot be had. */
export function readOwned(root: string, path: string): OwnedReading {
  const absolute = join(root, path)
  try {
    const isInside = confine(root, path).kind === 'inside'
    if (!isInside || (existsSync(absolute) && !isFile(absolute))) return { kind: 'not-plain' }
    return { kind: 'read', bytes: readIfThere(absolute) }
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EACCES' || code === 'EPERM') return { kind: 'unreadable' }
    throw error
  }
}

/** What to say of a file whose bytes cannot be had. */
export function whyUnread(path: string, kind: 'not-plain' | 'unreadable'): string {
  return kind === 'unreadable'
    ? describeConflict(path, { kind })
    : `${path} is not a plain file inside the project. Nothing was changed.`
}
