import type { TreePair } from '#kit/tree-changes.ts'
import type { Evidence, Tampering } from '#words/evidence.ts'
import { changedTests } from './changed-tests.ts'
import { findResnapped } from './find-resnapped.ts'
import { findRewritten } from './find-rewritten.ts'
import { namesThatRan } from './names-that-ran.ts'
import type { TestCase } from './tamper/reading/test-file.ts'
import { holdsPath, testsNamed } from './tests-named.ts'

/** Whether a verification tells which tests failed: one that was ended, or in which nothing ran, does not. */
export function tellsWhatFailed(evidence: Evidence | null): boolean {
  if (evidence === null || evidence.limitMs !== undefined) return false
  const { counts, failing, exitCode } = evidence
  if (counts === null) return exitCode === 0
  return counts.passed + counts.failed > 0 && counts.failed <= failing.length
}

type Doubting = TreePair & {
  /** The verification of the tree that the work started from. */
  readonly before: Evidence | null
}

/**
 * Tests that expect something else than when the work began, where nobody knows whether they failed then: each may have been red, and is
 * held to what one that was has to expect.
 */
export async function findDoubtful({ before, ...trees }: Doubting): Promise<Tampering[]> {
  const doubt = doubtOf(before)
  if (doubt === null) return []
  const changed = await changedTests(trees)
  const hasTables = new Set(changed.after.flatMap(({ path, tables }) => (tables.length > 0 ? [path] : [])))
  const tests = changed.before.flatMap((file) => file.tests)
  const known = new Set(
    doubt.ran.flatMap((id) =>
      testsNamed(id, tests).filter(({ path }) => !FILE.test(id) || holdsPath(id, path)),
    ),
  )
  const pairs = changed.pairs.filter(
    ({ before: was, after }) => !known.has(was) && (was.text !== after.text || hasTables.has(after.path)),
  )
  const found = await findRewritten({ ...trees, turned: [...new Set(pairs.map((pair) => pair.before.leaf))] })
  const snapshots = doubt.ran.length > 0 ? [] : await findResnapped({ ...trees, turned: null })
  const told = snapshots.map((one) => ({
    ...one,
    text: `A snapshot is other than before, and its test has to match it: ${doubt.why}`,
  }))
  const rewritten = found.flatMap((finding) => {
    const test = pairs.find(({ after }) => isAt(finding, after))?.after
    const text = `“${test?.leaf}” expects something else than before, and ${doubt.why}`
    return test === undefined ? [] : [{ ...finding, text }]
  })
  return [...rewritten, ...told]
}

/** A name that begins with the file that the test is in. */
const FILE = /^[^\s:]+\.\w+(?=$|::| [>›] )/

function isAt(finding: Tampering, { path, line }: TestCase): boolean {
  return finding.path === path && finding.line === line
}

/** Of which tests nobody knows: all but those that ran, by name. Null where all are known. */
function doubtOf(before: Evidence | null): { readonly ran: readonly string[]; readonly why: string } | null {
  if (before === null || !tellsWhatFailed(before)) return { ran: [], why: UNSEEN }
  const ran = namesThatRan(before)
  return ran === null || (before.unloaded ?? []).length === 0 ? null : { ran: [...ran], why: UNLOADED }
}

const UNSEEN =
  'nobody knows whether it failed then: keel knows of no whole run of the tests on what the work began from.'
const UNLOADED = 'it could not be run then: what the work began from could not be loaded, compiled or set up.'
