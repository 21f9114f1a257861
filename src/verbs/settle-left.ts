import { readJournal } from '#journal/read-journal.ts'
import { foldRuns, type Run } from '#loop/ledger/fold-runs.ts'
import { openBoard } from '#loop/tasks/open-board.ts'
import { statusAt } from '#loop/tasks/task-table.ts'
import { Fault } from '#words/fault.ts'
import { isClaim, movesSince } from './is-written.ts'
import { sayRestored } from './say-restored.ts'
import { type Settled, settleTask, type Unsettled } from './settle-task.ts'
import { taskSource } from './task-source.ts'
import type { World } from './world.ts'

/** A run, and what came of settling its task. */
export type SettledRun = Run & Settled

/**
 * Settles tasks of runs that came to their end and were killed before they could say so to the task: it would be worked on again,
 * although it is done. The runs that this is about.
 */
export async function settleLeft(world: World): Promise<SettledRun[]> {
  const { root } = world.place
  const { table, leases } = openBoard(taskSource(world), world.now())
  if (leases.dead.size === 0) return []
  const { entries } = readJournal(root)
  const runs = foldRuns(entries)
  const settled: SettledRun[] = []
  for (const { task: id, claimant: by } of leases.dead.values()) {
    const place = table.placeOf(id)
    if (place === undefined || statusAt(table, place) !== 'in_progress') continue
    const last = runs.findLast(({ task }) => task === id)
    if (last === undefined || last.ended === null) continue
    // A move that was recorded and not written is made again.
    if (movesSince(last, entries).some(isClaim)) continue
    const { run, aside } = last
    const leaving = aside === null ? null : ({ kind: 'put-aside', aside } as const)
    const { unsettled, restored } = await settleTask({ ...last.ended, run, leaving }, { id, by, world })
    // Nothing is done yet, and whatever is done next could not be said either.
    if (unsettled?.concerns === 'all-tasks') throw asThrown(unsettled)
    settled.push({ ...last, unsettled, restored })
  }
  // There may be no receipt to say it.
  for (const sentence of sayRestored(settled.flatMap(({ restored }) => restored))) world.mention(sentence)
  return settled
}

function asThrown({ code, reason: message, hint }: Unsettled): Fault {
  return new Fault({ kind: 'user', code, message, ...(hint !== null && { hint }) })
}
