import { edgesOf, isOver } from './find-cycles.ts'
import type { TaskTable } from './task-table.ts'

/** Tells how many tasks cannot be done because of a cycle, beside those that are named in it: they are in it too, or wait for it. */
export function countHeld(table: TaskTable): (cycle: readonly string[]) => number {
  const behind = waitersIn(table)
  return (cycle) => {
    const named = new Set(cycle.flatMap((id) => [table.placeOf(id) ?? []].flat()))
    const reached = new Set([...named].flatMap((place) => [place * 2, place * 2 + 1]))
    for (const node of reached) for (const other of behind.get(node) ?? []) reached.add(other)
    const held = new Set([...reached].flatMap((node) => ((node & 1) === 1 ? [node >> 1] : [])))
    return held.size - named.size
  }
}

/** Who waits for each node of what is left. */
function waitersIn(table: TaskTable): ReadonlyMap<number, number[]> {
  const next = edgesOf(table)
  const behind = new Map<number, number[]>()
  for (const place of table.ids.keys()) {
    if (isOver(table, place)) continue
    for (const node of [place * 2, place * 2 + 1])
      for (const other of next(node)) {
        const own = behind.get(other)
        if (own === undefined) behind.set(other, [node])
        else own.push(node)
      }
  }
  return behind
}
