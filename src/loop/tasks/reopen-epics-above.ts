import { type Move, moveTask } from './move-task.ts'
import { openBoard } from './open-board.ts'
import { EPIC, statusAt } from './task-table.ts'

/** Epics are done with their last part, and no longer than that: opens those above a task that is not done any more. Their ids. */
export function reopenEpicsAbove(about: Pick<Move, 'source' | 'id' | 'by' | 'journal' | 'now'>): string[] {
  const { table } = openBoard(about.source, about.now())
  const { parents, types } = table.columns
  const opened: string[] = []
  let place = parents[table.placeOf(about.id) ?? -1]
  while (place !== undefined && types[place] === EPIC && statusAt(table, place) === 'done') {
    const id = table.ids[place] ?? ''
    const outcome = moveTask({ ...about, id, to: 'open', reason: 'A part of it is open again.', over: 'any' })
    if (outcome.kind !== 'moved') break
    opened.push(id)
    place = parents[place]
  }
  return opened
}
