import { type TreePair, treeChanges } from '#kit/tree-changes.ts'
import type { Evidence } from '#words/evidence.ts'
import { changedTests } from './changed-tests.ts'
import { namesThatRan } from './names-that-ran.ts'
import { packNames } from './pack-names.ts'
import { type Others, takeInOthers } from './take-in-others.ts'
import { findTampering } from './tamper/find-tampering.ts'
import { testsNamed } from './tests-named.ts'

/** From one tree to another, with evidence that was enough to close a task. */
export type Stretch = { readonly from: string; readonly to: string; readonly evidence: Evidence }

export type Way = {
  readonly root: string
  /** The tree that the work started from, and its verification; null where there was none. */
  readonly from: string
  readonly evidence: Evidence | null
  /** In the order of time. */
  readonly proven: readonly Stretch[]
  /** Null where nobody can tell what others have made. */
  readonly others: Others | null
}

/**
 * The nearest tree that tests may be compared with instead of the one that the work started from: what lies in between was proven
 * with other tasks, some of which were about tests, or takes nothing from the tests, or was made by others. A stretch that cannot be
 * reached so is no help.
 */
export async function passOver({
  root,
  from,
  evidence,
  proven,
  others,
}: Way): Promise<Pick<Way, 'from' | 'evidence'>> {
  const take = async (tree: string) => (others === null ? tree : await takeInOthers({ root, tree, others }))
  let reached = { from, evidence }
  for (const stretch of proven)
    for (const begun of new Set([reached.from, await take(reached.from)])) {
      const gap = { root, from: begun, to: stretch.from }
      const isKnown =
        (await treeChanges(gap)) !== null && (await treeChanges({ ...gap, from: stretch.to })) !== null
      if (!isKnown || (await findTampering(gap)).length > 0) continue
      reached = { from: stretch.to, evidence: stretch.evidence }
      break
    }
  const taken = { root, from: reached.from, to: await take(reached.from) }
  return { from: taken.to, evidence: await withoutTaken(reached.evidence, taken) }
}

/** Which of the tests ran that others have changed since says nothing: by their text they are compared with what those made of them. */
async function withoutTaken(evidence: Evidence | null, trees: TreePair): Promise<Evidence | null> {
  if (evidence === null || evidence.counts === null || trees.from === trees.to) return evidence
  const changed = (await changedTests(trees)).before.flatMap(({ tests }) => tests)
  const ran = namesThatRan(evidence)
  const counts = { ...evidence.counts }
  if (ran === null) return { ...evidence, counts: less(counts, changed.length) }
  const left = [...ran].filter((id) => testsNamed(id, changed).length === 0)
  const packed = packNames(left)
  return {
    ...evidence,
    counts: less(counts, ran.size - left.length),
    ...(packed === null ? {} : { ran: packed }),
  }
}

function less(counts: NonNullable<Evidence['counts']>, gone: number): NonNullable<Evidence['counts']> {
  return { ...counts, passed: Math.max(0, counts.passed - gone) }
}
