import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Journal } from '#journal/open-journal.ts'
import { syncDirectory, temporaryBeside } from '#kit/files.ts'
import type { Busy } from '#kit/lock.ts'
import { makeIgnoredFolder } from '#kit/make-ignored-folder.ts'
import type { Task } from '#words/task.ts'
import { sweepTasks, whileTasksLocked } from '../change-task.ts'
import { composeTaskText } from '../compose-task-text.ts'
import { LEASES_FOLDER } from '../leases.ts'
import { readTasks, TASKS_FOLDER } from '../read-tasks.ts'
import type { TaskTable } from '../task-table.ts'
import type { ImportPlan } from './plan-import.ts'

export type ImportWork = {
  readonly root: string
  /** Decides what is new among the tasks that are there. */
  readonly decide: (table: TaskTable) => ImportPlan
  readonly journal: Journal
  /** Who has it done, as the journal names them. */
  readonly by: string
}

/**
 * Writes all that is new, or nothing. Every file is on the disk under a temporary name before the first gets its own, and nothing
 * is renamed where somebody else has changed the list meanwhile: then it is decided anew. Who is killed between two renames
 * leaves tasks that name no others than those that are there, and the next import adds the rest.
 */
export function writeImport(work: ImportWork): ImportPlan | Busy {
  const { root, decide } = work
  for (;;) {
    const table = readTasks(root)
    const plan = decide(table)
    if (plan.kind === 'refused' || plan.tasks.length === 0) return plan
    const staged = stage(root, plan.tasks)
    try {
      const locked = whileTasksLocked(root, () => {
        sweepTasks(root)
        return isSameList(table, readTasks(root)) && settle(staged, work)
      })
      if (locked.kind === 'busy') return locked
      if (locked.value) return plan
    } finally {
      for (const { temporary } of staged) rmSync(temporary, { force: true })
    }
  }
}

type Staged = { readonly task: Task; readonly path: string; readonly temporary: string }

/**
 * Before anything is locked: others should not wait for the disk. All are written first, and then waited for: what a disk is asked
 * to keep one by one takes ten times as long. They lie where git sees nothing, whatever its rules are: who is killed here leaves
 * all of them.
 */
function stage(root: string, tasks: readonly Task[]): Staged[] {
  const folder = join(root, TASKS_FOLDER)
  const unseen = join(root, LEASES_FOLDER)
  mkdirSync(folder, { recursive: true })
  makeIgnoredFolder(unseen)
  const staged = tasks.map((task): Staged => {
    const name = `${task.id}.md`
    return { task, path: join(folder, name), temporary: temporaryBeside(join(unseen, name)) }
  })
  try {
    for (const { task, temporary } of staged) writeFileSync(temporary, composeTaskText(task), { flag: 'wx' })
    for (const { temporary } of staged) waitForDisk(temporary)
    return staged
  } catch (error) {
    for (const { temporary } of staged) rmSync(temporary, { force: true })
    throw error
  }
}

function waitForDisk(path: string): void {
  const handle = openSync(path, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Who is there, and where each comes from. Whatever else was changed says nothing against what is new. */
function isSameList(before: TaskTable, now: TaskTable): boolean {
  return (
    before.ids.length === now.ids.length &&
    before.ids.every(
      (id, place) => id === now.ids[place] && before.headOf(place)?.origin === now.headOf(place)?.origin,
    )
  )
}

/** False where a name is taken meanwhile by something that is no task. */
function settle(staged: readonly Staged[], { root, journal, by }: ImportWork): boolean {
  if (staged.some(({ path }) => existsSync(path))) return false
  const settled: Staged[] = []
  try {
    for (const one of staged) {
      settled.push(one)
      if (one.task.status === 'done') journal.append(takenOver(one.task, by))
      renameSync(one.temporary, one.path)
    }
  } catch (error) {
    for (const { task, path } of settled) {
      rmSync(path, { force: true })
      if (task.status === 'done') journal.append(takenBack(task, { by, error }))
    }
    throw error
  }
  syncDirectory(join(root, TASKS_FOLDER))
  return true
}

/** First the journal, then the file, as with every task that is done: nobody shall wonder who said so. */
function takenOver({ id, origin }: Task, by: string) {
  const reason = `Taken over as done from ${origin}. keel has seen no proof of it.`
  return { ...moved(id, by), from: 'open', to: 'done', reason, isForced: true } as const
}

function takenBack({ id }: Task, { by, error }: { by: string; error: unknown }) {
  const reason = `The import could not be written: ${error}`
  return { ...moved(id, by), from: 'done', to: 'open', reason, isForced: false } as const
}

function moved(task: string, by: string) {
  return {
    kind: 'task-moved',
    task,
    by,
    evidence: null,
    head: null,
    terms: null,
    rules: null,
    seal: null,
  } as const
}
