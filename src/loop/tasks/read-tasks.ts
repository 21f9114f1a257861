import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from '#context/map/cache-folder.ts'
import { countWhile } from '#kit/count-while.ts'
import { temporaryBeside } from '#kit/files.ts'
import type { TaskHead } from '#words/task.ts'
import { findCycles, leadIntoCycle } from './find-cycles.ts'
import { idIn, listTaskFiles, TASK_ENDING, type TaskFiles, takenForTasks, whyOdd } from './list-task-files.ts'
import { isSameMark, MARK_LENGTH, markFile, markFiles } from './marks/mark-files.ts'
import { parseTask } from './parse-task.ts'
import { readTaskFile } from './read-task-file.ts'
import { keepIndex, openIndex, type TaskIndex } from './task-index.ts'
import {
  type BrokenTask,
  emptyColumns,
  NO_TASK,
  type Places,
  placesOf,
  setRow,
  type TaskColumns,
  type TaskRow,
  type TaskTable,
} from './task-table.ts'

export const TASKS_FOLDER = '.keel/tasks'

/**
 * All tasks of a project. The files are the truth: each is asked for its marks, and read where they are not those of the last
 * time. What was read is kept in the cache.
 */
export function readTasks(root: string): TaskTable {
  const startedMs = Date.now()
  const folder = join(root, TASKS_FOLDER)
  const index = openIndex(root)
  const listing = listNames(folder, index)
  const { ids, odd } = listing
  const known = index !== null && isSameList(ids, index.ids) ? index : null
  const before = known === null && index !== null ? placesOf(index.ids) : null
  // Before anything is read: what is changed in between has another mark the next time.
  const marks = markFiles({ folder, names: ids.map((id) => `${id}${TASK_ENDING}`) })
  const rows = new Map<number, TaskRow>()
  const read = (place: number) => {
    const id = ids[place] ?? ''
    return readRow(join(folder, `${id}${TASK_ENDING}`), id)
  }
  for (let place = 0; place < ids.length; place++) {
    const id = ids[place] ?? ''
    const oldPlace = before === null ? place : before.get(id)
    if (
      index !== null &&
      oldPlace !== undefined &&
      isSameMark({ marks, place }, { marks: index.marks, place: oldPlace })
    )
      continue
    rows.set(place, read(place))
  }
  const told = takenForTasks(folder, odd)
  if (known !== null && rows.size < REWRITE_MIN) return patched(known, { rows, odd: told, read })
  const table = whole({ ids, odd: told, rows, index, before, read })
  if (ids.length > 0) keep({ root, table, listing, marks, startedMs })
  return table
}

/** To write all of it takes longer than to read so many files once more. */
const REWRITE_MIN = 64

type Listing = TaskFiles & { readonly folder: readonly number[] }

/** A folder that did not change has the names that it had. */
function listNames(folder: string, index: TaskIndex | null): Listing {
  const mark = new Float64Array(MARK_LENGTH)
  markFile(folder, { marks: mark, place: 0 })
  const own = Array.from(mark)
  if (index !== null && own.every((value, place) => value === index.folder[place]))
    return { ...index, folder: own }
  return { ...listTaskFiles(folder), folder: own }
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === other.length && one.every((id, place) => id === other[place]))
}

function readRow(path: string, id: string): TaskRow {
  const file = readTaskFile(path)
  if (file.kind !== 'bytes')
    return { id, kind: 'broken', reason: file.kind === 'missing' ? 'cannot be read' : file.reason }
  const parsed = parseTask(file.bytes, id)
  return parsed.kind === 'task' ? { id, kind: 'task', head: parsed.head } : { id, ...parsed }
}

/** What was known, with some rows as they are now. The names are the same, so that every place still means the same task. */
function patched(index: TaskIndex, { rows, odd, read }: Pick<Pieces, 'rows' | 'odd' | 'read'>): TaskTable {
  const { ids, columns } = index
  const placeOf = lookUp(ids)
  const dependencies = new Map<number, readonly number[]>()
  const reasons = new Map(Object.entries(index.reasons))
  let isSameGraph = true
  for (const [place, row] of rows) {
    const before = edgesAt(columns, { place, dependencies: index.dependenciesOf(place) })
    const own = setRow(columns, { place, row, placeOf })
    dependencies.set(place, own)
    isSameGraph &&= before === edgesAt(columns, { place, dependencies: own })
    if (row.kind === 'broken') reasons.set(row.id, row.reason)
    else reasons.delete(row.id)
  }
  const table: TaskTable = {
    ids,
    columns,
    placeOf,
    dependenciesOf: (place) => dependencies.get(place) ?? index.dependenciesOf(place),
    headOf: (place) => {
      if (columns.statuses[place] === NO_TASK) return null
      return headIn(rows.get(place)) ?? index.headOf(place) ?? headIn(read(place))
    },
    broken: brokenOf([...reasons], odd),
    knownCycles: isSameGraph ? index.cycles : null,
  }
  const isWithout = !isSameGraph && index.cycles.length === 0 && !leadIntoCycle(table, [...rows.keys()])
  return isWithout ? { ...table, knownCycles: [] } : table
}

/** What decides whether a task waits for itself. */
function edgesAt(
  { statuses, types, parents }: TaskColumns,
  { place, dependencies }: { place: number; dependencies: readonly number[] },
): string {
  return [statuses[place], types[place], parents[place], ...dependencies].join()
}

type Rows = ReadonlyMap<number, TaskRow>

function headIn(row: TaskRow | undefined): TaskHead | null {
  return row?.kind === 'task' ? row.head : null
}

type Pieces = {
  readonly ids: readonly string[]
  readonly odd: readonly string[]
  /** What was read just now. The rest is as the index has it. */
  readonly rows: Rows
  readonly index: TaskIndex | null
  /** Where each was in the index, if not where it is now. */
  readonly before: Places | null
  /** For what the index cannot tell any more. */
  readonly read: (place: number) => TaskRow
}

/** All of it put together anew: who waits for whom may have changed with the names. */
function whole({ ids, odd, rows, index, before, read }: Pieces): TaskTable {
  const all = ids.map((id, place): TaskRow => {
    const fresh = rows.get(place)
    if (fresh !== undefined) return fresh
    const reason = index?.reasons[id]
    if (reason !== undefined) return { id, kind: 'broken', reason }
    const head = index?.headOf(before?.get(id) ?? place) ?? null
    return head === null ? read(place) : { id, kind: 'task', head }
  })
  const columns = emptyColumns(ids.length)
  const placeOf = lookUp(ids)
  const dependencies = all.map((row, place) => setRow(columns, { place, row, placeOf }))
  const reasons = all.flatMap((row) => (row.kind === 'broken' ? [[row.id, row.reason] as const] : []))
  return {
    ids,
    columns,
    placeOf,
    dependenciesOf: (place) => dependencies[place] ?? [],
    headOf: (place) => headIn(all[place]),
    broken: brokenOf(reasons, odd),
    knownCycles: null,
  }
}

/** Names are in order. To make a map of all of them would take longer than the few questions that are asked. */
function lookUp(ids: readonly string[]): TaskTable['placeOf'] {
  return (id) => {
    const place = countWhile(ids.length, (before) => (ids[before] ?? '') < id)
    return ids[place] === id ? place : undefined
  }
}

function brokenOf(reasons: readonly (readonly [string, string])[], odd: readonly string[]): BrokenTask[] {
  return [
    ...reasons.map(([id, reason]) => [`${id}${TASK_ENDING}`, reason] as const),
    ...odd.map((name) => [name, whyOdd(name)] as const),
  ]
    .map(([name, reason]) => ({ file: `${TASKS_FOLDER}/${name}`, reason }))
    .sort((one, other) => (one.file < other.file ? -1 : 1))
}

type Keeping = {
  readonly root: string
  readonly table: TaskTable
  readonly listing: Listing
  readonly marks: Float64Array
  readonly startedMs: number
}

function keep({ root, table, listing, marks, startedMs }: Keeping): void {
  const clockMs = startedMs + aheadMs(root)
  const settled = marks.slice()
  for (let at = 0; at < settled.length; at += MARK_LENGTH)
    forgetIfFresh(settled.subarray(at, at + MARK_LENGTH), clockMs)
  const folder = forgetIfFresh(Float64Array.from(listing.folder), clockMs)
  const { ids, columns, dependenciesOf } = table
  const odd = new Set(listing.odd)
  const reasons = Object.fromEntries(
    table.broken.flatMap(({ file, reason }) => {
      const name = file.slice(TASKS_FOLDER.length + 1)
      return odd.has(name) ? [] : [[idIn(name), reason]]
    }),
  )
  const heads = ids.map((_, place) => table.headOf(place))
  keepIndex(root, {
    ...{ ids, columns, dependenciesOf, heads, reasons },
    odd: listing.odd,
    cycles: findCycles(table),
    folder: Array.from(folder),
    marks: settled,
  })
}

/**
 * What was changed in the last moments before it was read could be changed again without another time of change: clocks of
 * file systems have steps, the coarsest of two seconds. It is read again the next time.
 */
function forgetIfFresh(mark: Float64Array, clockMs: number): Float64Array {
  const latest = Math.max(mark[1] ?? 0, mark[2] ?? 0)
  return latest > clockMs - STEP_MS ? mark.fill(Number.NaN) : mark
}

const STEP_MS = 2100

/** How far the clock of the file system, which may be another machine’s, is ahead of ours. */
function aheadMs(root: string): number {
  const cache = cacheFolder(root)
  if (cache === null) return 0
  const probe = temporaryBeside(join(cache, 'clock'))
  try {
    writeFileSync(probe, '')
    return statSync(probe).mtimeMs - Date.now()
  } catch {
    return 0
  } finally {
    rmSync(probe, { force: true })
  }
}
