import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GitAnswer, git } from './git.ts'

export type TreeParts = {
  /** What it is made of: an existing tree. */
  readonly from: string
  /** Paths to leave out. */
  readonly without?: readonly string[]
  /** Folders to take from another commit. It has them, and the tree has not. */
  readonly taking?: { readonly of: string; readonly folders: readonly string[] }
}

/** Writes a tree that differs from another by a few paths, without touching the user's index or files. */
export async function composeTree(root: string, parts: TreeParts): Promise<GitAnswer> {
  const { from, without = [], taking = { of: from, folders: [] } } = parts
  const scratch = mkdtempSync(join(tmpdir(), 'keel-tree-'))
  const index = join(scratch, 'index')
  try {
    const steps: [string[], string?][] = [[['read-tree', from]]]
    if (without.length > 0)
      steps.push([
        ['update-index', '--force-remove', '-z', '--stdin'],
        without.map((path) => `${path}\0`).join(''),
      ])
    for (const folder of taking.folders)
      steps.push([['read-tree', `--prefix=${folder}/`, `${taking.of}:${folder}`]])
    for (const [words, stdin] of steps) {
      const said = await git(root, words, stdin === undefined ? { index } : { index, stdin })
      if (said.kind === 'failed') return said
    }
    return await git(root, ['write-tree'], { index })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
