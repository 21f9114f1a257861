import type { LedgerAttempt } from '#loop/ledger/fold-attempts.ts'
import { readAttempts } from '../read-attempts.ts'
import { idOf, type TaskName } from './task-name.ts'
import { worldOf } from './world-of.ts'

/** The attempts at a task, oldest first, as `keel ledger show` has them. */
export function taskAttempts(folder: string, task: TaskName): readonly LedgerAttempt[] {
  const world = worldOf(folder)
  const id = idOf(task, world)
  return readAttempts(world.place.root).filter((attempt) => attempt.task === id)
}
