import * as z from 'zod'
import type { LedgerAttempt } from '#loop/ledger/fold-attempts.ts'
import { costOf, workOf } from '#loop/ledger/sum-costs.ts'
import { assertProject } from './assert-project.ts'
import { readAttempts } from './read-attempts.ts'
import { resumableRun } from './resumable-run.ts'
import { defineVerb } from './verb.ts'

export type LedgerReport = {
  readonly work: readonly LedgerLine[]
  /** The run that came to no end, and that nobody is at work on. */
  readonly resumable: string | null
}

/** One piece of work, and what became of it. */
export type LedgerLine = {
  /** Null for an objective that is no task. */
  readonly task: string | null
  readonly objective: string
  readonly attempts: number
  /** How the last attempt ended. */
  readonly outcome: LedgerAttempt['outcome']
  readonly error: LedgerAttempt['error']
  /** Null where nobody told of any cost. */
  readonly costUsd: number | null
  readonly lastAt: string
}

export const ledger = defineVerb({
  name: 'ledger',
  summary: 'Show what was tried, and what came of it.',
  details:
    'Folded from the journal: each task, or objective, with its attempts, how the last one ended and what all of them cost. The papers ' +
    'of an attempt (prompt, log, evidence) lie in `.keel/ledger/<task>/<n>/`.',
  examples: [
    { command: 'keel ledger', explains: 'every task, the latest last' },
    { command: 'keel ledger show k7f3q', explains: 'each attempt at one' },
    { command: 'keel ledger cost', explains: 'what a verified task costs' },
  ],
  input: z.object({}),
  tells: null,
  tool: null,
  configuration: 'any',
  run: async (_input, { place }): Promise<LedgerReport> => {
    assertProject(place)
    const attempts = readAttempts(place.root)
    const works = [...new Set(attempts.map(workOf))]
    const work = works.map((name) => summed(attempts.filter((attempt) => workOf(attempt) === name)))
    return {
      work: work.sort((one, other) => (one.lastAt < other.lastAt ? -1 : 1)),
      resumable: resumableRun(place.root),
    }
  },
  hasFindings: () => false,
})

function summed(attempts: readonly LedgerAttempt[]): LedgerLine {
  const last = attempts.at(-1)
  if (last === undefined) throw new Error('work without an attempt')
  return {
    task: last.task,
    objective: last.objective,
    attempts: attempts.length,
    outcome: last.outcome,
    error: last.error,
    costUsd: costOf(attempts),
    lastAt: last.endedAt ?? last.startedAt,
  }
}
