import { git } from './git.ts'
import { committable } from './tree-hash.ts'

export type TreeChange = {
  readonly kind: 'added' | 'changed' | 'deleted'
  /** A file, or the commit of a repository inside. */
  readonly what: 'file' | 'repository'
  /** Whether a repository inside was there before. */
  readonly wasRepository: boolean
  /** From the root of the repository. */
  readonly path: string
  /** The content's id in git's store; zeros where it was deleted. */
  readonly blob: string
  /** What it was before; zeros where it was added. */
  readonly formerBlob: string
}

export type TreePair = { readonly root: string; readonly from: string; readonly to: string }

/** What differs between two hashes of one repository's tree; null where git cannot tell. */
export async function treeChanges({ root, from, to }: TreePair): Promise<TreeChange[] | null> {
  if (from === to) return []
  // A repository inside is looked at, though `.gitmodules` says to ignore it.
  const words = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', '--ignore-submodules=none']
  const diff = await git(root, [...words, committable(from), committable(to)])
  if (diff.kind === 'failed') return null
  // `:mode mode blob blob status`, then the path.
  return [...diff.output.matchAll(/:(\d+) (\d+) (\w+) (\w+) (\w)\0([^\0]+)\0/g)].map(
    ([, formerMode, mode, formerBlob = '', blob = '', status, path = '']) => ({
      what: mode === '160000' ? 'repository' : 'file',
      wasRepository: formerMode === '160000',
      kind: status === 'A' ? 'added' : status === 'D' ? 'deleted' : 'changed',
      path,
      blob,
      formerBlob,
    }),
  )
}
