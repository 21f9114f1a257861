import { treeHash } from '#kit/tree-hash.ts'
import type { Entry } from '#words/entry.ts'
import { findClosed } from '../find-closed.ts'
import { type Held, type Move, type Moved, moveTask } from './move-task.ts'
import { restoreTasks } from './restore-tasks.ts'
import type { TaskTrouble } from './sources/contract.ts'

export type Suspicion = Pick<Move, 'source' | 'by' | 'journal' | 'now'> & {
  /** The tree that the work began from. */
  readonly base: string
  /** The tree as keel last saw it when the agent had ended; null where it did not look. */
  readonly seen: string | null
  /** What the journal knows. */
  readonly entries: readonly Entry[]
}

export type TakenBack = {
  /** The ids of files that were put back. */
  readonly restored: readonly string[]
  /** What came of each task that was called done. */
  readonly moves: readonly (Moved | Held | TaskTrouble)[]
}

/**
 * Undoes what an agent did to tasks behind keel's back, where the next would build on it: tasks that say they are done and that
 * nobody has closed are open again, and files that are gone, or no tasks any more, are as they were.
 */
export async function takeBackDone({ base, seen, entries, ...about }: Suspicion): Promise<TakenBack> {
  const { source } = about
  const restored = await restoreTasks({ source, base, of: 'all', seen })
  const closed = await findClosed({ root: source.root, from: base, to: treeHash(source.root) })
  const strange = closed.filter((id) => {
    const last = entries.findLast((entry) => entry.kind === 'task-moved' && entry.task === id)
    return !(last?.kind === 'task-moved' && last.to === 'done')
  })
  const reason = 'It was called done, and nobody had closed it.'
  const moves = strange.map((id) => moveTask({ ...about, id, to: 'open', reason, over: 'any' }))
  return { restored, moves }
}
