import { git } from '#kit/git.ts'
import type { Entry, TaskTerms } from '#words/entry.ts'
import type { TaskStatus } from '#words/task.ts'
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
  /** What the task said of its proof when it was claimed; null where nobody claimed it. */
  readonly terms: TaskTerms | null
}

/**
 * What was there before anybody worked on a task, as far as it is known here; null where there is no commit. Who commits weakened
 * tests first, and has them verified then, is compared with what was there before both.
 */
export async function findStart({ root, task, entries }: StartRequest): Promise<Start | null> {
  const claimed = claimOf(task, entries)
  const start =
    claimed === null
      ? null
      : await startAt(root, { kind: 'claim', commit: claimed.head, terms: claimed.terms })
  if (start !== null) return start
  const head = await headCommit(root)
  if (head === null) return null
  const left = await mergeBase(root)
  const isLast = left === null || left === head
  const known = isLast
    ? ({ kind: 'last-commit', commit: head } as const)
    : ({ kind: 'merge-base', commit: left } as const)
  return startAt(root, { ...known, terms: null })
}

type Claimed = { readonly head: string; readonly terms: TaskTerms | null }

/** The first claim since the task was last done, blocked or deferred. Who only gives it back does not begin anew. */
function claimOf(task: string, entries: readonly Entry[]): Claimed | null {
  let claimed: Claimed | null = null
  for (const entry of entries) {
    if (entry.kind !== 'task-moved' || entry.task !== task) continue
    if (entry.to === 'in_progress' && entry.head !== null)
      claimed ??= { head: entry.head, terms: entry.terms }
    else if (entry.to === 'open' && SETTLED.has(entry.from)) claimed = null
  }
  return claimed
}

const SETTLED: ReadonlySet<TaskStatus> = new Set(['done', 'blocked', 'deferred'])

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
