import { ancestorsOf } from './ready-tasks.ts'
import { DONE, NO_TASK, type TaskTable } from './task-table.ts'

/** The parts of a task that are not done. As long as there is one, neither is the task, whatever was proven of it. */
export function openParts({ ids, placeOf, columns: { parents, statuses } }: TaskTable, id: string): string[] {
  const own = placeOf(id)
  return own === undefined
    ? []
    : ids.filter(
        (_, place) => parents[place] === own && statuses[place] !== DONE && statuses[place] !== NO_TASK,
      )
}

/** All that it is made of, at any depth. */
export function allParts(table: TaskTable, id: string): string[] {
  const own = table.placeOf(id)
  return own === undefined
    ? []
    : table.ids.filter((_, place) => place !== own && ancestorsOf(table, place).includes(own))
}

/** A sentence for who would have closed it. */
export function sayOpenParts(parts: readonly string[]): string {
  return `It has parts that are not done: ${parts.join(', ')}.`
}
