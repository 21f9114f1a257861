import { statSync } from 'node:fs'
import { join } from 'node:path'
import { textAt } from './beside.ts'
import type { Tree } from './walk/list-tree.ts'
import { UNREADABLE } from './walk/tree-file.ts'

export type WatchedTree = {
  /** The text of a file; null for what is not there or cannot be read. */
  readonly read: (path: string) => string | null
  /** What somebody else makes of a file. */
  readonly watch: <Content>(path: string, read: () => Content) => Content
  /** Whether one of what was read is not what was listed: changed since, or gone for a moment. */
  readonly hasMoved: () => boolean
}

/** Reads what lies in a tree, and notes what is not to be remembered by the name of what was listed. */
export function watchTree(root: string, { files, listedAt }: Pick<Tree, 'files' | 'listedAt'>): WatchedTree {
  let hasMoved = false
  let readable: ReadonlySet<string> | null = null
  const isReadable = (path: string) => {
    readable ??= new Set(files.flatMap((file) => (file.blob === UNREADABLE ? [] : [file.path])))
    return readable.has(path)
  }
  const watch: WatchedTree['watch'] = (path, read) => {
    const content = read()
    // Looked at after it was read: what comes back later has been changed as well.
    const changedAt = changedAtOf(join(root, path))
    if (changedAt === null ? isReadable(path) : changedAt > listedAt) hasMoved = true
    return content
  }
  return {
    read: (path) => {
      const text = watch(path, () => textAt(join(root, path)))
      // With a folder that was away, it has come back as old as it was.
      if (text === null && isReadable(path)) hasMoved = true
      return text
    },
    watch,
    hasMoved: () => hasMoved,
  }
}

/** Null for what is not there, or where nobody may look. */
function changedAtOf(path: string): number | null {
  try {
    return statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? null
  } catch {
    return null
  }
}
