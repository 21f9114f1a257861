import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GitAnswer, git } from './git.ts'

export type TreeParts = {
  readonly root: string
  readonly tree: string
  /** Folders that the tree has not, and the commit that has them. */
  readonly folders: readonly string[]
  readonly commit: string
}

/** Writes a tree with a few folders of a commit added, without touching the user's index or files. */
export async function composeTree({ root, tree, folders, commit }: TreeParts): Promise<GitAnswer> {
  const scratch = mkdtempSync(join(tmpdir(), 'keel-tree-'))
  const place = { cwd: root, index: join(scratch, 'index') }
  try {
    const added = folders.map((folder) => ['read-tree', `--prefix=${folder}/`, `${commit}:${folder}`])
    for (const words of [['read-tree', tree], ...added]) {
      const said = await git(place, words)
      if (said.kind === 'failed') return said
    }
    return await git(place, ['write-tree'])
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
