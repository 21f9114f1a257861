import type { Usage } from '#words/usage.ts'
import type { LedgerAttempt } from './fold-attempts.ts'
import { workerName } from './worker-name.ts'

/** What work has cost, and what came of it. */
export type CostSum = {
  /** Tasks, or objectives where there is no task. */
  readonly tasks: number
  readonly verified: number
  readonly attempts: number
  /** Of attempts of which somebody told what they used. */
  readonly tokens: { readonly input: number; readonly cached: number; readonly output: number }
  /** Null where nobody told of any cost. */
  readonly costUsd: number | null
  /** Whether the cost of every attempt is known: else more was spent than is said here. */
  readonly isCostWhole: boolean
  /** What is spent on all that was tried, for each task that was proven; null where none was. */
  readonly costPerVerified: number | null
  /** Attempts by where their cost is known from. */
  readonly sources: Readonly<Record<CostSource, number>>
}

/** `estimated`: added up by keel, because the program ended before it could say. `unknown`: nobody saw what was used. */
export type CostSource = Usage['costSource'] | 'estimated' | 'unknown'

export type CostReport = CostSum & {
  readonly byWorker: readonly (CostSum & { readonly worker: string })[]
  /** Of attempts that were made on a rung of a ladder. */
  readonly byTier: readonly (CostSum & { readonly tier: string })[]
}

/** Over all attempts, and for each of those who made them. A task counts for whoever proved it. */
export function sumCosts(attempts: readonly LedgerAttempt[]): CostReport {
  const byWorker = grouped(attempts, ({ worker }) => workerName(worker))
  const byTier = grouped(attempts, ({ tier }) => tier)
  return {
    ...sum(attempts),
    byWorker: byWorker.map(([worker, own]) => ({ worker, ...sum(own) })),
    byTier: byTier.map(([tier, own]) => ({ tier, ...sum(own) })),
  }
}

/** By what a ledger calls a piece of work: its task, or its objective. */
export function workOf({ task, objective }: LedgerAttempt): string {
  return task ?? objective
}

/** What of attempts is known to have cost; null where nobody told of any cost. */
export function costOf(attempts: readonly LedgerAttempt[]): number | null {
  const costs = attempts.flatMap(({ usage }) => usage?.costUsd ?? [])
  return costs.length === 0 ? null : costs.reduce((total, cost) => total + cost, 0)
}

type Group = readonly [name: string, attempts: readonly LedgerAttempt[]]

function grouped(
  attempts: readonly LedgerAttempt[],
  nameOf: (attempt: LedgerAttempt) => string | null,
): Group[] {
  const groups = new Map<string, LedgerAttempt[]>()
  for (const attempt of attempts) {
    const name = nameOf(attempt)
    if (name !== null) groups.set(name, [...(groups.get(name) ?? []), attempt])
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1))
}

function sum(attempts: readonly LedgerAttempt[]): CostSum {
  const usages = attempts.flatMap(({ usage }) => usage ?? [])
  const verified = new Set(attempts.filter(({ outcome }) => outcome === 'verified').map(workOf)).size
  const costUsd = costOf(attempts)
  const total = (of: (usage: Usage) => number) => usages.reduce((sumSoFar, usage) => sumSoFar + of(usage), 0)
  const sources = { ...NO_SOURCES }
  for (const { usage } of attempts) sources[sourceOf(usage)] += 1
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
    isCostWhole: sources.none + sources.unknown + sources.estimated === 0,
    costPerVerified: costUsd === null || verified === 0 ? null : costUsd / verified,
    sources,
  }
}

const NO_SOURCES: Record<CostSource, number> = {
  reported: 0,
  table: 0,
  estimated: 0,
  subscription: 0,
  none: 0,
  unknown: 0,
}

function sourceOf(usage: Usage | null): CostSource {
  if (usage === null) return 'unknown'
  return usage.estimated && usage.costUsd !== null ? 'estimated' : usage.costSource
}
