import { join } from 'node:path'
import { readIfThere, sweepTemporaries, writeAtomically } from '#kit/files.ts'
import { type Busy, whileLocked } from '#kit/lock.ts'
import { makeIgnoredFolder } from '#kit/make-ignored-folder.ts'
import { TASK_ID, type Task } from '#words/task.ts'
import { LEASES_FOLDER } from './leases.ts'
import { parseTask } from './parse-task.ts'
import { TASKS_FOLDER } from './read-tasks.ts'

/** A task with its file as it lies there. */
export type TaskFile = {
  readonly task: Task
  /** What else the file says. */
  readonly others: Readonly<Record<string, unknown>>
  /** Below the root. */
  readonly file: string
  readonly text: string
}

/** Why nothing was done to a task. */
export type TaskTrouble =
  | { readonly kind: 'missing'; readonly id: string }
  | { readonly kind: 'broken'; readonly file: string; readonly reason: string }
  /** It can be read, and keel cannot change it without changing more than it should. */
  | { readonly kind: 'unfit'; readonly file: string; readonly reason: string }
  | Busy

/** Reads one task from its file. */
export function readTask(root: string, id: string): ({ readonly kind: 'task' } & TaskFile) | TaskTrouble {
  const file = `${TASKS_FOLDER}/${id}.md`
  const bytes = TASK_ID.test(id) ? readIfThere(join(root, file)) : null
  if (bytes === null) return { kind: 'missing', id }
  const parsed = parseTask(bytes, id)
  if (parsed.kind === 'broken') return { kind: 'broken', file, reason: parsed.reason }
  const { head, description, others } = parsed
  return { kind: 'task', task: { ...head, description }, others, file, text: bytes.toString('utf8') }
}

/** What is to become of a task’s file, and the answer to who asked. */
export type TaskChange<Answer> = {
  /** Null: it stays as it is. */
  readonly text: string | null
  /** What is recorded before it is written. */
  readonly record?: () => void
  /** What is recorded where the system would not write it. */
  readonly takeBack?: (error: unknown) => void
  /** What follows when it is written. */
  readonly afterwards?: (() => void) | undefined
  /** Asked when all of that is done. */
  readonly answer: () => Answer
}

/**
 * Reads a task, decides and writes, while no other keel does the same: whatever is decided is decided on the file as it is.
 * A person with an editor knows of no lock; between reading and writing there are but milliseconds for them.
 */
export function changeTask<Answer>(
  { root, id }: { root: string; id: string },
  decide: (found: TaskFile) => TaskChange<Answer>,
): Answer | TaskTrouble {
  const locked = whileTasksLocked(root, () => {
    const found = readTask(root, id)
    if (found.kind !== 'task') return found
    const change = decide(found)
    change.record?.()
    if (change.text !== null && change.text !== found.text) {
      try {
        writeAtomically(join(root, found.file), Buffer.from(change.text))
      } catch (error) {
        change.takeBack?.(error)
        throw error
      }
    }
    change.afterwards?.()
    return change.answer()
  })
  return locked.kind === 'done' ? locked.value : locked
}

/** One keel at a time changes tasks and leases. What a killed one left half written is taken away. */
export function whileTasksLocked<Value>(root: string, work: () => Value) {
  const folder = join(root, LEASES_FOLDER)
  makeIgnoredFolder(folder)
  return whileLocked(join(folder, '.lock.keel-tmp'), work)
}

export function sweepTasks(root: string): void {
  for (const folder of [TASKS_FOLDER, LEASES_FOLDER]) sweepTemporaries(join(root, folder))
}
