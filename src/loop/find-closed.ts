import type { TreePair } from '#kit/tree-changes.ts'
import { taskChanges } from './task-changes.ts'

/** Tasks that say they are done in one tree and did not in the other, by id. keel alone closes a task, and never in between. */
export async function findClosed(trees: TreePair): Promise<string[]> {
  return (await taskChanges(trees)).flatMap(({ id, before, after }) =>
    after?.status === 'done' && before?.status !== 'done' ? [id] : [],
  )
}
