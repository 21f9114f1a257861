import { describeRecord } from '#context/library/pack-folder.ts'
import { readJournal } from '#journal/read-journal.ts'
import type { Beginning } from '#loop/begin-run.ts'
import type { RunReport } from '#loop/conclude.ts'
import { foldAttempts } from '#loop/ledger/fold-attempts.ts'
import { readTask } from '#loop/tasks/change-task.ts'
import { type ClaimOutcome, claimTask, releaseTask } from '#loop/tasks/claim-task.ts'
import { closeTask } from '#loop/tasks/close-task.ts'
import { epicContext } from '#loop/tasks/epic-context.ts'
import { moveTask } from '#loop/tasks/move-task.ts'
import { whileLeased } from '#loop/tasks/while-leased.ts'
import type { Entry } from '#words/entry.ts'
import { Fault } from '#words/fault.ts'
import type { Task } from '#words/task.ts'
import { taskProof } from './task-proof.ts'
import type { World } from './world.ts'

/** What a run on a task is begun with: what the task says, and what proves it. */
export function taskIntent(
  task: Task,
  world: World,
): Omit<Beginning, 'worker' | 'test'> & { readonly test: string | null } {
  const { command, checks } = taskProof(task, world)
  const { entries } = readJournal(world.place.root)
  return {
    objective: describeRecord(task),
    test: command,
    task: task.id,
    checks,
    mayChangeTests: task.changes_tests,
    tried: foldAttempts(entries).filter((attempt) => attempt.task === task.id).length,
  }
}

/** What a task is a part of, for whoever works on it. */
export function epicOf(
  task: Task,
  { tasks, entries }: { tasks: readonly Task[]; entries: readonly Entry[] },
): string | null {
  const doneAt = (id: string) =>
    entries.findLast((entry) => entry.kind === 'task-moved' && entry.task === id && entry.to === 'done')
      ?.at ?? null
  return epicContext({ task, tasks, doneAt })
}

/** Works on a task that is claimed for as long, and gives it the status that the work has earned. */
export async function onTask(
  id: string,
  { world, work }: { world: World; work: () => Promise<RunReport> },
): Promise<RunReport> {
  const { place, journal, now } = world
  const { root } = place
  const by = `keel-${process.pid}`
  const claimed = claimTask({ root, id, claimant: by, process: process.pid, leaseMs: LEASE_MS, journal, now })
  if (claimed.kind !== 'claimed') throw notClaimed(id, claimed)
  let report: RunReport | null = null
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
      const entry = readJournal(place.root).entries.findLast(
        (one) => one.kind === 'verified' && one.run === report.run && one.evidence.passed,
      )
      closeTask({ ...about, decision: { kind: 'proven', entry: entry?.id ?? report.run } })
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

/** A task by its id, or a fault that says what is wrong with it. */
export function taskToWorkOn(root: string, id: string): Task {
  const found = readTask(root, id)
  switch (found.kind) {
    case 'task':
      return found.task
    case 'missing':
      throw fault({ message: `There is no task ${id}.`, code: 'no-task', hint: 'keel task list' })
    case 'broken':
    case 'unfit':
      throw fault({
        message: `${found.file} ${found.reason}.`,
        code: 'bad-task',
        hint: `keel task show ${id}`,
      })
    case 'busy':
      throw fault({
        message: `Process ${found.process} is changing tasks here.`,
        code: 'busy',
        hint: 'keel task list',
      })
  }
}

function notClaimed(id: string, outcome: Exclude<ClaimOutcome, { kind: 'claimed' }>): Fault {
  switch (outcome.kind) {
    case 'held':
      return fault({
        code: 'claimed',
        message: `${outcome.lease.claimant} is at work on ${id}, until ${outcome.lease.until} at least.`,
        hint: 'keel task ready',
      })
    case 'not-open':
      return fault({
        code: 'not-open',
        message: `${id} is ${outcome.task.status.replace('_', ' ')}, and nobody starts there.`,
        hint: `keel task reopen ${id}`,
      })
    case 'missing':
      return fault({ code: 'no-task', message: `There is no task ${id}.`, hint: 'keel task list' })
    case 'broken':
    case 'unfit':
      return fault({
        code: 'bad-task',
        message: `${outcome.file}: ${outcome.reason}.`,
        hint: `keel task show ${id}`,
      })
    case 'busy':
      return fault({
        code: 'busy',
        message: `Process ${outcome.process} is changing tasks here.`,
        hint: 'keel task list',
      })
  }
}

function fault({ code, message, hint }: { code: string; message: string; hint: string }): Fault {
  return new Fault({ kind: 'user', code, message, hint })
}
