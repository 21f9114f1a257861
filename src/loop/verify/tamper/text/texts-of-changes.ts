import { catBlobs } from '#kit/cat-blobs.ts'
import type { TreeChange } from '#kit/tree-changes.ts'
import type { ChangedText } from './changed-text.ts'

/** What changed files were and are. Of what is too long to have been written by anybody, nothing. */
export async function textsOfChanges(root: string, changes: readonly TreeChange[]): Promise<ChangedText[]> {
  const blobs = await catBlobs(
    root,
    changes.flatMap(({ blob, formerBlob }) => [blob, formerBlob]),
  )
  const textOf = (blob: string) => {
    const bytes = blobs.get(blob)
    return bytes === undefined || bytes.length > BYTES_MAX
      ? null
      : bytes.toString('utf8').replaceAll('\r\n', '\n')
  }
  return changes.map(({ path, blob, formerBlob }) => ({
    path,
    before: textOf(formerBlob),
    after: textOf(blob),
  }))
}

/** Nobody writes tests that long; it is data. */
const BYTES_MAX = 2_000_000
