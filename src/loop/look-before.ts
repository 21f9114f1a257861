import { dirname, join } from 'node:path'
import type { Desk } from './desk.ts'
import { orderOfTests } from './prove-last.ts'
import type { Before } from './verify/before.ts'
import { findVerified, takeBaseline } from './verify/take-baseline.ts'

/** What was so before anybody worked. Where somebody has already, only the journal can tell. */
export async function lookBefore(desk: Desk): Promise<Before> {
  const { order, parts } = desk
  const { base, run, attempts, mayChangeTests } = order
  const asked = { ...orderOfTests(desk, BEFORE_ALL), base, entries: parts.entries() }
  const isBegun = attempts.length > 0 || parts.signal.aborted
  if (isBegun)
    return { tree: base, evidence: findVerified({ ...asked, begunAt: order.startedAt }), mayChangeTests }
  const aside = join(dirname(asked.logFile), 'litter')
  const { evidence, isNew } = await takeBaseline({ ...asked, aside })
  // Tests that were interrupted say nothing about the tree.
  if (parts.signal.aborted) return { tree: base, evidence: null, mayChangeTests }
  if (isNew) parts.record({ kind: 'verified', run, attempt: BEFORE_ALL, evidence })
  return { tree: base, evidence, mayChangeTests }
}

const BEFORE_ALL = 0
