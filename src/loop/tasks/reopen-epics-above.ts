import { type Move, moveTask } from './move-task.ts'
import { openBoard } from './open-board.ts'
import { EPIC, NONE, statusAt, type TaskTable } from './task-table.ts'

type Above = Pick<Move, 'source' | 'id' | 'by' | 'journal' | 'now'>

/** Epics are done with their last part, and no longer than that: opens those above a task that is not done, or no more. Their ids. */
export function reopenEpicsAbove(about: Above): string[] {
  const { table } = openBoard(about.source, about.now())
  const above = table.columns.parents[table.placeOf(about.id) ?? NONE] ?? NONE
  const opened: string[] = []
  for (const id of doneEpicsFrom(table, above)) {
    const outcome = moveTask({ ...about, id, to: 'open', reason: 'A part of it is open.', over: 'any' })
    if (outcome.kind !== 'moved') break
    opened.push(id)
  }
  return opened
}

/** An epic that is done, and those above it that are. */
export function doneEpicsFrom(table: TaskTable, place: number): string[] {
  const { parents, types } = table.columns
  const found = new Set<number>()
  const isDone = (at: number) => types[at] === EPIC && statusAt(table, at) === 'done'
  for (let at = place; at < table.ids.length && isDone(at) && !found.has(at); at = parents[at] ?? NONE)
    found.add(at)
  return [...found].map((at) => table.ids[at] ?? '')
}
