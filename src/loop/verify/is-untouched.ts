import { type TreePair, treeChanges } from '#kit/tree-changes.ts'
import { isOfTasks } from './is-of-tasks.ts'

/** Whether two trees are the same to whoever tests them: to claim a task is to write into its file, and no work. */
export async function isUntouched({ root, from, to }: TreePair): Promise<boolean> {
  const changes = await treeChanges({ root, from, to })
  return changes?.every(({ path }) => isOfTasks(path)) ?? false
}
