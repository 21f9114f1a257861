import { countHeld } from './count-held.ts'
import { findCycles } from './find-cycles.ts'
import { type Leases, readLeases } from './leases.ts'
import { TASKS_FOLDER } from './read-tasks.ts'
import { howToProve } from './say-unproven.ts'
import type { TaskSource } from './sources/contract.ts'
import { DONE, NO_TASK, NONE, statusAt, type TaskTable, UNKNOWN } from './task-table.ts'
import { withoutEarlyEnds } from './without-early-ends.ts'

/** All tasks of a project, and who is at work on which. */
export type TaskBoard = { readonly table: TaskTable; readonly leases: Leases }

export function openBoard(source: TaskSource, now: Date): TaskBoard {
  const leases = readLeases(source.root, now)
  const table = source.readAll()
  // A tracker has others who may close a task.
  return { table: source.name === 'files' ? withoutEarlyEnds(table, leases) : table, leases }
}

/** What somebody should mend, because work waits for it or is passed over. */
export type TaskProblem = {
  readonly kind: 'broken' | 'unknown' | 'cycle' | 'early' | 'lease' | 'unproven'
  /** The file or the task that it is about. */
  readonly about: string
  /** A sentence. */
  readonly text: string
}

export function findProblems({ table, leases }: TaskBoard): TaskProblem[] {
  return [
    ...table.broken.map(({ file, reason }) => problem('broken', { about: file, text: `${file} ${reason}.` })),
    ...findTwins(table),
    ...findStrangers(table),
    ...cycleProblems(table),
    ...findEarly(table),
    ...(table.early ?? []).map((id) => problem('unproven', { about: id, text: sayEarly(id, leases) })),
    ...leases.unreadable.map((file) =>
      problem('lease', { about: file, text: `${file} is no lease, and counts for nothing.` }),
    ),
  ]
}

function sayEarly(id: string, { live }: Leases): string {
  return `${id} is done in its file, and keel has seen no close: ${live.get(id)?.claimant} is at work on it, and so it is in progress. What proves it: ${howToProve(id)}`
}

function problem(kind: TaskProblem['kind'], about: Omit<TaskProblem, 'kind'>): TaskProblem {
  return { kind, ...about }
}

function cycleProblems(table: TaskTable): TaskProblem[] {
  const cycles = findCycles(table)
  if (cycles.length === 0) return []
  const heldBy = countHeld(table)
  return cycles.map((cycle) => {
    const held = heldBy(cycle)
    const more = held === 0 ? '' : ` ${held} more ${held === 1 ? 'hangs' : 'hang'} on them.`
    const way = [...cycle, cycle[0]].join(' → ')
    const text = `${way}: each waits for the next, and none can be done.${more}`
    return problem('cycle', { about: cycle[0] ?? '', text })
  })
}

/** Where capitals make no difference, as on most Macs and on Windows, only one of them is there. */
function findTwins({ ids }: TaskTable): TaskProblem[] {
  if (!ids.some((id) => /[A-Z]/.test(id))) return []
  const first = new Map<string, string>()
  return ids.flatMap((id) => {
    const other = first.get(id.toLowerCase())
    if (other === undefined) first.set(id.toLowerCase(), id)
    if (other === undefined) return []
    const text = `${id} and ${other} differ in nothing but capitals, and many file systems can have only one of them.`
    return [problem('broken', { about: `${TASKS_FOLDER}/${id}.md`, text })]
  })
}

/** Ids that somebody names and nobody has. What is done waits for nothing any more. */
function findStrangers(table: TaskTable): TaskProblem[] {
  const { statuses, parents } = table.columns
  const found: TaskProblem[] = []
  for (let place = 0; place < table.ids.length; place++) {
    if (statuses[place] === DONE || statuses[place] === NO_TASK) continue
    const id = table.ids[place] ?? ''
    const head = () => table.headOf(place)
    if (parents[place] === UNKNOWN)
      found.push(
        problem('unknown', {
          about: id,
          text: `${id} is a part of ${head()?.parent}, and there is no such task.`,
        }),
      )
    if (!table.dependenciesOf(place).includes(UNKNOWN)) continue
    const missing = (head()?.depends_on ?? []).filter((other) => table.placeOf(other) === undefined)
    found.push(
      ...missing.map((other) =>
        problem('unknown', { about: id, text: `${id} waits for ${other}, and there is no such task.` }),
      ),
    )
  }
  return found
}

/** What is done, and has parts that are not: somebody has written it there. Parts that were deferred were meant to be left. */
function findEarly(table: TaskTable): TaskProblem[] {
  const { statuses, parents } = table.columns
  const left = new Map<number, string[]>()
  for (let place = 0; place < parents.length; place++) {
    const parent = parents[place] ?? NONE
    // To ask beyond the end of the list, for thousands, takes longer than all the rest here.
    if (parent >= statuses.length || statuses[parent] !== DONE) continue
    const status = statusAt(table, place)
    if (status === null || status === 'done' || status === 'deferred') continue
    left.set(parent, [...(left.get(parent) ?? []), table.ids[place] ?? ''])
  }
  return [...left].map(([place, parts]) => {
    const id = table.ids[place] ?? ''
    const names = parts.slice(0, PARTS_MAX).join(', ')
    const more = parts.length > PARTS_MAX ? `, and ${parts.length - PARTS_MAX} more` : ''
    return problem('early', { about: id, text: `${id} is done, and parts of it are not: ${names}${more}.` })
  })
}

const PARTS_MAX = 5
