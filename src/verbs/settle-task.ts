import { readJournal } from '#journal/read-journal.ts'
import { sealKey } from '#kit/seal.ts'
import { describeAside } from '#loop/aside/aside-remarks.ts'
import type { RunReport } from '#loop/conclude.ts'
import { foldRuns } from '#loop/ledger/fold-runs.ts'
import { type ReleaseOutcome, releaseTask } from '#loop/tasks/claim-task.ts'
import { closeEpicsAbove } from '#loop/tasks/close-epics-above.ts'
import { type CloseOutcome, closeTask } from '#loop/tasks/close-task.ts'
import { type Held, type Moved, moveTask } from '#loop/tasks/move-task.ts'
import { openBoard } from '#loop/tasks/open-board.ts'
import { openParts, sayOpenParts } from '#loop/tasks/open-parts.ts'
import { putBackTasks } from '#loop/tasks/put-back-tasks.ts'
import { type Restored, restoreTasks } from '#loop/tasks/restore-tasks.ts'
import type { TaskTrouble } from '#loop/tasks/sources/contract.ts'
import { type Noted, writeNote } from '#loop/tasks/write-note.ts'
import type { Entry } from '#words/entry.ts'
import { Fault } from '#words/fault.ts'
import { userFault } from '#words/user-fault.ts'
import { asFault } from './as-fault.ts'
import { asTaskFault } from './as-task-fault.ts'
import { nextAbove } from './next-above.ts'
import { taskSource } from './task-source.ts'
import type { World } from './world.ts'

export type Settlement = {
  readonly id: string
  /** Who claimed it. */
  readonly by: string
  readonly world: World
}

/** Why a task does not say what came of the work on it. */
export type Unsettled = {
  /** Either this task alone could not be written, or the place where all tasks live did not answer. */
  readonly concerns: 'task' | 'all-tasks'
  readonly code: string
  readonly reason: string
  readonly hint: string | null
}

/** What came of settling a task. */
export type Settled = {
  /** Null where the task says what came of the work, and where there is none. */
  readonly unsettled: Unsettled | null
  /** The tasks that were taken away or meddled with while the agent was at work, and are as they were. */
  readonly restored: readonly Restored[]
}

type Ended = Pick<RunReport, 'outcome' | 'run' | 'reason' | 'leaving'>

/**
 * Gives a task the status that the work on it has earned. What came to no end is given back: whoever resumes it claims it again.
 * Nothing is thrown where the task cannot be written, because the work is done by then, and whoever asked for it must hear of it.
 */
export async function settleTask(report: Ended | null, settlement: Settlement): Promise<Settled> {
  try {
    const { fault, restored } = await settle(report, settlement)
    return { unsettled: fault === null ? null : told(fault, 'task'), restored }
  } catch (error) {
    const fault = asFault(error)
    if (fault instanceof Fault) return { unsettled: told(fault, 'all-tasks'), restored: [] }
    throw error
  }
}

function told({ code, message, hint }: Fault, concerns: Unsettled['concerns']): Unsettled {
  return { concerns, code, reason: message, hint }
}

type Outcome = { readonly fault: Fault | null } & Pick<Settled, 'restored'>

async function settle(report: Ended | null, { id, by, world }: Settlement): Promise<Outcome> {
  const { journal, now } = world
  const source = taskSource(world)
  const about: About = { source, id, by, journal, now }
  if (report === null || report.outcome === 'interrupted')
    return alone(
      faultIn(releaseTask({ ...about, claimant: by, reason: report?.reason ?? 'The run failed.' })),
    )
  const { entries } = readJournal(source.root)
  const base = foldRuns(entries).find(({ run }) => run === report.run)?.base ?? null
  // Else what an agent has made of its own task could not be changed any more.
  const seen = seenIn(entries, report.run)
  if (base !== null) await restoreTasks({ source, base, of: { id }, seen: null })
  if (report.outcome === 'verified') {
    const fault = settleProven(about, proofIn(entries, report.run))
    const next = fault === null ? nextAbove(about) : null
    if (next !== null) world.mention(next)
    return alone(fault)
  }
  const fault = settleBlocked(about, report)
  if (base === null) return alone(fault)
  const { run } = report
  const key = sealKey(world.place)
  return { fault, restored: await putBackTasks({ source, base, seen, run, task: id, entries, key }) }
}

function alone(fault: Fault | null): Outcome {
  return { fault, restored: [] }
}

type About = Pick<Parameters<typeof closeTask>[0], 'source' | 'id' | 'by' | 'journal' | 'now'>

function proofIn(entries: readonly Entry[], run: string): string {
  const isProof = (entry: Entry) => entry.kind === 'verified' && entry.run === run && entry.evidence.passed
  return entries.findLast(isProof)?.id ?? run
}

/** The tree after the last tests of a run: what is otherwise by now, its agent has not done. */
function seenIn(entries: readonly Entry[], run: string): string | null {
  const last = entries.findLast((entry) => entry.kind === 'verified' && entry.run === run)
  return last?.kind === 'verified' ? last.evidence.after : null
}

function settleProven(about: About, entry: string): Fault | null {
  const { source, id, now } = about
  const left = openParts(openBoard(source, now()).table, id)
  if (left.length > 0) return settleInParts(about, left)
  const outcome = closeTask({ ...about, decision: { kind: 'proven', entry } })
  if (outcome.kind === 'moved') closeEpicsAbove({ ...about, entry })
  return faultIn(outcome)
}

/** The work on it is done and the work on its parts is not: nobody starts it again, and who waits for it waits on. */
function settleInParts(about: About, parts: readonly string[]): Fault | null {
  const reason = sayOpenParts(parts)
  const outcome = moveTask({ ...about, to: 'implemented', reason, over: 'own' })
  const message = `${about.id} is implemented, and not done. ${reason}`
  return faultIn(outcome) ?? userFault('open-parts', { message, hint: `keel task close ${about.id}` })
}

function settleBlocked(about: About, { reason, leaving }: Pick<Ended, 'reason' | 'leaving'>): Fault | null {
  const { source, id, now } = about
  const fault = faultIn(moveTask({ ...about, ...setAsideIn(about, reason), over: 'own' }))
  // What was not blocked is settled again by the next run, and the note would be written twice.
  if (fault !== null || leaving === null || leaving.kind === 'as-it-was' || leaving.aside === null)
    return fault
  return faultIn(writeNote({ source, id, text: describeAside(leaving.aside), by: 'keel', at: now() }))
}

/** What somebody made of it meanwhile stays, with their reason, and is recorded as what came of the run. */
function setAsideIn({ source, id }: About, reason: string): { to: 'blocked' | 'deferred'; reason: string } {
  const found = source.name === 'files' ? source.read(id) : null
  if (found?.kind !== 'task') return { to: 'blocked', reason }
  const { status, blocked_by } = found.task
  if (status === 'deferred') return { to: status, reason }
  return { to: 'blocked', reason: status === 'blocked' ? (blocked_by ?? reason) : reason }
}

/** Null where it was done, or is no more to be done by us. */
function faultIn(outcome: CloseOutcome | ReleaseOutcome | Moved | Held | Noted | TaskTrouble): Fault | null {
  switch (outcome.kind) {
    case 'moved':
    case 'noted':
    case 'closed-before':
    // Only for who gives it back, and then there is nothing to give.
    case 'not-yours':
      return null
    case 'refused':
      return userFault('not-proven', { message: outcome.reasons.join('\n'), hint: 'keel task list' })
    case 'missing':
    case 'broken':
    case 'unfit':
    case 'taken':
    case 'busy':
    case 'held':
      return asTaskFault(outcome)
  }
}
