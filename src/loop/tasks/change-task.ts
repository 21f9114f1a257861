import { join } from 'node:path'
import { sweepTemporaries } from '#kit/files.ts'
import { whileLocked } from '#kit/lock.ts'
import { makeIgnoredFolder } from '#kit/make-ignored-folder.ts'
import { LEASES_FOLDER, leasesFolder } from './leases.ts'
import { TASKS_FOLDER } from './read-tasks.ts'
import type { EditPlan, FoundTask, TaskSource, TaskTrouble } from './sources/contract.ts'

/** What is to become of a task, and the answer to who asked. */
export type TaskChange<Answer> = {
  /** Null: it stays as it is. */
  readonly write: Extract<EditPlan, { kind: 'edited' }>['write'] | null
  /** What is recorded before it is written. */
  readonly record?: () => void
  /** What is recorded where it could not be written. */
  readonly takeBack?: (error: unknown) => void
  /** What follows when it is written. */
  readonly afterwards?: (() => void) | undefined
  /** Asked when all of that is done. */
  readonly answer: () => Answer
}

/**
 * Reads a task, decides and writes, while no other keel on this machine does the same: whatever is decided is decided on the
 * task as it is. A person with an editor knows of no lock; between reading and writing there are but milliseconds for them.
 */
export function changeTask<Answer>(
  { source, id }: { source: TaskSource; id: string },
  decide: (found: FoundTask) => TaskChange<Answer>,
): Answer | TaskTrouble {
  const locked = whileTasksLocked(source.root, () => {
    sweepTasks(source.root)
    const found = source.read(id)
    if (found.kind !== 'task') return found
    const change = decide(found)
    change.record?.()
    try {
      const taken = change.write?.() ?? null
      if (taken !== null) {
        change.takeBack?.(`it is ${taken.by}’s`)
        return taken
      }
    } catch (error) {
      change.takeBack?.(error)
      throw error
    }
    change.afterwards?.()
    return change.answer()
  })
  return locked.kind === 'done' ? locked.value : locked
}

/** One keel at a time changes tasks and leases, in all worktrees that share the leases. */
export function whileTasksLocked<Value>(root: string, work: () => Value) {
  const folder = leasesFolder(root)
  makeIgnoredFolder(folder)
  return whileLocked(join(folder, '.lock.keel-tmp'), work)
}

/** Takes away what killed ones left half written. */
export function sweepTasks(root: string): void {
  const folders = [join(root, TASKS_FOLDER), join(root, LEASES_FOLDER), leasesFolder(root)]
  for (const folder of new Set(folders)) sweepTemporaries(folder)
}
