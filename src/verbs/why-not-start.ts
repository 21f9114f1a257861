import { openBoard } from '#loop/tasks/open-board.ts'
import type { TaskSource } from '#loop/tasks/sources/contract.ts'
import { whyNotReady } from '#loop/tasks/why-not-ready.ts'
import { Fault } from '#words/fault.ts'

type Starter = {
  readonly source: TaskSource
  readonly claimant: string
  /** Whether keel’s own record has them as the last who moved it: then a lease that is gone was theirs. */
  readonly wasTheirs?: (id: string) => boolean
  readonly now: () => Date
}

/**
 * Why somebody cannot start on a task, a sentence each; none where they can. Asked by whoever claims one, at a shell or for a run,
 * before anything is spent. What is one’s own already is not ready, and can be claimed again.
 */
export function whyNotStart(id: string, { source, claimant, wasTheirs, now }: Starter): string[] {
  const { table, leases } = openBoard(source, now())
  const place = table.placeOf(id)
  const lease = leases.live.get(id)
  const isLost = () => !leases.dead.has(id) && wasTheirs?.(id) === true
  const isOwn = lease === undefined ? isLost() : lease.claimant === claimant
  return place === undefined || isOwn ? [] : whyNotReady(table, { place, leases })
}

export function notReady(id: string, reasons: readonly string[]): Fault {
  return new Fault({
    kind: 'user',
    code: 'not-ready',
    message: [`${id} cannot be started.`, ...reasons].join('\n'),
    hint: `keel task show ${id}`,
  })
}
