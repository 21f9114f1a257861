import { sha256 } from '#kit/sha256.ts'
import type { GitStatus } from './ask-status.ts'
import { nameContents } from './name-content.ts'
import type { TreeFile } from './tree-file.ts'

/**
 * A name for the state of a folder, by git's index and by what differs from it: with the same name it has the same files, and
 * nobody has to list them. Null where it takes as long to tell.
 */
export async function markTree(root: string, status: GitStatus): Promise<MarkedTree | null> {
  const paths = changedPaths(status)
  if (paths.length > CHANGED_MAX || paths.some((path) => path.endsWith('/'))) return null
  const changed = await nameContents(root, paths)
  const mark = markOf(status, changed)
  return mark === null ? null : { mark, changed }
}

export type MarkedTree = {
  readonly mark: string
  /** What differs from the index, as far as it is there. */
  readonly changed: readonly TreeFile[]
}

const CHANGED_MAX = 200

/** The same, where it is known what is in the changed files. */
export function markOf(
  { index, prefix, changed, head }: GitStatus,
  contents: readonly TreeFile[],
): string | null {
  if (index === null || prefix !== '') return null
  const named = contents.map(({ path, blob }) => `${blob} ${path}`).sort()
  return sha256(JSON.stringify([index, head, changed, named]))
}

/**
 * From the folder that was asked about: git speaks of paths from the top, wherever it is asked. Each once: of two names that are no
 * text, both may read the same.
 */
export function changedPaths({ changed, prefix }: GitStatus): string[] {
  const paths = changed
    .split('\0')
    .flatMap((line) => (line.length > 3 ? [line.slice(3 + prefix.length)] : []))
  return [...new Set(paths)]
}
