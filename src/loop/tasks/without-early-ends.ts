import { TASK_STATUSES } from '#words/task.ts'
import type { Leases } from './leases.ts'
import { DONE, type TaskTable } from './task-table.ts'

/**
 * The same tasks, with those in progress that somebody is at work on and that are done by their file alone: whoever closes a task gives
 * up their claim, and so nobody has closed it. Else whoever works on one could set free what waits for it, and prove nothing.
 */
export function withoutEarlyEnds(table: TaskTable, leases: Leases): TaskTable {
  const early = endedEarly(table, leases)
  if (early.size === 0) return table
  const statuses = table.columns.statuses.slice()
  for (const place of early) statuses[place] = TASK_STATUSES.indexOf('in_progress')
  return {
    ...table,
    columns: { ...table.columns, statuses },
    headOf: (place) => {
      const head = table.headOf(place)
      return head !== null && early.has(place) ? { ...head, status: 'in_progress' } : head
    },
    // What is done waits for nothing, and these do.
    knownCycles: null,
    early: [...early].map((place) => table.ids[place] ?? ''),
  }
}

function endedEarly({ columns, placeOf }: TaskTable, { live }: Leases): ReadonlySet<number> {
  const places = [...live.keys()].flatMap((id) => placeOf(id) ?? [])
  return new Set(places.filter((place) => columns.statuses[place] === DONE))
}
