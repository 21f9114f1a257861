import type { TaskProblem } from './open-board.ts'
import { howToProve, type TaskMove, unprovenBy } from './say-unproven.ts'
import { DONE, type TaskTable } from './task-table.ts'

/** What is done by its file alone, where nobody is at work on it: it is believed, and whoever goes on from there should know. */
export function findUnproven(table: TaskTable, moves: readonly TaskMove[]): TaskProblem[] {
  const isUnproven = unprovenBy(moves)
  return [...new Set(moves.map(({ task }) => task))].sort().flatMap((id): TaskProblem[] => {
    const place = table.placeOf(id)
    const head = place === undefined || table.columns.statuses[place] !== DONE ? null : table.headOf(place)
    if (head === null || !isUnproven(head)) return []
    const text = `${id} is done in its file, and keel has seen no proof of it: ${howToProve(id)}`
    return [{ kind: 'unproven', about: id, text }]
  })
}
