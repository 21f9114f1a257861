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
  /** The tree as keel last saw it when the agent had ended; null where it did not look. */
  readonly seen: string | null
}

/**
 * Puts back what were files of tasks when the work began and are none any more: deleted, or written over with something else.
 * What was still there when the agent had ended was taken away by somebody else since, and stays away. Who did it while the agent
 * was at work nobody can tell: it is put back, and whoever it was is told its name. The ids of what was put back.
 */
export async function restoreTasks({ source, base, of, seen }: Restoring): Promise<string[]> {
  const { root } = source
  if (source.name !== 'files' || (of !== 'all' && !isLost(source.read(of.id).kind))) return []
  const before = seen === null ? null : await treeChanges({ root, from: base, to: seen })
  const touched = before === null ? null : new Set(before.map(({ path }) => path))
  const changes = ((await treeChanges({ root, from: base, to: treeHash(root) })) ?? []).filter(({ path }) =>
    of === 'all' ? path.startsWith(`${TASKS_FOLDER}/`) : path === `${TASKS_FOLDER}/${of.id}.md`,
  )
  const blobs = await catBlobs(
    root,
    changes.map(({ formerBlob }) => formerBlob),
  )
  const lost = changes.filter(({ kind, path, formerBlob }) => {
    if (touched?.has(path) === false) return false
    if (kind !== 'changed') return kind === 'deleted'
    const id = idIn(path)
    const former = blobs.get(formerBlob)
    return former !== undefined && parseTask(former, id).kind === 'task' && isLost(source.read(id).kind)
  })
  if (lost.length === 0) return []
  const words = ['restore', `--source=${committable(base)}`, '--worktree', '--']
  const said = await git(root, [...words, ...lost.map(({ path }) => path)])
  return said.kind === 'ok' ? lost.map(({ path }) => idIn(path)) : []
}

function idIn(path: string): string {
  return path.slice(TASKS_FOLDER.length + 1).replace(/\.md$/, '')
}

function isLost(kind: ReturnType<TaskSource['read']>['kind']): boolean {
  return kind === 'missing' || kind === 'broken'
}
