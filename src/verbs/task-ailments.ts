import { findProblems, openBoard, type TaskProblem } from '#loop/tasks/open-board.ts'
import { taskSource } from './task-source.ts'
import type { World } from './world.ts'

/** What somebody should mend in the files of tasks. A tracker has rules of its own, and to read all of it takes a while. */
export function taskAilments(world: World): { level: 'problem'; what: string; remedy: string }[] {
  if (world.config.kind !== 'valid' || world.config.config.loop.tasks.source !== 'files') return []
  const problems = findProblems(openBoard(taskSource(world), world.now()))
  const shown = problems.slice(0, SHOWN_MAX).map((problem) => ({
    level: 'problem' as const,
    what: problem.text,
    remedy: remedyOf(problem),
  }))
  const more = problems.length - shown.length
  if (more === 0) return shown
  return [...shown, { level: 'problem', what: `${more} more of the kind.`, remedy: 'keel task list' }]
}

const SHOWN_MAX = 10

function remedyOf({ kind, about }: TaskProblem): string {
  switch (kind) {
    case 'broken':
      return `\${EDITOR:-vi} ${about}`
    case 'lease':
      return `rm ${about}`
    case 'early':
      return `keel task reopen ${about}`
    case 'unknown':
    case 'cycle':
      return `keel task show ${about}`
  }
}
