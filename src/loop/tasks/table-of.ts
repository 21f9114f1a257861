import type { TaskHead } from '#words/task.ts'
import { emptyColumns, placesOf, setRow, type TaskRow, type TaskTable } from './task-table.ts'

/** A table of tasks that are in no files: those that a tracker has, or that somebody plans. */
export function tableOf(
  unordered: readonly TaskRow[],
  { called }: { readonly called: (id: string) => string },
): TaskTable {
  const rows = [...unordered].sort((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0))
  const ids = rows.map(({ id }) => id)
  const places = placesOf(ids)
  const placeOf = (id: string) => places.get(id)
  const columns = emptyColumns(rows.length)
  const dependencies = rows.map((row, place) => setRow(columns, { place, row, placeOf }))
  return {
    ids,
    columns,
    placeOf,
    dependenciesOf: (place) => dependencies[place] ?? [],
    headOf: (place) => {
      const row = rows[place]
      return row?.kind === 'task' ? row.head : null
    },
    broken: rows.flatMap((row) =>
      row.kind === 'broken' ? [{ file: called(row.id), reason: row.reason }] : [],
    ),
    knownCycles: null,
    heldAt: (place) => {
      const row = rows[place]
      return row?.kind === 'task' ? (row.held ?? null) : null
    },
  }
}

/** A table of tasks as somebody plans them. */
export function tableOfPlanned(heads: readonly TaskHead[]): TaskTable {
  return tableOf(
    heads.map((head) => ({ id: head.id, kind: 'task', head })),
    { called: (id) => id },
  )
}
