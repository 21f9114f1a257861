import { accessSync, constants, lstatSync, readFileSync } from 'node:fs'
import { confine } from '#kit/confine.ts'
import { errorCode, isMissing } from '#kit/files.ts'
import type { FileConflict } from './describe.ts'

/** A file in a project: `path` is relative to `root`, which nothing may leave. */
export type SectionFile = { readonly root: string; readonly path: string }

export type OpenedFile =
  | {
      readonly kind: 'open'
      readonly path: string
      readonly bytes: Buffer | null
      readonly readOnly: boolean
      /** How many names the file has by hard links, this one included. */
      readonly names: number
    }
  | { readonly kind: 'conflict'; readonly conflict: FileConflict }

/** Follows links, and refuses what is not a plain file inside the project. */
export function openSectionFile({ root, path }: SectionFile): OpenedFile {
  const confined = confine(root, path)
  switch (confined.kind) {
    case 'outside':
      return { kind: 'conflict', conflict: { kind: 'outside', target: confined.path } }
    case 'loop':
      return { kind: 'conflict', conflict: { kind: 'loop' } }
    case 'inside':
      return openFile(confined.path)
  }
}

function openFile(path: string): OpenedFile {
  try {
    const stats = lstatSync(path)
    if (!stats.isFile()) return { kind: 'conflict', conflict: { kind: 'not-a-file' } }
    // The mode is asked too: a privileged user may write anything, and still nobody asked for it.
    return {
      kind: 'open',
      path,
      bytes: readFileSync(path),
      readOnly: (stats.mode & 0o222) === 0 || !isWritable(path),
      names: stats.nlink,
    }
  } catch (error) {
    if (isMissing(error)) return { kind: 'open', path, bytes: null, readOnly: false, names: 1 }
    const code = errorCode(error)
    if (code === 'EACCES' || code === 'EPERM') return { kind: 'conflict', conflict: { kind: 'unreadable' } }
    throw error
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch (error) {
    // No mode of the file mends a read-only disk, which says so when it is written to.
    return errorCode(error) === 'EROFS'
  }
}
