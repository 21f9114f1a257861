import { git } from '#kit/git.ts'
import { Fault } from '#words/fault.ts'

/** A repository may have no files at all, but for git's own: what lies there is nothing to draw. */
export async function assertFiles(root: string): Promise<void> {
  const asked = await git(root, ['rev-parse', '--is-bare-repository', '--is-inside-git-dir'])
  if (asked.kind === 'failed' || !asked.output.split('\n').includes('true')) return
  throw new Fault({
    kind: 'user',
    code: 'no-files',
    message: `${root} is a repository without its files: it is bare, or git's own folder.`,
    hint: 'git worktree list',
  })
}
