import { cyclesThrough } from '#loop/tasks/find-cycles.ts'
import { tableOfPlanned } from '#loop/tasks/table-of.ts'
import type { TaskHead } from '#words/task.ts'
import { taskSource } from './task-source.ts'
import type { World } from './world.ts'

/** The cycles that a task is in, or would be in if it were as it is said here. */
export function cyclesWith(task: TaskHead, world: World): readonly (readonly string[])[] {
  const table = taskSource(world).readAll()
  const place = table.placeOf(task.id)
  const there = place === undefined ? null : table.headOf(place)
  const isThere = there?.parent === task.parent && there.depends_on.join() === task.depends_on.join()
  const heads = () => table.ids.flatMap((id, at) => (id === task.id ? [] : (table.headOf(at) ?? [])))
  return cyclesThrough(isThere ? table : tableOfPlanned([...heads(), task]), task.id)
}
