import type { TaskHead } from '#words/task.ts'
import { findProblems, openBoard, type TaskProblem } from './open-board.ts'
import type { TaskSource } from './sources/contract.ts'

/** All tasks of a project, by name. */
export function listTasks(
  source: TaskSource,
  { now }: { now: Date },
): { tasks: TaskHead[]; problems: readonly TaskProblem[] } {
  const board = openBoard(source, now)
  const tasks = board.table.ids.flatMap((_, place) => board.table.headOf(place) ?? [])
  return { tasks, problems: findProblems(board) }
}
