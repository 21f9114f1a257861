import { lstatSync } from 'node:fs'
import { errorCode, isMissing, readPlainFile } from '#kit/files.ts'

export type TaskFile =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'missing' }
  /** Something is there that is no task, whatever is in it. The reason goes on from the name of the file. */
  | { readonly kind: 'broken'; readonly reason: string }

/** Reads what lies where a task should. Nobody's work ends because of what somebody put there. */
export function readTaskFile(path: string): TaskFile {
  try {
    return { kind: 'bytes', bytes: readPlainFile(path) }
  } catch (error) {
    return whatElse(path, error)
  }
}

function whatElse(path: string, error: unknown): TaskFile {
  if (!isMissing(error))
    return { kind: 'broken', reason: REASONS[errorCode(error) ?? ''] ?? 'cannot be read' }
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  return isLink ? { kind: 'broken', reason: 'is a link that leads nowhere' } : { kind: 'missing' }
}

const REASONS: Readonly<Record<string, string>> = {
  EISDIR: 'is a folder, and no file',
  EINVAL: 'is no file that could be read',
  EACCES: 'may not be read by you',
  EPERM: 'may not be read by you',
  ELOOP: 'is a link in circles',
}
