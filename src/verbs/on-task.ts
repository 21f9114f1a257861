import type { RunReport } from '#loop/conclude.ts'
import type { Hold, SetAside } from '#loop/desk.ts'
import { readRefs } from '#loop/read-refs.ts'
import { readStand } from '#loop/stand.ts'
import { type ClaimOutcome, claimTask } from '#loop/tasks/claim-task.ts'
import { epicsEndingWith } from '#loop/tasks/close-epics-above.ts'
import type { Lease } from '#loop/tasks/lease.ts'
import { openBoard } from '#loop/tasks/open-board.ts'
import { openParts } from '#loop/tasks/open-parts.ts'
import { regainLease } from '#loop/tasks/regain-lease.ts'
import type { TaskSource } from '#loop/tasks/sources/contract.ts'
import { whileLeased } from '#loop/tasks/while-leased.ts'
import { whyLost } from '#loop/tasks/why-lost.ts'
import { swaysIn } from '#loop/verify/sways-in.ts'
import { Fault } from '#words/fault.ts'
import { asTaskFault } from './as-task-fault.ts'
import { everyMove } from './moves-of.ts'
import { projectTests } from './project-tests.ts'
import { type Settled, settleTask } from './settle-task.ts'
import { taskSource } from './task-source.ts'
import { validConfig } from './valid-config.ts'
import { notReady, whyNotStart } from './why-not-start.ts'
import type { World } from './world.ts'

/** What came of wanting to work on a task. */
export type Worked<Report> = { readonly kind: 'worked'; readonly report: Report } | Unclaimed

export type Unclaimed = Exclude<ClaimOutcome, { kind: 'claimed' }>

/** A task that is ours for as long as nobody takes it from us. */
export type HeldTask = {
  readonly hold: Hold
  /** Aborted as soon as it is seen that somebody has. */
  readonly lost: AbortSignal
}

type Work<Report> = { readonly world: World; readonly work: (held: HeldTask) => Promise<Report> }

/** Works on a task that is claimed for as long, and gives it the status that the work has earned. */
export async function onTask<Report extends RunReport & Settled>(
  id: string,
  { world, work }: Work<Report>,
): Promise<Worked<Report>> {
  const { journal, now } = world
  const source = taskSource(world)
  const { root } = source
  const by = RUN_CLAIMANT
  const reasons = whyNotStart(id, { source, claimant: by, now })
  if (reasons.length > 0) return { kind: 'not-ready', reasons }
  const stand = await readStand(root)
  const who = { claimant: by, process: process.pid, leaseMs: LEASE_MS }
  const environment = swaysIn(world.place.environment, root)
  const proof = { test: projectTests(world), checks: validConfig(world).loop.checks, environment }
  const refs = await readRefs(root)
  const claim = { source, id, ...who, ...stand, refs, ...proof, journal, now }
  const claimed = claimTask(claim)
  if (claimed.kind !== 'claimed') return claimed
  const { lease } = claimed
  let held = lease
  const lost = new AbortController()
  const isMoved = () =>
    everyMove(world).some((move) => move.task === id && move.by !== by && move.at > lease.taken)
  const regain = () => {
    held = regainLease({ source, lease: held, leaseMs: LEASE_MS, now, isMoved }) ?? held
  }
  const hold: Hold = {
    whyLost: () => {
      const setAside = whySetAside(source, id)
      if (setAside === null) ifItCan(regain)
      return setAside === null ? whyLost({ source, lease: held, now: now() }) : { ...setAside, next: null }
    },
    whySetAside: () => whySetAside(source, id),
    doneByProof: () => {
      // A tracker is not asked: what is committed says nothing of its tasks.
      if (source.name !== 'files') return [id]
      const { table } = openBoard(source, now())
      return openParts(table, id).length === 0 ? [id, ...epicsEndingWith(table, id)] : []
    },
  }
  const renew = () => source.renew?.(id)
  const onRenewed = (renewed: Lease) => {
    held = renewed
  }
  const onLost = () => lost.abort()
  const leased = { root, lease, leaseMs: LEASE_MS, now, renew, onRenewed, regain, onLost }
  let report: Report | null = null
  try {
    report = await whileLeased(leased, () => work({ hold, lost: lost.signal }))
  } finally {
    // Only who holds it can give it back, and else it would be in progress for good.
    ifItCan(regain)
    const settled = await settleTask(report, { id, by, world })
    if (report !== null) report = { ...report, ...settled }
  }
  return { kind: 'worked', report }
}

/** What cannot be regained, for whatever reason, is lost, which is told where it matters. */
function ifItCan(regain: () => void): void {
  try {
    regain()
  } catch {
    // Asked again the next time.
  }
}

/** Why nobody wants the task done any more, by its file: a person who edits it knows of no lease. */
function whySetAside(source: TaskSource, id: string): SetAside | null {
  // A tracker would have to be asked over the network, and has its own word for whose a task is.
  const found = source.name === 'files' ? source.read(id) : null
  const status = found?.kind === 'task' ? found.task.status : null
  return status === 'deferred' || status === 'blocked'
    ? { to: status, reason: `${id} was set to ${status} while the run was at work.` }
    : null
}

const LEASE_MS = 60_000

/** By which name a run of this process holds its task. */
export const RUN_CLAIMANT = `keel-${process.pid}`

export function notClaimed(id: string, outcome: Unclaimed): Fault {
  if (outcome.kind === 'not-ready') return notReady(id, outcome.reasons)
  if (outcome.kind !== 'not-open') return asTaskFault(outcome)
  return new Fault({
    kind: 'user',
    code: 'not-open',
    message: `${id} is ${outcome.task.status.replace('_', ' ')}, and nobody starts there.`,
    hint: `keel task reopen ${id}`,
  })
}
