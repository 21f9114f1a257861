import type { TreePair } from '#kit/tree-changes.ts'
import type { Evidence, Tampering } from '#words/evidence.ts'
import { changedTests } from './changed-tests.ts'
import { findRewritten } from './find-rewritten.ts'

/** Whether a verification tells which tests failed: one that was ended, or in which nothing ran, does not. */
export function tellsWhatFailed(evidence: Evidence | null): boolean {
  if (evidence === null || evidence.limitMs !== undefined) return false
  const { counts, failing, exitCode } = evidence
  if (counts === null) return exitCode === 0
  return counts.passed + counts.failed > 0 && counts.failed <= failing.length
}

/**
 * Tests that expect something else than when the work began, where nobody knows which failed then: each may have been red, and is held
 * to what one that was has to expect.
 */
export async function findDoubtful(trees: TreePair): Promise<Tampering[]> {
  const { after, pairs } = await changedTests(trees)
  const hasTables = new Set(after.flatMap(({ path, tables }) => (tables.length > 0 ? [path] : [])))
  const turned = pairs
    .filter(({ before, after: now }) => before.text !== now.text || hasTables.has(now.path))
    .map(({ before }) => before.leaf)
  const found = await findRewritten({ ...trees, turned: [...new Set(turned)] })
  const tests = after.flatMap((file) => file.tests)
  return found.map((finding) => {
    const test = tests.find(({ path, line }) => path === finding.path && line === finding.line)
    const name = test === undefined ? 'A test' : `“${test.leaf}”`
    return {
      ...finding,
      text: `${name} expects something else than before, and nobody knows whether it failed then: keel knows of no whole run of the tests on what the work began from.`,
    }
  })
}
