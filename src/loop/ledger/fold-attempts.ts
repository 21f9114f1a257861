import type { Aside, Entry, Worker } from '#words/entry.ts'
import type { Evidence } from '#words/evidence.ts'
import { knownUsage, type Usage } from '#words/usage.ts'
import { judge } from '../judge.ts'
import { type Attempt, foldRuns, type Run } from './fold-runs.ts'

/** One try, with all that the journal knows of it. */
export type LedgerAttempt = {
  /** The task; null for an objective alone. */
  readonly task: string | null
  readonly objective: string
  readonly run: string
  readonly number: number
  readonly worker: Worker
  /** The rung that the worker stands on; null where nobody has said. */
  readonly tier: string | null
  readonly startedAt: string
  /** Null where nobody saw its end. */
  readonly endedAt: string | null
  readonly outcome: 'verified' | 'failed' | 'interrupted' | 'running'
  /** Null where nothing went wrong. */
  readonly error: { readonly category: string; readonly summary: string } | null
  /** Null where nobody knows. */
  readonly usage: Usage | null
  /** Files that are other than before it. */
  readonly files: readonly string[]
  /** Commits of the agent’s own, and keel’s where it was the one that was verified. */
  readonly commits: readonly string[]
  readonly pack: { readonly files: readonly string[]; readonly tokens: number } | null
  readonly claimed: boolean
  readonly evidence: Evidence | null
  /** Where what it left is kept; null where it was not put aside. */
  readonly aside: Aside | null
}

/**
 * Every attempt in the journal, oldest first. One without an end is running only where a process is at work, and then in the last
 * run alone: there is one at a time.
 */
export function foldAttempts(
  entries: readonly Entry[],
  now: 'at-work' | 'idle' = 'at-work',
): LedgerAttempt[] {
  const times = timesOf(entries)
  const runs = foldRuns(entries)
  const atWork = now === 'idle' ? undefined : runs.at(-1)
  return runs
    .flatMap((run) => run.attempts.map((attempt) => tell({ run, attempt, times, isAtWork: run === atWork })))
    .sort((one, other) => (one.startedAt < other.startedAt ? -1 : one.startedAt > other.startedAt ? 1 : 0))
}

/** The attempts at a task, oldest first. */
export function attemptsAt(task: string, entries: readonly Entry[]): LedgerAttempt[] {
  return foldAttempts(entries).filter((attempt) => attempt.task === task)
}

/** The attempts of a run, whether or not the journal has kept all of it. */
export function attemptsIn(run: Run, entries: readonly Entry[]): LedgerAttempt[] {
  const times = timesOf(entries)
  return run.attempts.map((attempt) => tell({ run, attempt, times, isAtWork: true }))
}

type Times = ReadonlyMap<string, { readonly startedAt: string; readonly endedAt: string | null }>

function timesOf(entries: readonly Entry[]): Times {
  const times = new Map<string, { startedAt: string; endedAt: string | null }>()
  for (const entry of entries) {
    if (entry.kind === 'attempt-started')
      times.set(`${entry.run} ${entry.attempt}`, { startedAt: entry.at, endedAt: null })
    if (entry.kind !== 'attempt-ended') continue
    const known = times.get(`${entry.run} ${entry.attempt}`)
    if (known !== undefined) known.endedAt = entry.at
  }
  return times
}

type Told = {
  readonly run: Run
  readonly attempt: Attempt
  readonly times: Times
  readonly isAtWork: boolean
}

function tell({ run, attempt, times, isAtWork }: Told): LedgerAttempt {
  const { task, objective, worker, tier, base, ended } = run
  const { attempt: number, usage, claimed, evidence, files, commits, pack } = attempt
  const isLast = run.attempts.at(-1) === attempt
  const isVerified = isLast && ended?.outcome === 'verified'
  const time = times.get(`${run.run} ${number}`)
  const landed = isVerified && ended?.commit != null ? [ended.commit] : []
  return {
    task,
    objective,
    run: run.run,
    number,
    worker,
    tier,
    startedAt: time?.startedAt ?? run.startedAt,
    endedAt: isUnseen(attempt) ? null : (time?.endedAt ?? null),
    ...(isVerified
      ? { outcome: 'verified', error: null }
      : isAtWork || attempt.ending !== null
        ? whatWentWrong(attempt, base)
        : UNSEEN),
    usage: knownUsage(usage),
    files,
    commits: [...commits, ...landed],
    pack,
    claimed,
    evidence,
    aside: isLast ? run.aside : null,
  }
}

/** Its end was recorded later, by whoever found it without one. */
function isUnseen({ ending, usage }: Attempt): boolean {
  return ending?.kind === 'killed' && usage === null
}

const UNSEEN = {
  outcome: 'interrupted',
  error: { category: 'killed', summary: 'keel was killed while the agent was at work.' },
} as const

function whatWentWrong(attempt: Attempt, base: string): Pick<LedgerAttempt, 'outcome' | 'error'> {
  const { ending, evidence } = attempt
  if (ending === null) return { outcome: 'running', error: null }
  const verdict = judge({ attempt, base })
  if (verdict.kind === 'proven')
    return { outcome: 'failed', error: { category: 'not-committed', summary: '' } }
  const summary = verdict.trouble
  if (evidence === null && ending.kind === 'ok') return { outcome: 'interrupted', error: UNTESTED }
  if (verdict.kind === 'broken' || ending.kind === 'killed')
    return { outcome: 'interrupted', error: { category: ending.kind, summary } }
  const category = evidence === null ? ending.kind : categoryOf(evidence, base)
  return { outcome: 'failed', error: { category, summary } }
}

const UNTESTED = { category: 'not-tested', summary: 'keel was ended before it could test what was done.' }

function categoryOf(
  { passed, tree, tampering, altered, counts, exitCode, checks }: Evidence,
  base: string,
): string {
  if (passed && tree === base) return 'nothing-changed'
  if (tampering.length > 0) return 'tampering'
  if (altered.length > 0 && exitCode === 0) return 'unsettled'
  if (counts !== null && counts.passed + counts.failed === 0) return 'no-tests'
  if (exitCode === null) return 'tests-ended'
  return exitCode === 0 && checks.some((check) => !check.passed) ? 'check-failed' : 'tests-failed'
}
