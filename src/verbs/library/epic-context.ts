import { epicOf } from '../task-intent.ts'
import { idOf, type TaskName } from './task-name.ts'
import { worldOf } from './world-of.ts'

/**
 * What a task is a part of, as `keel run` would tell it: the title of the epic and the beginning of its description, what of it is done,
 * the latest first, and what is left. Null where it is a part of nothing.
 */
export function epicContext(folder: string, task: TaskName): string | null {
  const world = worldOf(folder)
  return epicOf(idOf(task, world), world)
}
