import { treeHash } from '#kit/tree-hash.ts'
import type { Entry } from '#words/entry.ts'
import { findClosed } from '../find-closed.ts'
import { type Held, type Move, type Moved, moveTask } from './move-task.ts'
import { restoreTasks } from './restore-tasks.ts'
import type { TaskTrouble } from './sources/contract.ts'

export type Suspicion = Pick<Move, 'source' | 'by' | 'journal' | 'now'> & {
  /** The tree that the work began from. */
  readonly base: string
  /** What the journal knows. */
  readonly entries: readonly Entry[]
}

/**
 * Undoes what an agent did to tasks behind keel's back, where the next would build on it: tasks that say they are done and that
 * nobody has closed are open again, and files that are gone, or no tasks any more, are as they were. What came of each that was
 * called done.
 */
export async function takeBackDone({
  base,
  entries,
  ...about
}: Suspicion): Promise<(Moved | Held | TaskTrouble)[]> {
  const { source } = about
  await restoreTasks({ source, base, of: 'all' })
  const closed = await findClosed({ root: source.root, from: base, to: treeHash(source.root) })
  const strange = closed.filter((id) => {
    const last = entries.findLast((entry) => entry.kind === 'task-moved' && entry.task === id)
    return !(last?.kind === 'task-moved' && last.to === 'done')
  })
  const reason = 'It was called done, and nobody had closed it.'
  return strange.map((id) => moveTask({ ...about, id, to: 'open', reason, over: 'any' }))
}
