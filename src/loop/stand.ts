import { git } from '#kit/git.ts'
import type { Stand } from '#words/entry.ts'

/** Where a repository stands: its commit, and the branch it is on. Null where there is no commit yet. */
export async function readStand(root: string): Promise<Stand | null> {
  const head = await git(root, ['rev-parse', '--verify', '-q', 'HEAD^{commit}'])
  const branch = await git(root, ['symbolic-ref', '-q', '--short', 'HEAD'])
  if (head.kind === 'failed') return null
  return { head: head.output, branch: branch.kind === 'ok' ? branch.output : null }
}

/** Whether one commit is below another, or the same. */
export async function isBelow(root: string, old: string, young: string): Promise<boolean> {
  return (await git(root, ['merge-base', '--is-ancestor', old, young])).kind === 'ok'
}
