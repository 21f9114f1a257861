import { realpathSync, statSync } from 'node:fs'
import { isMissing, readPlainFile } from '#kit/files.ts'

export type OpenedFile =
  | { readonly kind: 'file'; readonly realPath: string; readonly bytes: Buffer }
  | { readonly kind: 'missing' | 'directory' | 'too-big' | 'unreadable' }

/** Any word of prose may stand behind an `@`, even one that no file system takes for a name: nothing is thrown. */
export function openFile(path: string): OpenedFile {
  try {
    const realPath = realpathSync(path)
    const stats = statSync(realPath)
    if (stats.isDirectory()) return { kind: 'directory' }
    if (!stats.isFile()) return { kind: 'unreadable' }
    return stats.size > BYTES_MAX
      ? { kind: 'too-big' }
      : { kind: 'file', realPath, bytes: readPlainFile(realPath) }
  } catch (error) {
    return { kind: isMissing(error) ? 'missing' : 'unreadable' }
  }
}

const BYTES_MAX = 4 * 1024 * 1024
