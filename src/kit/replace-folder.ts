import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GitAnswer, git } from './git.ts'

export type FolderOfTree = {
  readonly root: string
  readonly tree: string
  readonly folder: string
  /** The tree whose folder it shall be; where that has none, there is none. */
  readonly of: string
}

/** Writes a tree with one folder as another tree has it, without touching the user's index or files. */
export async function replaceFolder({ root, tree, folder, of }: FolderOfTree): Promise<GitAnswer> {
  const found = await git(root, ['rev-parse', '--verify', '-q', `${of}:${folder}`])
  const scratch = mkdtempSync(join(tmpdir(), 'keel-tree-'))
  const place = { cwd: root, index: join(scratch, 'index') }
  try {
    for (const words of [
      ['read-tree', tree],
      ['rm', '-r', '-f', '-q', '--cached', '--ignore-unmatch', '--', folder],
      ...(found.kind === 'ok' ? [['read-tree', `--prefix=${folder}/`, found.output]] : []),
    ]) {
      const said = await git(place, words)
      if (said.kind === 'failed') return said
    }
    return await git(place, ['write-tree'])
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
