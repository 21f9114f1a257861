import type { RunReport } from '#loop/conclude.ts'
import { readStand } from '#loop/stand.ts'
import { type ClaimOutcome, claimTask } from '#loop/tasks/claim-task.ts'
import { whileLeased } from '#loop/tasks/while-leased.ts'
import { Fault } from '#words/fault.ts'
import { asTaskFault } from './as-task-fault.ts'
import { settleTask } from './settle-task.ts'
import { taskSource } from './task-source.ts'
import type { World } from './world.ts'

/** What came of wanting to work on a task. */
export type Worked<Report> = { readonly kind: 'worked'; readonly report: Report } | Unclaimed

export type Unclaimed = Exclude<ClaimOutcome, { kind: 'claimed' }>

/** Works on a task that is claimed for as long, and gives it the status that the work has earned. */
export async function onTask<Report extends RunReport>(
  id: string,
  { world, work }: { world: World; work: () => Promise<Report> },
): Promise<Worked<Report>> {
  const { journal, now } = world
  const source = taskSource(world)
  const { root } = source
  const by = `keel-${process.pid}`
  const stand = await readStand(root)
  const claim = { source, id, claimant: by, process: process.pid, leaseMs: LEASE_MS, ...stand, journal, now }
  const claimed = claimTask(claim)
  if (claimed.kind !== 'claimed') return claimed
  let report: Report | null = null
  try {
    const { lease } = claimed
    report = await whileLeased({ root, lease, leaseMs: LEASE_MS, now, renew: () => source.renew?.(id) }, work)
    return { kind: 'worked', report }
  } finally {
    await settleTask(report, { id, by, world })
  }
}

const LEASE_MS = 60_000

export function notClaimed(id: string, outcome: Unclaimed): Fault {
  if (outcome.kind !== 'not-open') return asTaskFault(outcome)
  return new Fault({
    kind: 'user',
    code: 'not-open',
    message: `${id} is ${outcome.task.status.replace('_', ' ')}, and nobody starts there.`,
    hint: `keel task reopen ${id}`,
  })
}
