import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '#kit/git.ts'
import { Fault } from '#words/fault.ts'

/** A folder may be closed, and a repository may have no files but git's own: neither is drawn as if it were empty. */
export async function assertFiles(root: string): Promise<void> {
  if (!isReadable(root))
    throw new Fault({
      kind: 'user',
      code: 'unreadable-folder',
      message: `${root} cannot be read.`,
      hint: `ls -ld ${root}`,
    })
  // Where git's folder lies beside them, there are files.
  if (existsSync(join(root, '.git'))) return
  const asked = await git(root, ['rev-parse', '--is-bare-repository', '--is-inside-git-dir'])
  if (asked.kind === 'failed' || !asked.output.split('\n').includes('true')) return
  throw new Fault({
    kind: 'user',
    code: 'no-files',
    message: `${root} is a repository without its files: it is bare, or git's own folder.`,
    hint: 'git worktree list',
  })
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
