import { readJournal } from '#journal/read-journal.ts'
import { retryOf } from '#loop/ledger/retry-of.ts'
import { idOf, type TaskName } from './task-name.ts'
import { worldOf } from './world-of.ts'

/**
 * What the next attempt at a task must know, as `keel run` would tell it: each failed attempt in a line, the failing tests, the end of
 * the logs, and what not to repeat. Null where nobody has failed at it.
 */
export function retryContext(folder: string, task: TaskName): string | null {
  const world = worldOf(folder)
  const { root } = world.place
  return retryOf(idOf(task, world), { root, entries: readJournal(root).entries })
}
