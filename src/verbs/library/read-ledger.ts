import type { LedgerAttempt } from '#loop/ledger/fold-attempts.ts'
import { type LedgerCostReport, ledgerCost } from '../ledger-cost.ts'
import { type LedgerRun, ledgerRuns } from '../ledger-runs.ts'
import { readAttempts } from '../read-attempts.ts'
import { worldOf } from './world-of.ts'

/** What was tried in a project, and what it cost. */
export type LedgerRecord = {
  /** All of them, oldest first. */
  readonly attempts: readonly LedgerAttempt[]
  /** The latest last. */
  readonly runs: readonly LedgerRun[]
  readonly cost: LedgerCostReport
}

/** The whole ledger of a project, as `keel ledger`, `keel ledger runs` and `keel ledger cost` have it. */
export async function readLedger(folder: string): Promise<LedgerRecord> {
  const world = worldOf(folder)
  const { runs } = await ledgerRuns.run({}, world)
  return { attempts: readAttempts(world.place.root), runs, cost: await ledgerCost.run({}, world) }
}
