import type { TaskHead } from '#words/task.ts'
import { findUnproven } from './find-unproven.ts'
import { findProblems, openBoard, type TaskProblem } from './open-board.ts'
import { firstReadyTasks } from './ready-tasks.ts'
import type { TaskMove } from './say-unproven.ts'
import type { TaskSource } from './sources/contract.ts'

export type ReadyReport = {
  /** The first of them, in the order in which they should be taken. */
  readonly tasks: readonly TaskHead[]
  /** How many there are altogether. */
  readonly total: number
  readonly problems: readonly TaskProblem[]
}

export type ReadyOptions = {
  readonly now: Date
  readonly limit?: number
  /** How tasks moved, as far as keel has written it down: by it, what is done in its file alone is named. */
  readonly moves?: readonly TaskMove[]
}

/** The tasks of a project that somebody can start now. */
export function findReady(source: TaskSource, { now, limit = 20, moves = [] }: ReadyOptions): ReadyReport {
  const board = openBoard(source, now)
  const { first, total } = firstReadyTasks(board.table, { leases: board.leases, limit })
  const tasks = first.flatMap((place) => board.table.headOf(place) ?? [])
  return { tasks, total, problems: [...findProblems(board), ...findUnproven(board.table, moves)] }
}
