import { catBlobs } from '#kit/cat-blobs.ts'
import { type TreePair, treeChanges } from '#kit/tree-changes.ts'
import { mayHoldTests } from './may-hold-tests.ts'
import { matchTests, type TestPair } from './tamper/comparing/match-tests.ts'
import { readTests } from './tamper/reading/read-tests.ts'
import type { TestCase, TestFile } from './tamper/reading/test-file.ts'

export type ChangedTests = {
  readonly before: readonly TestFile[]
  readonly after: readonly TestFile[]
  /** Which test became which; a test that is in no pair is gone, or became a part of another. */
  readonly pairs: readonly TestPair[]
  readonly lost: readonly TestCase[]
}

/** The tests in files that differ between two trees, as their texts tell of them. */
export async function changedTests({ root, from, to }: TreePair): Promise<ChangedTests> {
  const changes = ((await treeChanges({ root, from, to })) ?? []).filter(
    ({ what, path }) => what === 'file' && mayHoldTests(path),
  )
  const blobs = await catBlobs(
    root,
    changes.flatMap(({ blob, formerBlob }) => [blob, formerBlob]),
  )
  const read = (path: string, blob: string): TestFile[] => {
    const bytes = blobs.get(blob)
    if (bytes === undefined || bytes.length > BYTES_MAX) return []
    const file = readTests({ path, text: bytes.toString('utf8').replaceAll('\r\n', '\n'), isSetUp: false })
    return file === null ? [] : [file]
  }
  const before = changes.flatMap(({ path, formerBlob }) => read(path, formerBlob))
  const after = changes.flatMap(({ path, blob }) => read(path, blob))
  return { before, after, ...matchTests({ before, after }) }
}

/** Nobody writes tests that long; it is data. */
const BYTES_MAX = 2_000_000
