import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode } from './files.ts'

/** What the system would not do. */
export type Refusal = {
  readonly code: string
  readonly path: string | null
  /** Why, in words. */
  readonly reason: string
}

/** What an error of the system's says; null for any other. */
export function refusalOf(error: unknown): Refusal | null {
  const told = errorCode(error)
  if (told === null || !(error instanceof Error) || !/^E[A-Z]+$/.test(told)) return null
  const path = 'path' in error && typeof error.path === 'string' ? error.path : null
  const isFolder = 'syscall' in error && error.syscall === 'mkdir' && told === 'ENOENT'
  const code = (isFolder && path !== null ? whyUnwritable(path) : null) ?? told
  return { code, path, reason: REASONS[code] ?? error.message.split(',')[0] ?? code }
}

/** Node, asked for a folder with those around it, says of a disk that cannot be written that there is no such folder. */
function whyUnwritable(path: string): string | null {
  let around = dirname(path)
  while (!existsSync(around) && around !== dirname(around)) around = dirname(around)
  try {
    accessSync(around, constants.W_OK)
    return null
  } catch (error) {
    return errorCode(error)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  EACCES: 'your permissions do not allow it',
  EPERM: 'your permissions do not allow it',
}
