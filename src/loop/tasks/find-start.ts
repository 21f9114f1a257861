import { git } from '#kit/git.ts'
import type { Entry } from '#words/entry.ts'
import { headCommit } from '../stand.ts'

export type StartRequest = {
  readonly root: string
  readonly task: string
  readonly entries: readonly Entry[]
}

/** What the work on a task is compared with. */
export type Start = {
  /**
   * `claim`: where the repository stood when the task was claimed. `merge-base`: where this branch left the one that it follows.
   * `last-commit`: where nobody knows more.
   */
  readonly kind: 'claim' | 'merge-base' | 'last-commit'
  readonly commit: string
  readonly tree: string
}

/**
 * What was there before anybody worked on a task, as far as it is known here; null where there is no commit. Who commits weakened
 * tests first, and has them verified then, is compared with what was there before both.
 */
export async function findStart({ root, task, entries }: StartRequest): Promise<Start | null> {
  const claimed = claimedAt(task, entries)
  const start = claimed === null ? null : await startAt(root, { kind: 'claim', commit: claimed })
  if (start !== null) return start
  const head = await headCommit(root)
  if (head === null) return null
  const left = await mergeBase(root)
  const isLast = left === null || left === head
  return startAt(root, isLast ? { kind: 'last-commit', commit: head } : { kind: 'merge-base', commit: left })
}

/** At the first claim since the task was last reopened. Who only gives it back does not begin anew. */
function claimedAt(task: string, entries: readonly Entry[]): string | null {
  let head: string | null = null
  let claimant = ''
  for (const entry of entries) {
    if (entry.kind !== 'task-moved' || entry.task !== task) continue
    if (entry.to === 'in_progress') {
      head ??= entry.head
      claimant = entry.by
    } else if (entry.to === 'open' && entry.by !== claimant) head = null
  }
  return head
}

/** Null where git does not know the commit, in a clone say. */
async function startAt(root: string, known: Omit<Start, 'tree'>): Promise<Start | null> {
  const tree = await git(root, ['rev-parse', '--verify', '-q', `${known.commit}^{tree}`])
  return tree.kind === 'ok' ? { ...known, tree: tree.output } : null
}

async function mergeBase(root: string): Promise<string | null> {
  for (const upstream of ['@{upstream}', 'refs/remotes/origin/HEAD']) {
    const found = await git(root, ['merge-base', 'HEAD', upstream])
    if (found.kind === 'ok') return found.output
  }
  return null
}
