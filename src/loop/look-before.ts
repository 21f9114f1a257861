import { dirname, join } from 'node:path'
import type { Desk } from './desk.ts'
import { orderOfTests } from './prove-last.ts'
import { askedOf } from './verify/asked-of.ts'
import type { Before } from './verify/before.ts'
import { swaysIn } from './verify/sways-in.ts'
import { findVerified, takeBaseline } from './verify/take-baseline.ts'

/** What was so before anybody worked. Where somebody has already, only the journal can tell. */
export async function lookBefore(desk: Desk): Promise<Before> {
  const { order, parts } = desk
  const { root, base, run, attempts, mayChangeTests } = order
  const words = await askedOf({ root, from: base, task: order.task, words: order.objective })
  const terms = { tree: base, mayChangeTests, asked: words }
  const asked = { ...orderOfTests(desk, BEFORE_ALL), base, entries: parts.entries() }
  const swayedBy = swaysIn(parts.environment, root)
  const isBegun = attempts.length > 0 || parts.signal.aborted
  if (isBegun) return { ...terms, evidence: findVerified({ ...asked, begunAt: order.startedAt, swayedBy }) }
  const aside = join(dirname(asked.logFile), 'litter')
  const { evidence, isNew } = await takeBaseline({ ...asked, aside })
  // Tests that were interrupted say nothing about the tree.
  if (parts.signal.aborted) return { ...terms, evidence: null }
  if (isNew) parts.record({ kind: 'verified', run, attempt: BEFORE_ALL, evidence })
  return { ...terms, evidence }
}

const BEFORE_ALL = 0
