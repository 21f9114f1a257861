import { catBlobs } from '#kit/cat-blobs.ts'
import { type TreePair, treeChanges } from '#kit/tree-changes.ts'
import { parseTask } from './tasks/parse-task.ts'
import { TASKS_FOLDER } from './tasks/read-tasks.ts'

/** Tasks that say they are done in one tree and did not in the other, by id. keel alone closes a task, and never in between. */
export async function findClosed({ root, from, to }: TreePair): Promise<string[]> {
  const changes = ((await treeChanges({ root, from, to })) ?? []).filter(({ path }) =>
    path.startsWith(`${TASKS_FOLDER}/`),
  )
  const blobs = await catBlobs(
    root,
    changes.flatMap(({ blob, formerBlob }) => [blob, formerBlob]),
  )
  return changes.flatMap(({ path, blob, formerBlob }) => {
    const id = path.slice(TASKS_FOLDER.length + 1).replace(/\.md$/, '')
    const isDone = (name: string) => {
      const bytes = blobs.get(name)
      const task = bytes === undefined ? null : parseTask(bytes, id)
      return task?.kind === 'task' && task.head.status === 'done'
    }
    return isDone(blob) && !isDone(formerBlob) ? [id] : []
  })
}
