import type { TaskHead } from '#words/task.ts'
import { emptyColumns, placesOf, setRow, type TaskTable } from './task-table.ts'

/** A table of tasks that may be in no file yet, so that it can be said of them who waits for whom. */
export function tableOf(tasks: readonly TaskHead[]): TaskTable {
  const sorted = [...tasks].sort((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0))
  const ids = sorted.map(({ id }) => id)
  const places = placesOf(ids)
  const placeOf = (id: string) => places.get(id)
  const columns = emptyColumns(ids.length)
  const dependencies = sorted.map((head, place) =>
    setRow(columns, { place, row: { id: head.id, kind: 'task', head }, placeOf }),
  )
  return {
    ids,
    columns,
    placeOf,
    dependenciesOf: (place) => dependencies[place] ?? [],
    headOf: (place) => sorted[place] ?? null,
    broken: [],
    knownCycles: null,
  }
}
