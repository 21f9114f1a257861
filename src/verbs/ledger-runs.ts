import * as z from 'zod'
import { readJournal } from '#journal/read-journal.ts'
import { foldRuns, type Run } from '#loop/ledger/fold-runs.ts'
import { workerName } from '#loop/ledger/worker-name.ts'
import { assertProject } from './assert-project.ts'
import { resumableRun } from './resumable-run.ts'
import { defineVerb } from './verb.ts'

export type LedgerRunsReport = {
  readonly runs: readonly LedgerRun[]
  /** The run that came to no end, and that nobody is at work on. */
  readonly resumable: string | null
}

export type LedgerRun = Pick<Run, 'run' | 'task' | 'objective' | 'startedAt' | 'ended'> & {
  readonly worker: string
  readonly attempts: number
}

export const ledgerRuns = defineVerb({
  name: 'ledger runs',
  summary: 'Show the runs of the loop, the latest last.',
  details:
    'Each with its task or objective, who worked, how often, and how it ended. One without an end can be resumed.',
  examples: [{ command: 'keel ledger runs', explains: 'all of them' }],
  input: z.object({}),
  tells: null,
  tool: null,
  configuration: 'any',
  run: async (_input, { place }): Promise<LedgerRunsReport> => {
    assertProject(place)
    const runs = foldRuns(readJournal(place.root).entries)
    return {
      resumable: resumableRun(place.root),
      runs: runs.map(({ run, task, objective, startedAt, ended, worker, attempts }) => ({
        run,
        task,
        objective,
        startedAt,
        ended,
        worker: workerName(worker),
        attempts: attempts.length,
      })),
    }
  },
  hasFindings: () => false,
})
