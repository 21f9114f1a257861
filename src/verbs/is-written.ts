import type { Run } from '#loop/ledger/fold-runs.ts'
import type { Entry } from '#words/entry.ts'

type Move = Extract<Entry, { kind: 'task-moved' }>

/** What was done to the status of a run’s task after the run had ended, oldest first. */
export function movesSince({ run, task }: Run, entries: readonly Entry[]): Move[] {
  const end = entries.findLastIndex((entry) => entry.kind === 'run-ended' && entry.run === run)
  return entries.slice(end).filter((entry) => entry.kind === 'task-moved' && entry.task === task) as Move[]
}

/** Somebody has taken the task. What could not be written goes back to `in_progress` as well, and binds nobody to any terms. */
export function isClaim({ to, terms }: Move): boolean {
  return to === 'in_progress' && terms !== null
}

/** Whether a task heard of the end of its last run: what its file says is the truth, unless nobody could write it there. */
export function isWritten(run: Run, entries: readonly Entry[]): boolean {
  const last = movesSince(run, entries).at(-1)
  return last !== undefined && (last.to !== 'in_progress' || isClaim(last))
}
