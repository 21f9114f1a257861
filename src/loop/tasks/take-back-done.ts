import { git } from '#kit/git.ts'
import { treeChanges } from '#kit/tree-changes.ts'
import { committable, treeHash } from '#kit/tree-hash.ts'
import type { Entry } from '#words/entry.ts'
import { findClosed } from '../find-closed.ts'
import { type Move, moveTask } from './move-task.ts'
import { TASKS_FOLDER } from './read-tasks.ts'

export type Suspicion = Pick<Move, 'source' | 'by' | 'journal' | 'now'> & {
  /** The tree that the work began from. */
  readonly base: string
  /** What the journal knows. */
  readonly entries: readonly Entry[]
}

/**
 * Undoes what an agent did to tasks behind keel's back, where the next would build on it: tasks that say they are done and that
 * nobody has closed are open again, and files that are gone are there again.
 */
export async function takeBackDone({ base, entries, ...about }: Suspicion): Promise<void> {
  const { root } = about.source
  const changes = (await treeChanges({ root, from: base, to: treeHash(root) })) ?? []
  const gone = changes.filter(({ kind, path }) => kind === 'deleted' && path.startsWith(`${TASKS_FOLDER}/`))
  if (gone.length > 0) {
    const words = ['restore', `--source=${committable(base)}`, '--worktree', '--']
    await git(root, [...words, ...gone.map(({ path }) => path)])
  }
  const closed = await findClosed({ root, from: base, to: treeHash(root) })
  for (const id of closed) {
    const last = entries.findLast((entry) => entry.kind === 'task-moved' && entry.task === id)
    if (last?.kind === 'task-moved' && last.to === 'done') continue
    const reason = 'It was called done, and nobody had closed it.'
    moveTask({ ...about, id, to: 'open', reason, over: 'any' })
  }
}
