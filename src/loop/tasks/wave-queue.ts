import { byUrgency, foldAbove } from './ready-tasks.ts'
import { DONE, EPIC, NONE, type TaskTable, UNKNOWN } from './task-table.ts'

export type WaveQueue = {
  /** Those that wait for nothing any more since the last time, in order. */
  readonly free: () => number[]
  readonly end: (place: number) => void
  readonly stuck: () => number[]
}

/** Who waits for how many. What waits for an epic waits for all that is in it. */
export function startQueue(table: TaskTable, waiting: readonly number[]): WaveQueue {
  const counts = new Map<number, number>()
  const behind = new Map<number, number[]>()
  const gatesOf = findGates(table)
  for (const place of waiting) {
    const gates = gatesOf(place)
    counts.set(place, gates.length)
    for (const gate of gates) {
      const others = behind.get(gate)
      if (others === undefined) behind.set(gate, [place])
      else others.push(place)
    }
  }
  const endChild = startCounting(table)
  let fresh = waiting.filter((place) => counts.get(place) === 0)
  const letGo = (place: number) => {
    for (const other of behind.get(place) ?? []) {
      const count = (counts.get(other) ?? 0) - 1
      counts.set(other, count)
      if (count === 0) fresh.push(other)
    }
  }
  return {
    free: () => {
      const free = fresh.sort(byUrgency(table))
      fresh = []
      return free
    },
    end: (place) => {
      for (let ended: number | null = place; ended !== null; ended = endChild(ended)) letGo(ended)
    },
    stuck: () => waiting.filter((place) => (counts.get(place) ?? 0) > 0),
  }
}

/** What has to be done before it, or before anything that it is a part of. */
function findGates(table: TaskTable): (place: number) => readonly number[] {
  return foldAbove<readonly number[]>(table, (place, above) => {
    const own = table.dependenciesOf(place).filter((one) => table.columns.statuses[one] !== DONE)
    return own.length === 0 ? (above ?? []) : [...new Set([...own, ...(above ?? [])])]
  })
}

/** Counts the children that are left. Answers with the epic that ends with a child, or null. */
function startCounting({
  columns: { parents, statuses, types },
}: TaskTable): (place: number) => number | null {
  const open = new Map<number, number>()
  for (const [place, parent] of parents.entries())
    if (statuses[place] !== DONE) open.set(parent, (open.get(parent) ?? 0) + 1)
  return (place) => {
    const parent = parents[place] ?? NONE
    if (parent === NONE || parent === UNKNOWN) return null
    const left = (open.get(parent) ?? 0) - 1
    open.set(parent, left)
    return left === 0 && types[parent] === EPIC ? parent : null
  }
}
