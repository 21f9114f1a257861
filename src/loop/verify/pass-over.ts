import { treeChanges } from '#kit/tree-changes.ts'
import type { Evidence } from '#words/evidence.ts'
import { findTampering } from './tamper/find-tampering.ts'

/** From one tree to another, with evidence that was enough to close a task. */
export type Stretch = { readonly from: string; readonly to: string; readonly evidence: Evidence }

export type Way = {
  readonly root: string
  /** The tree that the work started from, and its verification; null where there was none. */
  readonly from: string
  readonly evidence: Evidence | null
  /** In the order of time. */
  readonly proven: readonly Stretch[]
}

/**
 * The nearest tree that tests may be compared with instead of the one that the work started from: what lies in between was proven
 * with other tasks, some of which were about tests, or takes nothing from the tests. A stretch that cannot be reached so is no help.
 */
export async function passOver({
  root,
  from,
  evidence,
  proven,
}: Way): Promise<Pick<Way, 'from' | 'evidence'>> {
  let reached = { from, evidence }
  for (const stretch of proven) {
    const gap = { root, from: reached.from, to: stretch.from }
    const isKnown =
      (await treeChanges(gap)) !== null && (await treeChanges({ ...gap, from: stretch.to })) !== null
    if (isKnown && (await findTampering(gap)).length === 0)
      reached = { from: stretch.to, evidence: stretch.evidence }
  }
  return reached
}
