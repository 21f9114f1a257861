import { treeChanges } from '#kit/tree-changes.ts'
import type { Evidence, Tampering, TestCounts } from '#words/evidence.ts'
import { isTestFile } from './is-test-file.ts'

type Comparing = {
  readonly root: string
  /** The tree that the work started from, and the one that was tested. */
  readonly from: string
  readonly to: string
  readonly command: string
  readonly folder: string
  readonly counts: TestCounts | null
  /** The verification of the tree that the work started from. */
  readonly before: Evidence | null
}

/**
 * Tests that ran before and do not now, although no text shows which: rows taken out of a table, a condition that came to be
 * false, a program that ends the tests. Right it can be only where files are gone that had a test each.
 */
export async function findFewer({
  root,
  from,
  to,
  command,
  folder,
  counts,
  before,
}: Comparing): Promise<Tampering[]> {
  if (counts === null || before === null || before.counts === null || before.command !== command) return []
  const [had, has] = [ranIn(before.counts), ranIn(counts)]
  if (has >= had) return []
  const skipped = counts.skipped - before.counts.skipped
  const changes = (await treeChanges({ root, from, to })) ?? []
  const touched = changes.find(({ path }) => isTestFile(path))
  const isGone = changes.some(({ kind, path }) => kind === 'deleted' && !isTestFile(path))
  if (touched === undefined && skipped <= 0 && isGone && has >= had / 2) return []
  const place = touched?.path ?? (folder === '' ? '.' : folder)
  const more = skipped > 0 ? `, and ${skipped} more ${skipped === 1 ? 'is' : 'are'} skipped` : ''
  return [
    { kind: 'fewer-tests', path: place, line: null, text: `${had} tests ran before, ${has} now${more}.` },
  ]
}

function ranIn({ passed, failed }: TestCounts): number {
  return passed + failed
}
