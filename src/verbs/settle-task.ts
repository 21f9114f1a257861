import { readJournal } from '#journal/read-journal.ts'
import { describeAside } from '#loop/aside/aside-remarks.ts'
import type { RunReport } from '#loop/conclude.ts'
import { foldRuns } from '#loop/ledger/fold-runs.ts'
import { type ReleaseOutcome, releaseTask } from '#loop/tasks/claim-task.ts'
import { closeEpicsAbove } from '#loop/tasks/close-epics-above.ts'
import { type CloseOutcome, closeTask } from '#loop/tasks/close-task.ts'
import { type Held, type Moved, moveTask } from '#loop/tasks/move-task.ts'
import { openBoard } from '#loop/tasks/open-board.ts'
import { openParts, sayOpenParts } from '#loop/tasks/open-parts.ts'
import { restoreTasks } from '#loop/tasks/restore-tasks.ts'
import type { TaskTrouble } from '#loop/tasks/sources/contract.ts'
import { takeBackDone } from '#loop/tasks/take-back-done.ts'
import { type Noted, writeNote } from '#loop/tasks/write-note.ts'
import type { Entry } from '#words/entry.ts'
import { Fault } from '#words/fault.ts'
import { userFault } from '#words/user-fault.ts'
import { asFault } from './as-fault.ts'
import { asTaskFault } from './as-task-fault.ts'
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

type Ended = Pick<RunReport, 'outcome' | 'run' | 'reason' | 'leaving'>

/**
 * Gives a task the status that the work on it has earned. What came to no end is given back: whoever resumes it claims it again.
 * Nothing is thrown where the task cannot be written, because the work is done by then, and whoever asked for it must hear of it.
 */
export async function settleTask(report: Ended | null, settlement: Settlement): Promise<Unsettled | null> {
  try {
    const fault = await settle(report, settlement)
    return fault === null ? null : told(fault, 'task')
  } catch (error) {
    const fault = asFault(error)
    if (fault instanceof Fault) return told(fault, 'all-tasks')
    throw error
  }
}

function told({ code, message, hint }: Fault, concerns: Unsettled['concerns']): Unsettled {
  return { concerns, code, reason: message, hint }
}

async function settle(report: Ended | null, { id, by, world }: Settlement): Promise<Fault | null> {
  const { journal, now } = world
  const source = taskSource(world)
  const about: About = { source, id, by, journal, now }
  if (report === null || report.outcome === 'interrupted')
    return faultIn(releaseTask({ ...about, claimant: by, reason: report?.reason ?? 'The run failed.' }))
  const { entries } = readJournal(source.root)
  const base = foldRuns(entries).find(({ run }) => run === report.run)?.base ?? null
  // Else what an agent has made of its own task could not be changed any more.
  if (base !== null) await restoreTasks({ source, base, of: { id } })
  return report.outcome === 'verified'
    ? settleProven(about, proofIn(entries, report.run))
    : settleBlocked(about, { ...report, entries, base })
}

type About = Pick<Parameters<typeof closeTask>[0], 'source' | 'id' | 'by' | 'journal' | 'now'>

function proofIn(entries: readonly Entry[], run: string): string {
  const isProof = (entry: Entry) => entry.kind === 'verified' && entry.run === run && entry.evidence.passed
  return entries.findLast(isProof)?.id ?? run
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

type Blocking = Pick<Ended, 'reason' | 'leaving'> & {
  readonly entries: readonly Entry[]
  readonly base: string | null
}

async function settleBlocked(
  about: About,
  { reason, leaving, entries, base }: Blocking,
): Promise<Fault | null> {
  const { source, id, by, journal, now } = about
  const faults = [faultIn(moveTask({ ...about, to: 'blocked', reason, over: 'own' }))]
  // What was not blocked is settled again by the next run, and the note would be written twice.
  const isBlocked = faults[0] === null
  if (isBlocked && leaving !== null && leaving.kind !== 'as-it-was' && leaving.aside !== null)
    faults.push(faultIn(writeNote({ source, id, text: describeAside(leaving.aside), by: 'keel', at: now() })))
  if (leaving !== null && base !== null)
    faults.push(...(await takeBackDone({ source, by, journal, now, base, entries })).map(faultIn))
  return faults.find((fault) => fault !== null) ?? null
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
