import { posix } from 'node:path'

/** The folder that a path lies in, from the root; empty for the root itself. */
export function folderOf(path: string): string {
  const folder = posix.dirname(path)
  return folder === '.' ? '' : folder
}
