import { TASK_STATUSES } from '#words/task.ts'
import { placesInCycles } from './find-cycles.ts'
import type { Leases } from './leases.ts'
import { DONE, EPIC, NO_TASK, NONE, type TaskTable, UNKNOWN } from './task-table.ts'

/**
 * The places of the tasks that somebody can start now, in the order in which they should: the most urgent first, then the
 * oldest, then by name. What is in a cycle could be started now and then, and never be done: it is not among them.
 */
export function readyTasks(table: TaskTable, leases: Leases): number[] {
  return placesReady(table, leases).sort(byUrgency(table))
}

/** Only the first of them, and how many there are: to put thousands in order takes longer than to find them. */
export function firstReadyTasks(
  table: TaskTable,
  { leases, limit }: { leases: Leases; limit: number },
): { first: number[]; total: number } {
  const ready = placesReady(table, leases)
  const compare = byUrgency(table)
  if (limit > SORTED_MAX) return { first: ready.sort(compare).slice(0, limit), total: ready.length }
  const first: number[] = []
  if (limit < 1) return { first, total: ready.length }
  for (const place of ready) {
    const last = first[limit - 1]
    if (last !== undefined && compare(place, last) > 0) continue
    let at = Math.min(first.length, limit - 1)
    for (; at > 0 && compare(place, first[at - 1] ?? place) < 0; at--) first[at] = first[at - 1] ?? place
    first[at] = place
  }
  return { first, total: ready.length }
}

const SORTED_MAX = 100

function placesReady(table: TaskTable, leases: Leases): number[] {
  const { columns, ids } = table
  const isFree = freeAbove(table)
  const endless = placesInCycles(table)
  const ready: number[] = []
  for (let place = 0; place < ids.length; place++) {
    if (!isStartable(table, { place, leases }) || columns.types[place] === EPIC) continue
    if (waitsFor(table, place) || !isFree(place) || endless.has(place)) continue
    // Asked last: to know it, other files may have to be read.
    if ((table.heldAt?.(place) ?? null) === null) ready.push(place)
  }
  return ready
}

export function byUrgency({
  columns: { priorities, created },
}: TaskTable): (one: number, other: number) => number {
  return (one, other) => {
    const urgency = (priorities[one] ?? 0) - (priorities[other] ?? 0)
    if (urgency !== 0) return urgency
    const mine = created[one] ?? 0
    const theirs = created[other] ?? 0
    // Names are in order, so that places are.
    return mine === theirs ? one - other : mine < theirs ? -1 : 1
  }
}

const OPEN = TASK_STATUSES.indexOf('open')
const IN_PROGRESS = TASK_STATUSES.indexOf('in_progress')
const BLOCKED = TASK_STATUSES.indexOf('blocked')
const DEFERRED = TASK_STATUSES.indexOf('deferred')

/** Open, or left behind by a claimant that is gone. What somebody set to `in_progress` without a lease is theirs. */
function isStartable(
  { columns, ids }: TaskTable,
  { place, leases }: { place: number; leases: Leases },
): boolean {
  const status = columns.statuses[place]
  if (status !== OPEN && status !== IN_PROGRESS) return false
  const id = ids[place] ?? ''
  return status === OPEN ? !leases.live.has(id) : leases.dead.has(id)
}

/** Whether it waits for a task that is not done, or for one that nobody knows. */
function waitsFor({ columns, dependenciesOf }: TaskTable, place: number): boolean {
  return dependenciesOf(place).some((other) => other === UNKNOWN || columns.statuses[other] !== DONE)
}

/**
 * Whether nothing above a task holds it up: no ancestor is blocked, deferred or waiting, none is its own ancestor, and none is
 * unknown: as with what it waits for, nobody can tell what would be said there.
 */
function freeAbove(table: TaskTable): (place: number) => boolean {
  const { statuses, parents } = table.columns
  const holdsUp = (place: number) => {
    const status = statuses[place]
    return status === BLOCKED || status === DEFERRED || status === NO_TASK || waitsFor(table, place)
  }
  const known = new Map<number, boolean>()
  return (place) => {
    const chain: number[] = []
    let isFree = true
    for (let above = parents[place] ?? NONE; above !== NONE; above = parents[above] ?? NONE) {
      if (above === UNKNOWN) {
        isFree = false
        break
      }
      const found = known.get(above)
      if (found !== undefined) {
        isFree = found
        break
      }
      // Until it is known, whoever comes back to it has gone in a circle.
      known.set(above, false)
      chain.push(above)
    }
    for (const above of chain.reverse()) {
      isFree &&= !holdsUp(above)
      known.set(above, isFree)
    }
    return isFree
  }
}

/** The places of those that have children. */
export function parentsIn({ columns: { parents } }: TaskTable): ReadonlySet<number> {
  const found = new Set<number>()
  for (const parent of parents) if (parent !== NONE && parent !== UNKNOWN) found.add(parent)
  return found
}

/**
 * Tells something of a task by what is told of its parent. Each is told once, however deep the parts are; in a circle it is told
 * anew of each, since there everybody is above everybody.
 */
export function foldAbove<Value>(
  { ids, columns: { parents } }: TaskTable,
  tell: (place: number, above: Value | null) => Value,
): (place: number) => Value {
  const known = new Map<number, Value>()
  return (place) => {
    const way = new Set<number>()
    let at = place
    for (; at < ids.length && !known.has(at) && !way.has(at); at = parents[at] ?? NONE) way.add(at)
    const isCircle = way.has(at)
    let value: Value | null = isCircle ? null : (known.get(at) ?? null)
    for (const one of [...way].reverse()) {
      const told: Value = tell(one, value)
      if (!isCircle) known.set(one, told)
      value = told
    }
    return value ?? tell(place, null)
  }
}

/** From the nearest on; each once, where they go in a circle. */
export function ancestorsOf({ columns: { parents } }: TaskTable, place: number): number[] {
  const found = new Set([place])
  for (let above = parents[place] ?? NONE; above !== NONE && above !== UNKNOWN && !found.has(above); ) {
    found.add(above)
    above = parents[above] ?? NONE
  }
  return [...found].slice(1)
}
