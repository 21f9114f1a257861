import { findTaskId } from '../find-task-id.ts'
import type { World } from '../world.ts'

/** A task by its id, or as its record. */
export type TaskName = string | { readonly id: string }

/** Its id as it is spelled where the tasks live. Throws a `Fault` where there is none. */
export function idOf(task: TaskName, world: World): string {
  return findTaskId(typeof task === 'string' ? task : task.id, world)
}
