import { readJournal } from '#journal/read-journal.ts'
import { foldRuns, type Run } from '#loop/ledger/fold-runs.ts'
import { openBoard } from '#loop/tasks/open-board.ts'
import { statusAt } from '#loop/tasks/task-table.ts'
import type { Entry } from '#words/entry.ts'
import { settleTask } from './settle-task.ts'
import { taskSource } from './task-source.ts'
import type { World } from './world.ts'

/**
 * Settles tasks of runs that came to their end and were killed before they could say so to the task: it would be worked on again,
 * although it is done. The runs that this is about.
 */
export async function settleLeft(world: World): Promise<Run[]> {
  const { root } = world.place
  const { table, leases } = openBoard(taskSource(world), world.now())
  if (leases.dead.size === 0) return []
  const { entries } = readJournal(root)
  const runs = foldRuns(entries)
  const settled: Run[] = []
  for (const { task: id, claimant: by } of leases.dead.values()) {
    const place = table.placeOf(id)
    if (place === undefined || statusAt(table, place) !== 'in_progress') continue
    const last = runs.findLast(({ task }) => task === id)
    if (last === undefined || last.ended === null || isHeardOf(last, entries)) continue
    const { run, aside } = last
    const leaving = aside === null ? null : ({ kind: 'put-aside', aside } as const)
    await settleTask({ ...last.ended, run, leaving }, { id, by, world })
    settled.push(last)
  }
  return settled
}

/** Whether somebody has taken the task after the run had ended. A move that was recorded and not written is made again. */
function isHeardOf({ run, task }: Run, entries: readonly Entry[]): boolean {
  const end = entries.findLastIndex((entry) => entry.kind === 'run-ended' && entry.run === run)
  return entries
    .slice(end)
    .some((entry) => entry.kind === 'task-moved' && entry.task === task && entry.to === 'in_progress')
}
