import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The tree of everything that is not ignored, as git would write it. The user's index is not touched. */
export async function treeHash(root: string): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), 'keel-tree-'))
  const index = join(scratch, 'index')
  const git = async (...words: string[]) =>
    (await run('git', words, { cwd: root, env: { ...process.env, GIT_INDEX_FILE: index } })).stdout.trim()
  try {
    const own = (
      await run('git', ['rev-parse', '--path-format=absolute', '--git-path', 'index'], { cwd: root })
    ).stdout.trim()
    if (existsSync(own)) copyFileSync(own, index)
    await git('add', '-A', '--', '.', ...UNTESTED.map((path) => `:(exclude)${path}`))
    return await git('write-tree')
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const UNTESTED = ['.keel/ledger', '.keel/journal', '.keel/cache']
const run = promisify(execFile)
