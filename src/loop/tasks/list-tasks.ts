import type { TaskHead } from '#words/task.ts'
import { findProblems, openBoard, type TaskProblem } from './open-board.ts'

/** All tasks of a folder, by name. */
export function listTasks(
  root: string,
  { now = new Date() } = {},
): { tasks: TaskHead[]; problems: readonly TaskProblem[] } {
  const board = openBoard(root, now)
  const tasks = board.table.ids.flatMap((_, place) => board.table.headOf(place) ?? [])
  return { tasks, problems: findProblems(board) }
}
