import type { Desk } from './desk.ts'
import type { Attempt } from './ledger/fold-runs.ts'
import type { Before } from './verify/before.ts'
import { type VerifyRequest, verify } from './verify/verify.ts'

/** keel's own test of the tree as the last attempt left it. */
export async function proveLast(
  desk: Desk,
  { attempts, before }: { attempts: readonly Attempt[]; before: Before },
): Promise<Attempt[]> {
  const { order, parts, ledger } = desk
  const last = attempts.at(-1)
  if (last === undefined || parts.signal.aborted) return [...attempts]
  const { attempt } = last
  const earlier = attempts.findLast(({ evidence }) => evidence !== null)?.evidence ?? before.evidence
  const evidence = await verify({ ...orderOfTests(desk, attempt), before, last: earlier })
  // Tests that were interrupted say nothing about the tree.
  if (parts.signal.aborted) return [...attempts]
  ledger.writeEvidence(attempt, evidence)
  parts.record({ kind: 'verified', run: order.run, attempt, evidence })
  return [...attempts.slice(0, -1), { ...last, evidence }]
}

/** How a run has its tests run, for the papers of an attempt. */
export function orderOfTests(
  { order, parts, ledger }: Desk,
  attempt: number,
): Omit<VerifyRequest, 'last' | 'before'> {
  const { root, test: command, checks } = order
  const { ownTest, testTimeoutMs: timeoutMs, environment, now, signal, key } = parts
  const logFile = ledger.pathOf(attempt, 'tests.log')
  const isOwn = ownTest === null || ownTest === command
  return { root, command, isOwn, checks, timeoutMs, logFile, environment, now, signal, key }
}
