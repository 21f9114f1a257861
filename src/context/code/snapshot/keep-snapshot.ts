import { writeArrays } from '#kit/arrays-file.ts'
import { keepInCache } from '#kit/keep-in-cache.ts'
import { sha256 } from '#kit/sha256.ts'
import type { CodeRequest } from '../read-code.ts'
import { type About, listingOf, makerOf, SNAPSHOTS_MAX, snapshotFile } from './snapshot-file.ts'
import { type Taken, takeSnapshot } from './take-snapshot.ts'

type Kept = Pick<CodeRequest, 'root' | 'tree' | 'program'> &
  Omit<Taken, 'about'> & {
    readonly reads: ReadonlySet<string>
    readonly problems: About['problems']
    readonly beside: About['beside']
  }

/** Keeps a graph for when a few files have changed. */
export function keepSnapshot(
  { root, tree, program, reads, beside, problems, ...taken }: Kept,
  cache: string,
): void {
  const made = { maker: makerOf(program), listing: listingOf(tree), beside, problems }
  const about: About = { ...made, name: sha256(JSON.stringify(made)).slice(0, 20), reads: [...reads] }
  const file = snapshotFile(cache, root)
  keepInCache(file, {
    write: (path) => writeArrays(path, takeSnapshot({ ...taken, about })),
    most: SNAPSHOTS_MAX,
  })
}
