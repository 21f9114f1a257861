import { TASK_STATUSES, TASK_TYPES, type TaskHead, type TaskStatus } from '#words/task.ts'

/**
 * All tasks of a project in columns, by their place in the order of names. What decides which are ready is read without
 * parsing anything: there may be twenty thousand.
 */
export type TaskTable = {
  readonly ids: readonly string[]
  readonly columns: TaskColumns
  /** The places of what a task waits for; `UNKNOWN` where there is no such task. */
  readonly dependenciesOf: (place: number) => readonly number[]
  /** The place of a task, or undefined. */
  readonly placeOf: (id: string) => number | undefined
  /** Null for a file that is no task. */
  readonly headOf: (place: number) => TaskHead | null
  /** Files that are no tasks, each with the reason. */
  readonly broken: readonly BrokenTask[]
  /** Who waits for themselves, where it was found out before and nothing changed since; else null. */
  readonly knownCycles: readonly (readonly string[])[] | null
  /** Tasks that are done by their file, and not here, because somebody is at work on them. */
  readonly early?: readonly string[]
  /** Why nobody should start a task, whatever its status, a sentence; of a tracker that anybody can write to. */
  readonly heldAt?: (place: number) => string | null
}

export type TaskColumns = {
  /** By their place in the list of statuses; `NO_TASK` for a file that is none. */
  readonly statuses: Uint8Array
  readonly types: Uint8Array
  readonly priorities: Uint8Array
  /** In milliseconds; infinite where nobody knows. */
  readonly created: Float64Array
  /** The place of the parent, `NONE` or `UNKNOWN`. */
  readonly parents: Uint32Array
}

export type BrokenTask = {
  /** Below the root. */
  readonly file: string
  readonly reason: string
}

/** One file: what it says, or why it is no task. */
export type TaskRow = { readonly id: string } & (
  | { readonly kind: 'task'; readonly head: TaskHead; readonly held?: string | null }
  | { readonly kind: 'broken'; readonly reason: string }
)

export const NO_TASK = 255
export const NONE = 0xffff_ffff
export const UNKNOWN = 0xffff_fffe

export const DONE = TASK_STATUSES.indexOf('done')
export const EPIC = TASK_TYPES.indexOf('epic')

export function statusAt({ columns }: TaskTable, place: number): TaskStatus | null {
  return TASK_STATUSES[columns.statuses[place] ?? NO_TASK] ?? null
}

export type Places = ReadonlyMap<string, number>

export function emptyColumns(count: number): TaskColumns {
  return {
    statuses: new Uint8Array(count),
    types: new Uint8Array(count),
    priorities: new Uint8Array(count),
    created: new Float64Array(count),
    parents: new Uint32Array(count),
  }
}

/** Puts what a file says into its place. Answers with the places of what it waits for. */
export function setRow(
  columns: TaskColumns,
  { place, row, placeOf }: { place: number; row: TaskRow; placeOf: TaskTable['placeOf'] },
): number[] {
  if (row.kind === 'broken') {
    columns.statuses[place] = NO_TASK
    columns.types[place] = 0
    columns.priorities[place] = 0
    columns.created[place] = 0
    columns.parents[place] = NONE
    return []
  }
  const { status, type, priority, created, depends_on } = row.head
  columns.statuses[place] = TASK_STATUSES.indexOf(status)
  columns.types[place] = TASK_TYPES.indexOf(type)
  columns.priorities[place] = priority
  columns.created[place] = created === null ? Number.POSITIVE_INFINITY : Date.parse(created)
  columns.parents[place] = parentPlace(row.head, placeOf)
  return [...new Set(depends_on)].map((id) => placeOf(id) ?? UNKNOWN)
}

/** Who says nothing of a parent, and is called `a.b.c`, is a part of `a.b`, or else of `a`, where there is one: so other tools name them. */
function parentPlace({ id, parent }: TaskHead, placeOf: TaskTable['placeOf']): number {
  if (parent !== null) return placeOf(parent) ?? UNKNOWN
  for (let dot = id.lastIndexOf('.'); dot > 0; dot = id.lastIndexOf('.', dot - 1)) {
    const found = placeOf(id.slice(0, dot))
    if (found !== undefined) return found
  }
  return NONE
}

export function placesOf(ids: readonly string[]): Places {
  return new Map(ids.map((id, place) => [id, place]))
}

/** Of these, as many as there are. */
export function headsOf({ placeOf, headOf }: TaskTable, ids: readonly string[]): TaskHead[] {
  return ids.flatMap((id) => {
    const place = placeOf(id)
    return place === undefined ? [] : (headOf(place) ?? [])
  })
}
