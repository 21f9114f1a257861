import type { TaskProblem } from '#loop/tasks/open-board.ts'
import type { TaskHead } from '#words/task.ts'

/** A task in a line, for an agent. */
export function describeTask({ id, title, type, status, priority, depends_on }: TaskHead): string {
  const waits = depends_on.length === 0 ? '' : `, after ${depends_on.join(', ')}`
  return `${id} [${status}, ${type}, priority ${priority}${waits}] ${title}`
}

export function describeProblems(problems: readonly TaskProblem[]): string[] {
  return problems.map(({ text }) => `Problem: ${text}`)
}
