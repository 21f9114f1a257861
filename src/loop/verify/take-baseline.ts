import { join } from 'node:path'
import { git } from '#kit/git.ts'
import { isSealed } from '#kit/seal.ts'
import { treeChanges } from '#kit/tree-changes.ts'
import { beyondCommits, committable, seeTree, treeHash } from '#kit/tree-hash.ts'
import type { Entry } from '#words/entry.ts'
import type { Evidence } from '#words/evidence.ts'
import { clearLitter } from './clear-litter.ts'
import { isUntouched } from './is-untouched.ts'
import { mayHoldTests } from './may-hold-tests.ts'
import { ACCEPTANCE } from './run-checks.ts'
import { swaysIn } from './sways-in.ts'
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
  const known = findVerified({ ...request, swayedBy: swaysIn(request.environment, request.root) })
  const hasAll = request.checks.every(
    ({ name, command }) => name === ACCEPTANCE || known?.checks.some((one) => one.command === command),
  )
  if (known !== null && hasAll) return { evidence: known, isNew: false }
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

/** How many trees are looked at: each asks git. */
const TREES_MAX = 20

/**
 * The last verification of the tree that work by hand began from, whoever asked for it: before the task was claimed, or after, as long
 * as nothing but tasks was touched.
 */
export async function findBaseline(asked: Known & { readonly root: string }): Promise<Evidence | null> {
  const { root, base, command, entries } = asked
  const known = { ...asked, ...(await harmlessBeyond(root)) }
  const exact = findVerified(known)
  if (exact !== null) return exact
  const trees = entries.flatMap((entry) =>
    entry.kind === 'verified' && entry.evidence.command === command ? [committable(entry.evidence.tree)] : [],
  )
  for (const tree of [...new Set(trees.toReversed())].slice(0, TREES_MAX)) {
    const found = findVerified({ ...known, base: tree })
    if (found !== null && (await isUntouched({ root, from: base, to: tree }))) return found
  }
  return null
}

/**
 * Some have files that git shall not look at all the time, or a repository inside that they work in. As long as these are no tests and
 * stay as they are, they are what the work is done on.
 */
async function harmlessBeyond(root: string): Promise<Pick<Known, 'beyond'>> {
  const beyond = beyondCommits(treeHash(root))
  const seen = beyond === '' ? null : seeTree(root)
  if (seen === null) return {}
  const parts = [
    { root, from: seen.tree, to: seen.whole },
    ...seen.inside.map(({ path, hash }) => ({ root: join(root, path), from: 'HEAD', to: hash })),
  ]
  for (const trees of parts) {
    const changes = beyondCommits(trees.to) === '' ? await treeChanges(trees) : null
    if (changes === null || changes.some(({ path }) => mayHoldTests(path))) return {}
  }
  return { beyond }
}

type Known = Pick<BaselineRequest, 'entries' | 'base' | 'command' | 'checks' | 'key'> & {
  /** What of the environment may have decided what was run; missing where any may. */
  readonly swayedBy?: readonly string[] | undefined
  /** When the work began; missing where it has not. */
  readonly begunAt?: string | undefined
  /** What no commit holds and is no work, as a hash of a tree ends in it; missing where nobody looked. */
  readonly beyond?: string | undefined
}

/**
 * The last verification of the same tree by the same command. What came of checks is looked up for each: who looked at the tests need
 * not have run them, and that of a task cannot have been run before somebody knew of the task. What somebody wrote into the journal
 * excuses nothing, and neither does what was seen with test programs that were exchanged, or with tests that say less.
 */
export function findVerified(known: Known): Evidence | null {
  const { entries, base, command, checks, key, begunAt, beyond, swayedBy } = known
  const verified = entries
    .flatMap((entry) => (entry.kind === 'verified' ? [entry.evidence] : []))
    .filter((evidence) => isOfTree(evidence, { base, begunAt, beyond }))
    .filter((evidence) => isSealed(evidence, key))
    .filter(({ swayedBy: by = [] }) => swayedBy === undefined || by.every((one) => swayedBy.includes(one)))
  const found = lastOf(
    verified.filter((evidence) => evidence.command === command && evidence.tampering.length === 0),
    begunAt,
  )
  if (found === null) return null
  const seen = verified.flatMap((evidence) => evidence.checks)
  const those = checks.flatMap((check) => seen.findLast((one) => one.command === check.command) ?? [])
  const { ignored = [], ...rest } = found
  // Who may have written what git ignores cannot say that it was there.
  const wasThere = begunAt === undefined || found.at <= begunAt
  return { ...rest, checks: those, ...(wasThere && ignored.length > 0 ? { ignored } : {}) }
}

/**
 * A commit cannot hold files that git was told not to look at, nor changes inside of a repository inside, so that nobody knows what
 * they were at the start. Who may have made them after the work began cannot say that they were there.
 */
function isOfTree(
  { tree, at }: Evidence,
  { base, begunAt, beyond }: Pick<Known, 'base' | 'begunAt' | 'beyond'>,
): boolean {
  if (tree === base) return true
  const isBefore = begunAt !== undefined && at <= begunAt
  return committable(tree) === base && (isBefore || beyondCommits(tree) === beyond)
}

/**
 * What was seen after the work began counts only where the same was installed to see it with: a tree in which nothing was touched tells
 * nothing of programs that were edited where git does not look.
 */
function lastOf(seen: readonly Evidence[], begunAt: string | undefined): Evidence | null {
  if (begunAt === undefined) return seen.at(-1) ?? null
  const trusted = seen.findLast(({ at }) => at <= begunAt) ?? seen[0]
  return seen.findLast(({ programs }) => programs === trusted?.programs) ?? null
}
