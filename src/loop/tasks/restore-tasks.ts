import { catBlobs } from '#kit/cat-blobs.ts'
import { git } from '#kit/git.ts'
import { treeChanges } from '#kit/tree-changes.ts'
import { committable, treeHash } from '#kit/tree-hash.ts'
import { parseTask } from './parse-task.ts'
import { TASKS_FOLDER } from './read-tasks.ts'
import type { TaskSource } from './sources/contract.ts'

type Restoring = {
  readonly source: TaskSource
  /** The tree that the work began from. */
  readonly base: string
  /** The task that it is about, or all of them. */
  readonly of: { readonly id: string } | 'all'
}

/** Puts back what were files of tasks when the work began and are none any more: deleted, or written over with something else. */
export async function restoreTasks({ source, base, of }: Restoring): Promise<void> {
  const { root } = source
  if (source.name !== 'files' || (of !== 'all' && !isLost(source.read(of.id).kind))) return
  const changes = ((await treeChanges({ root, from: base, to: treeHash(root) })) ?? []).filter(({ path }) =>
    of === 'all' ? path.startsWith(`${TASKS_FOLDER}/`) : path === `${TASKS_FOLDER}/${of.id}.md`,
  )
  const blobs = await catBlobs(
    root,
    changes.map(({ formerBlob }) => formerBlob),
  )
  const lost = changes.filter(({ kind, path, formerBlob }) => {
    if (kind !== 'changed') return kind === 'deleted'
    const id = path.slice(TASKS_FOLDER.length + 1).replace(/\.md$/, '')
    const before = blobs.get(formerBlob)
    return before !== undefined && parseTask(before, id).kind === 'task' && isLost(source.read(id).kind)
  })
  if (lost.length === 0) return
  const words = ['restore', `--source=${committable(base)}`, '--worktree', '--']
  await git(root, [...words, ...lost.map(({ path }) => path)])
}

function isLost(kind: ReturnType<TaskSource['read']>['kind']): boolean {
  return kind === 'missing' || kind === 'broken'
}
