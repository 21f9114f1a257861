import { isDeepStrictEqual } from 'node:util'
import { treeHash } from '#kit/tree-hash.ts'
import { findMeddling, type Meddling, type Suspicion } from '../find-meddling.ts'
import { taskChanges } from '../task-changes.ts'
import { changeTask } from './change-task.ts'
import { type Restored, restoreFiles, restoreTasks } from './restore-tasks.ts'
import type { TaskSource } from './sources/contract.ts'

export type PuttingBack = Omit<Suspicion, 'trees'> & {
  readonly source: TaskSource
  /** The tree that the work began from. */
  readonly base: string
  /** The tree as keel last saw it when the agent had ended; null where it did not look. */
  readonly seen: string | null
}

/**
 * Undoes what was done to tasks behind keel's back while an agent was at work, where the next would build on it: what decides over
 * them says what it said, and files that are gone, or no tasks any more, are as they were. Everything else that was written into
 * them stays, and so does what somebody has written since.
 */
export async function putBackTasks({ source, base, seen, ...about }: PuttingBack): Promise<Restored[]> {
  const { root } = source
  if (source.name !== 'files') return []
  const restored = await restoreTasks({ source, base, of: 'all', seen })
  const meddling = await findMeddling({ ...about, trees: { root, from: base, to: seen ?? treeHash(root) } })
  const mended = meddling.flatMap((one) => setRight(source, one))
  const wayOf = new Map(mended.map(({ way, task }) => [task, way]))
  const now = mended.length === 0 ? [] : await taskChanges({ root, from: base, to: treeHash(root) })
  // Where it says the same again, a line that was taken away stands at another place.
  const whole = now.filter(
    ({ id, before, isAlike }) => before !== null && wayOf.has(id) && (isAlike || wayOf.get(id) === 'file'),
  )
  await restoreFiles({ root, base, ids: whole.map(({ id }) => id) })
  return [...restored, ...mended.map(({ way: _, ...one }) => one)]
}

/** By its fields, or by its whole file where keel cannot change those. */
type Mended = Restored & { readonly way: 'fields' | 'file' }

/** The journal knows the task so: nothing moves. None where somebody has seen to it since. */
function setRight(source: TaskSource, { id, fields }: Meddling): Mended[] {
  const outcome = changeTask<Mended | null>({ source, id }, ({ task, edit }) => {
    const wrong = fields.filter(({ name, is }) => isDeepStrictEqual(task[name], is))
    if (wrong.length === 0) return { write: null, answer: () => null }
    const plan = edit({ fields: Object.fromEntries(wrong.map(({ name, due }) => [name, due])) })
    const mended = { task: id, fields: wrong.map(({ name }) => name), twins: [] }
    return plan.kind === 'edited'
      ? { write: plan.write, answer: () => ({ ...mended, way: 'fields' }) }
      : { write: null, answer: () => ({ ...mended, way: 'file' }) }
  })
  return outcome !== null && 'way' in outcome ? [outcome] : []
}
