import { git } from '#kit/git.ts'
import { isSealed } from '#kit/seal.ts'
import { treeChanges } from '#kit/tree-changes.ts'
import { treeHash } from '#kit/tree-hash.ts'
import type { Entry } from '#words/entry.ts'
import type { Evidence } from '#words/evidence.ts'
import { clearLitter } from './clear-litter.ts'
import { type VerifyRequest, verify } from './verify.ts'

export type BaselineRequest = Omit<VerifyRequest, 'last' | 'before'> & {
  /** The tree that the work starts from, and that lies there still. */
  readonly base: string
  readonly entries: readonly Entry[]
  /** Where to put what the tests left lying about. */
  readonly aside: string
}

/**
 * What fails before anybody has worked: a red suite shall neither trap the loop nor hide what the work breaks. Known already
 * where the same command was run on the same tree. The tests may leave nothing behind: the work begins on the tree as it was.
 */
export async function takeBaseline(request: BaselineRequest): Promise<{
  readonly evidence: Evidence
  readonly isNew: boolean
}> {
  const known = findVerified(request)
  if (known !== null) return { evidence: known, isNew: false }
  const evidence = await verify({ ...request, last: null, before: null })
  await putBack(evidence, request)
  return { evidence, isNew: true }
}

/** Nobody but the tests has been here since: whatever is other than it was is theirs. */
async function putBack(evidence: Evidence, { root, base, aside }: BaselineRequest): Promise<void> {
  const after = treeHash(root)
  await clearLitter({ root, last: { ...evidence, tree: base, after }, aside })
  const changes = (await treeChanges({ root, from: base, to: after })) ?? []
  const altered = changes.filter(({ kind, what }) => kind !== 'added' && what === 'file')
  if (altered.length > 0) await git(root, ['restore', '--', ...altered.map(({ path }) => path)])
}

type Known = Pick<BaselineRequest, 'entries' | 'base' | 'command' | 'checks' | 'key'>

/** The last verification of the same tree by the same commands. What somebody wrote into the journal excuses nothing. */
export function findVerified({ entries, base, command, checks, key }: Known): Evidence | null {
  const isSame = (evidence: Evidence) =>
    evidence.tree === base &&
    evidence.command === command &&
    isSealed(evidence, key) &&
    checks.every((check) => evidence.checks.some((one) => one.command === check.command))
  const verified = entries.flatMap((entry) => (entry.kind === 'verified' ? [entry.evidence] : []))
  return verified.findLast(isSame) ?? null
}
