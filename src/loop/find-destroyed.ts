import type { TreePair } from '#kit/tree-changes.ts'
import { taskChanges } from './task-changes.ts'

/** Tasks of one tree that are gone in the other, or that nobody can read there, by id. */
export async function findDestroyed(trees: TreePair): Promise<string[]> {
  return (await taskChanges(trees)).flatMap(({ id, before, after }) =>
    before !== null && after === null ? [id] : [],
  )
}
