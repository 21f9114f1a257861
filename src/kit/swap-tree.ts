import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type GitAnswer, git } from './git.ts'
import { copyIndex, RECORDS } from './tree-hash.ts'

export type Swap = {
  readonly root: string
  /** The tree that lies there, as `treeHash` told, without what no commit holds. */
  readonly from: string
  readonly to: string
}

/**
 * Makes the files of one tree those of another. Git looks first whether every file that it would touch is still as it was hashed,
 * and touches none where one is not. What is the same in both, what git ignores and the user's index are left alone.
 */
export async function swapTree({ root, from, to }: Swap): Promise<GitAnswer> {
  const index = await git(root, ['rev-parse', '--git-path', 'index'])
  if (index.kind === 'failed') return index
  const scratch = mkdtempSync(join(tmpdir(), 'keel-tree-'))
  const place = { cwd: root, index: join(scratch, 'index') }
  const ask = (...words: string[]) => git(place, [...SETTINGS, ...words])
  try {
    copyIndex(resolve(root, index.output), place.index)
    for (const words of [
      ['add', '--all', '--ignore-errors', '--', '.'],
      ['rm', '-r', '-f', '-q', '--cached', '--ignore-unmatch', '--', ...RECORDS],
    ]) {
      const said = await ask(...words)
      if (said.kind === 'failed') return said
    }
    const now = await ask('write-tree')
    if (now.kind === 'failed') return now
    if (now.output !== from) return { kind: 'failed', message: 'Files were changed at this very moment.' }
    return await ask('read-tree', '-m', '-u', from, to)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Without programs that somebody else chose. */
const SETTINGS = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'advice.addEmbeddedRepo=false'].flatMap(
  (setting) => ['-c', setting],
)
