import type { Worker } from '#words/entry.ts'
import type { Usage } from '#words/usage.ts'
import type { LedgerAttempt } from './fold-attempts.ts'

/** What work has cost, and what came of it. */
export type CostSum = {
  /** Tasks, or objectives where there is no task. */
  readonly tasks: number
  readonly verified: number
  readonly attempts: number
  readonly tokens: { readonly input: number; readonly cached: number; readonly output: number }
  /** Null where nobody told of any cost. */
  readonly costUsd: number | null
  /** What is spent on all that was tried, for each task that was proven; null where none was. */
  readonly costPerVerified: number | null
  /** Attempts by where their cost is known from. */
  readonly sources: Readonly<Record<Usage['costSource'], number>>
}

export type CostReport = CostSum & { readonly byWorker: readonly (CostSum & { readonly worker: string })[] }

/** Over all attempts, and for each of those who made them. A task counts for whoever proved it. */
export function sumCosts(attempts: readonly LedgerAttempt[]): CostReport {
  const workers = [...new Set(attempts.map(({ worker }) => workerName(worker)))].sort()
  const of = (name: string) => attempts.filter(({ worker }) => workerName(worker) === name)
  return { ...sum(attempts), byWorker: workers.map((worker) => ({ worker, ...sum(of(worker)) })) }
}

/** By what a ledger calls a piece of work: its task, or its objective. */
export function workOf({ task, objective }: LedgerAttempt): string {
  return task ?? objective
}

export function workerName(worker: Worker): string {
  if (worker.kind === 'model') return `${worker.model} as ${worker.role}`
  return worker.model === null ? worker.host : `${worker.host} with ${worker.model}`
}

function sum(attempts: readonly LedgerAttempt[]): CostSum {
  const usages = attempts.flatMap(({ usage }) => usage ?? [])
  const verified = new Set(attempts.filter(({ outcome }) => outcome === 'verified').map(workOf)).size
  const costs = usages.flatMap(({ costUsd }) => costUsd ?? [])
  const costUsd = costs.length === 0 ? null : costs.reduce((total, cost) => total + cost, 0)
  const total = (of: (usage: Usage) => number) => usages.reduce((sumSoFar, usage) => sumSoFar + of(usage), 0)
  const sources: Record<Usage['costSource'], number> = { reported: 0, table: 0, subscription: 0, none: 0 }
  for (const { costSource } of usages) sources[costSource] += 1
  return {
    tasks: new Set(attempts.map(workOf)).size,
    verified,
    attempts: attempts.length,
    tokens: {
      input: total(({ input }) => input),
      cached: total(({ cacheRead, cacheWrite }) => cacheRead + cacheWrite),
      output: total(({ output }) => output),
    },
    costUsd,
    costPerVerified: costUsd === null || verified === 0 ? null : costUsd / verified,
    sources,
  }
}
