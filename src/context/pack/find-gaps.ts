import type { Assembled } from './assemble.ts'
import type { Fitted } from './fit/fit-files.ts'
import type { PackQuestion } from './pack-question.ts'
import type { Task } from './task/read-task.ts'

export type GapRequest = {
  readonly task: Task
  readonly assembled: Assembled
  readonly fitted: Fitted
  readonly question: PackQuestion
}

/** What a pack should have and has not, in sentences: whoever reads it should not think that it is all there is. */
export function findGaps({ assembled: { view, files }, fitted, question }: GapRequest): string[] {
  const packed = new Set(fitted.files.map(({ path }) => path))
  const leftOut = new Map(view.leftOut.map(({ path, why }) => [path, why]))
  const known = new Set(view.graph.paths)
  const whyNot = (path: string) => {
    const why = leftOut.get(path)
    if (why !== undefined) return `it is ${why}`
    if (!known.has(path)) return 'there is no such file'
    return question.mayShow(path) ? 'there was no room, not even for a line' : 'this role may not see it'
  }
  const named = [...question.targets, ...files.filter(({ isNamed }) => isNamed).map(({ path }) => path)]
  return [
    ...[...new Set(named)]
      .filter((path) => !packed.has(path))
      .map((path) => `${path} is named, and not in: ${whyNot(path)}.`),
    ...(files.length === 0 ? ['No file here shares a word with the task.'] : []),
  ]
}
