import { doneEpicsFrom, reopenEpicsAbove } from '#loop/tasks/reopen-epics-above.ts'
import { NONE } from '#loop/tasks/task-table.ts'
import type { Task } from '#words/task.ts'
import { taskSource } from './task-source.ts'
import type { World } from './world.ts'

type Part = Pick<Task, 'id' | 'parent' | 'status'>

/** Opens the epics that are done and have got a part that is not; on a dry run, names them. A part that is deferred is meant to be left. */
export function reopenAbove(
  { parts, dryRun }: { parts: readonly Part[]; dryRun: boolean },
  world: World,
): string[] {
  const { asker: by, journal, now } = world
  const first = new Map<string, Part>()
  const ids = new Set(parts.map(({ id }) => id))
  for (const part of parts) {
    const above = part.parent ?? part.id.replace(/\.?[^.]*$/, '')
    // What came together is as whoever wrote it meant it.
    if (ids.has(above)) continue
    if (above !== '' && part.status !== 'done' && part.status !== 'deferred' && !first.has(above))
      first.set(above, part)
  }
  if (first.size === 0) return []
  const source = taskSource(world)
  const table = source.readAll()
  return [...first].flatMap(([above, { id }]) => {
    const epics = doneEpicsFrom(table, table.placeOf(above) ?? NONE)
    return dryRun || epics.length === 0 ? epics : reopenEpicsAbove({ source, id, by, journal, now })
  })
}
