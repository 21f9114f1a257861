import { readJournal } from '#journal/read-journal.ts'
import type { RunReport } from '#loop/conclude.ts'
import { type ClaimOutcome, claimTask, releaseTask } from '#loop/tasks/claim-task.ts'
import { closeTask } from '#loop/tasks/close-task.ts'
import { moveTask } from '#loop/tasks/move-task.ts'
import { whileLeased } from '#loop/tasks/while-leased.ts'
import { Fault } from '#words/fault.ts'
import { asTaskFault } from './as-task-fault.ts'
import type { World } from './world.ts'

/** Works on a task that is claimed for as long, and gives it the status that the work has earned. */
export async function onTask<Report extends RunReport>(
  id: string,
  { world, work }: { world: World; work: () => Promise<Report> },
): Promise<Report> {
  const { place, journal, now } = world
  const { root } = place
  const by = `keel-${process.pid}`
  const claim = { root, id, claimant: by, process: process.pid, leaseMs: LEASE_MS, journal, now }
  const claimed = claimTask(claim)
  if (claimed.kind !== 'claimed') throw notClaimed(id, claimed)
  let report: Report | null = null
  try {
    report = await whileLeased({ root, lease: claimed.lease, leaseMs: LEASE_MS, now }, work)
    return report
  } finally {
    settle(report, { id, by, world })
  }
}

const LEASE_MS = 60_000

/** What came to no end is given back: whoever resumes it claims it again. */
function settle(report: RunReport | null, { id, by, world }: { id: string; by: string; world: World }): void {
  const { journal, now, place } = world
  const about = { root: place.root, id, by, journal, now }
  switch (report?.outcome) {
    case 'verified': {
      const proof = readJournal(place.root).entries.findLast(
        (entry) => entry.kind === 'verified' && entry.run === report.run && entry.evidence.passed,
      )
      closeTask({ ...about, decision: { kind: 'proven', entry: proof?.id ?? report.run } })
      return
    }
    case 'blocked':
      moveTask({ ...about, to: 'blocked', reason: report.reason, over: 'own' })
      return
    case 'interrupted':
    case undefined:
      releaseTask({ ...about, claimant: by, reason: report?.reason ?? 'The run failed.' })
  }
}

function notClaimed(id: string, outcome: Exclude<ClaimOutcome, { kind: 'claimed' }>): Fault {
  if (outcome.kind !== 'not-open') return asTaskFault(outcome)
  return new Fault({
    kind: 'user',
    code: 'not-open',
    message: `${id} is ${outcome.task.status.replace('_', ' ')}, and nobody starts there.`,
    hint: `keel task reopen ${id}`,
  })
}
