import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { LedgerAttempt } from '#loop/ledger/fold-attempts.ts'
import { LEDGER_FOLDER } from '#loop/ledger/open-ledger.ts'
import { Fault } from '#words/fault.ts'
import { assertProject } from './assert-project.ts'
import { readAttempts } from './read-attempts.ts'
import { resumableRun } from './resumable-run.ts'
import { defineVerb } from './verb.ts'

export type LedgerShowReport = {
  /** The run that came to no end, and that nobody is at work on. */
  readonly resumable: string | null
  readonly attempts: readonly (LedgerAttempt & {
    /** Where its papers lie, below the root; null where they are gone. */
    readonly papers: string | null
  })[]
}

export const ledgerShow = defineVerb({
  name: 'ledger show',
  summary: 'Show each attempt at a task.',
  details:
    'Who worked, for how long, what it cost and where that is known from, what was changed and committed, which tests failed, and ' +
    'where prompt, log and evidence lie.',
  examples: [
    { command: 'keel ledger show k7f3q', explains: 'the attempts at a task' },
    { command: 'keel ledger show r-12ab34', explains: 'the attempts of a run' },
  ],
  input: z.object({ task: z.string().trim().min(1).describe('A task, or a run, by its id.') }),
  positional: 'task',
  tells: null,
  tool: null,
  configuration: 'any',
  run: async ({ task }, { place }): Promise<LedgerShowReport> => {
    assertProject(place)
    const attempts = readAttempts(place.root).filter(
      (attempt) => attempt.task === task || attempt.run === task,
    )
    if (attempts.length === 0)
      throw new Fault({
        kind: 'user',
        code: 'no-attempt',
        message: `Nobody has tried ${task} here.`,
        hint: 'keel ledger',
      })
    return {
      resumable: resumableRun(place.root),
      attempts: attempts.map((attempt) => ({ ...attempt, papers: papersOf(attempt, place.root) })),
    }
  },
  hasFindings: () => false,
})

function papersOf({ task, run, number }: LedgerAttempt, root: string): string | null {
  const folder = `${LEDGER_FOLDER}/${task ?? run}/${number}`
  return existsSync(join(root, folder)) ? folder : null
}
