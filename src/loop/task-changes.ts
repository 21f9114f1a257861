import { isDeepStrictEqual } from 'node:util'
import { catBlobs } from '#kit/cat-blobs.ts'
import { type TreePair, treeChanges } from '#kit/tree-changes.ts'
import type { TaskHead } from '#words/task.ts'
import { parseTask } from './tasks/parse-task.ts'
import { TASKS_FOLDER } from './tasks/read-tasks.ts'

export type ChangedTask = {
  readonly id: string
  /** Null where there is none, or none that can be read. */
  readonly before: TaskHead | null
  readonly after: TaskHead | null
  /** Whether both say the same, in whatever order. */
  readonly isAlike: boolean
}

/** The tasks whose files are other in one tree than in another. */
export async function taskChanges({ root, from, to }: TreePair): Promise<ChangedTask[]> {
  const changes = ((await treeChanges({ root, from, to })) ?? []).filter(
    ({ path }) => path.startsWith(`${TASKS_FOLDER}/`) && path.endsWith('.md'),
  )
  const blobs = await catBlobs(
    root,
    changes.flatMap(({ blob, formerBlob }) => [blob, formerBlob]),
  )
  return changes.map(({ path, blob, formerBlob }) => {
    const id = path.slice(TASKS_FOLDER.length + 1, -'.md'.length)
    const [before = null, after = null] = [formerBlob, blob].map((name) => {
      const bytes = blobs.get(name)
      const task = bytes === undefined ? null : parseTask(bytes, id)
      return task?.kind === 'task' ? task : null
    })
    const isAlike = isDeepStrictEqual(before, after)
    return { id, before: before?.head ?? null, after: after?.head ?? null, isAlike }
  })
}
