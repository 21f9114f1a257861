import type { TaskHead } from '#words/task.ts'
import { findProblems, openBoard, type TaskProblem } from './open-board.ts'
import { readyTasks } from './ready-tasks.ts'

export type ReadyReport = {
  /** The first of them, in the order in which they should be taken. */
  readonly tasks: readonly TaskHead[]
  /** How many there are altogether. */
  readonly total: number
  readonly problems: readonly TaskProblem[]
}

/** The tasks of a folder that somebody can start now. */
export function findReady(root: string, { now = new Date(), limit = 20 } = {}): ReadyReport {
  const board = openBoard(root, now)
  const ready = readyTasks(board.table, board.leases)
  const tasks = ready.slice(0, limit).flatMap((place) => board.table.headOf(place) ?? [])
  return { tasks, total: ready.length, problems: findProblems(board) }
}
