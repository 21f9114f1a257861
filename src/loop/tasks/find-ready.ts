import type { TaskHead } from '#words/task.ts'
import { findProblems, openBoard, type TaskProblem } from './open-board.ts'
import { firstReadyTasks } from './ready-tasks.ts'
import type { TaskSource } from './sources/contract.ts'

export type ReadyReport = {
  /** The first of them, in the order in which they should be taken. */
  readonly tasks: readonly TaskHead[]
  /** How many there are altogether. */
  readonly total: number
  readonly problems: readonly TaskProblem[]
}

/** The tasks of a project that somebody can start now. */
export function findReady(
  source: TaskSource,
  { now, limit = 20 }: { now: Date; limit?: number },
): ReadyReport {
  const board = openBoard(source, now)
  const { first, total } = firstReadyTasks(board.table, { leases: board.leases, limit })
  const tasks = first.flatMap((place) => board.table.headOf(place) ?? [])
  return { tasks, total, problems: findProblems(board) }
}
