import { type TreeChange, type TreePair, treeChanges } from '#kit/tree-changes.ts'
import { TASKS_FOLDER } from '../tasks/read-tasks.ts'

/** What differs between two hashes of a tree, but for tasks: what people and keel note there is no part of the work. */
export async function changesOfWork(pair: TreePair): Promise<TreeChange[]> {
  const changes = await treeChanges(pair)
  if (changes === null) throw new Error(`git does not know the trees ${pair.from} and ${pair.to}`)
  return changes.filter(({ path }) => !path.startsWith(`${TASKS_FOLDER}/`))
}
