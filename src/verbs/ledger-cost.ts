import * as z from 'zod'
import { readJournal } from '#journal/read-journal.ts'
import { foldAttempts } from '#loop/ledger/fold-attempts.ts'
import { type CostReport, sumCosts } from '#loop/ledger/sum-costs.ts'
import { assertProject } from './assert-project.ts'
import { defineVerb } from './verb.ts'

export type LedgerCostReport = CostReport

export const ledgerCost = defineVerb({
  name: 'ledger cost',
  summary: 'Show what a verified task costs.',
  details:
    'All that was spent, failures too, for each task that was proven, and the same for each host and model: attempts, success, tokens and ' +
    'money. Where a cost is known from is said: `reported` by the program, from keel’s `table` of prices, or part of a `subscription`.',
  examples: [{ command: 'keel ledger cost', explains: 'in all, and by who worked' }],
  input: z.object({}),
  tells: null,
  tool: null,
  configuration: 'any',
  run: async (_input, { place }): Promise<LedgerCostReport> => {
    assertProject(place)
    return sumCosts(foldAttempts(readJournal(place.root).entries))
  },
  hasFindings: () => false,
})
