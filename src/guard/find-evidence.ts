import { join } from 'node:path'
import { namesIn, readIfReadable } from '#kit/files.ts'
import { isSealed } from '#kit/seal.ts'
import { treeHash } from '#kit/tree-hash.ts'
import type { GuardFacts } from '#words/guard.ts'

export type EvidenceRequest = {
  readonly root: string
  readonly limitMs: number
  /** With which keel seals evidence on this machine; null where it does not. */
  readonly key: Buffer | null
}

/** Whether keel has seen the tests pass on the tree as it lies there now. The ledger is asked first: it is cheaper. */
export function findEvidence({ root, limitMs, key }: EvidenceRequest): GuardFacts['evidence'] {
  const ledger = join(root, '.keel/ledger')
  const trees = namesIn(ledger).flatMap((run) =>
    namesIn(join(ledger, run)).flatMap(
      (attempt) => passedTree(join(ledger, run, attempt, 'evidence.json'), key) ?? [],
    ),
  )
  if (trees.length === 0) return 'none'
  return trees.includes(treeHash(root, limitMs)) ? 'fresh' : 'stale'
}

/** The tree of an evidence that says passed; null for any other, and for what is none, or not keel’s own. */
function passedTree(path: string, key: Buffer | null): string | null {
  const bytes = readIfReadable(path)
  if (bytes === null) return null
  try {
    const evidence = JSON.parse(bytes.toString('utf8')) ?? {}
    if (!isSealed(evidence, key)) return null
    const { passed, isOwn, tree } = evidence
    // Else whoever is asked for evidence would have keel verify `true`.
    return passed === true && isOwn === true && typeof tree === 'string' ? tree : null
  } catch {
    return null
  }
}
