import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { catBlobs } from '#kit/cat-blobs.ts'
import { git } from '#kit/git.ts'
import { type TreeChange, treeChanges } from '#kit/tree-changes.ts'
import { committable, treeHash } from '#kit/tree-hash.ts'
import { parseTask, readFields } from './parse-task.ts'
import { TASKS_FOLDER } from './read-tasks.ts'
import type { TaskSource } from './sources/contract.ts'
import { splitTaskFile } from './split-task-file.ts'

type Restoring = {
  readonly source: TaskSource
  /** The tree that the work began from. */
  readonly base: string
  /** The task that it is about, or all of them. */
  readonly of: { readonly id: string } | 'all'
  /** The tree as keel last saw it when the agent had ended; null where it did not look. */
  readonly seen: string | null
}

/** A task that is as it was. */
export type Restored = {
  readonly task: string
  /** What of it was changed; none where its file was gone, or no task any more. */
  readonly fields: readonly string[]
  /** The ids that it had been given instead, which are gone. */
  readonly twins: readonly string[]
}

/**
 * Puts back what were files of tasks when the work began and are none any more: deleted, renamed, or written over with something else.
 * What was still there when the agent had ended was taken away by somebody else since, and stays away. Who did it while the agent
 * was at work nobody can tell: it is put back, and whoever it was is told its name.
 */
export async function restoreTasks({ source, base, of, seen }: Restoring): Promise<Restored[]> {
  const { root } = source
  if (source.name !== 'files' || (of !== 'all' && !isLost(source.read(of.id).kind))) return []
  const before = seen === null ? null : await treeChanges({ root, from: base, to: seen })
  const touched = before === null ? null : new Set(before.map(({ path }) => path))
  const changes = ((await treeChanges({ root, from: base, to: treeHash(root) })) ?? []).filter(
    ({ path }) => path.startsWith(`${TASKS_FOLDER}/`) && touched?.has(path) !== false,
  )
  const blobs = await catBlobs(
    root,
    changes.flatMap(({ blob, formerBlob }) => [blob, formerBlob]),
  )
  const lost = changes.filter(({ kind, path, formerBlob }) => {
    const id = idIn(path)
    if (of !== 'all' && id !== of.id) return false
    if (kind !== 'changed') return kind === 'deleted'
    const former = blobs.get(formerBlob)
    return former !== undefined && parseTask(former, id).kind === 'task' && isLost(source.read(id).kind)
  })
  if (!(await restoreFiles({ root, base, ids: lost.map(({ path }) => idIn(path)) }))) return []
  const added = changes.filter(({ kind, what }) => kind === 'added' && what === 'file')
  return lost.map((one) => {
    const twins = added.filter((other) => isSameTask({ one, other, blobs }))
    // What it says beside is in the file that is back.
    for (const { path } of twins) rmSync(join(root, path), { force: true })
    return { task: idIn(one.path), fields: [], twins: twins.map(({ path }) => idIn(path)) }
  })
}

type FilesOfTasks = { readonly root: string; readonly base: string; readonly ids: readonly string[] }

/** Writes files of tasks as they were in a tree. Whether it was done. */
export async function restoreFiles({ root, base, ids }: FilesOfTasks): Promise<boolean> {
  if (ids.length === 0) return true
  const words = ['restore', `--source=${committable(base)}`, '--worktree', '--']
  const said = await git(root, [...words, ...ids.map((id) => `${TASKS_FOLDER}/${id}.md`)])
  return said.kind === 'ok'
}

function idIn(path: string): string {
  return path.slice(TASKS_FOLDER.length + 1).replace(/\.md$/, '')
}

function isLost(kind: ReturnType<TaskSource['read']>['kind']): boolean {
  return kind === 'missing' || kind === 'broken'
}

type Pair = {
  readonly one: TreeChange
  readonly other: TreeChange
  readonly blobs: ReadonlyMap<string, Buffer>
}

/** Whether what is new is what was lost, under another name: with the same title, and the same text below it. */
function isSameTask({ one, other, blobs }: Pair): boolean {
  const [former, fresh] = [one.formerBlob, other.blob].map((blob) => whatItSays(blobs.get(blob)))
  return former !== null && former === fresh
}

function whatItSays(bytes: Buffer | undefined): string | null {
  const parts = splitTaskFile(bytes?.toString('utf8') ?? '')
  const fields = parts === null ? '' : readFields(parts.head)
  if (parts === null || typeof fields === 'string') return null
  return JSON.stringify([fields['title'], parts.body.trim()])
}
