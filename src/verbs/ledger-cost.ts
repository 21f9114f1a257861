import * as z from 'zod'
import { readJournal } from '#journal/read-journal.ts'
import { type CostReport, sumCosts } from '#loop/ledger/sum-costs.ts'
import type { Entry } from '#words/entry.ts'
import { assertProject } from './assert-project.ts'
import { readAttempts } from './read-attempts.ts'
import { defineVerb } from './verb.ts'

export type LedgerCostReport = CostReport & {
  /** What was spent on plans, which are no attempts at anything. */
  readonly planning: { readonly asked: number; readonly tokens: number; readonly costUsd: number | null }
}

export const ledgerCost = defineVerb({
  name: 'ledger cost',
  summary: 'Show what a verified task costs.',
  details:
    'All that was spent, failures too, for each task that was proven, and the same for each host and model, and for each tier: attempts, success, tokens and ' +
    'money. Where a cost is known from is said: `reported` by the program, from keel’s `table` of prices, `estimated` ' +
    'because the program was ended before it could say, or part of a `subscription`. What nobody knows is not counted as nothing.',
  examples: [{ command: 'keel ledger cost', explains: 'in all, and by who worked' }],
  input: z.object({}),
  tells: null,
  tool: null,
  configuration: 'any',
  run: async (_input, { place }): Promise<LedgerCostReport> => {
    assertProject(place)
    const { entries } = readJournal(place.root)
    return { ...sumCosts(readAttempts(place.root)), planning: sumPlanning(entries) }
  },
  hasFindings: () => false,
})

function sumPlanning(entries: readonly Entry[]): LedgerCostReport['planning'] {
  const usages = entries.flatMap((entry) => (entry.kind === 'planned' ? [entry.usage] : []))
  const costs = usages.flatMap(({ costUsd }) => costUsd ?? [])
  return {
    asked: usages.length,
    tokens: usages.reduce((sum, { input, output }) => sum + input + output, 0),
    costUsd: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
  }
}
