import { writeArrays } from '#kit/arrays-file.ts'
import { keepInCache } from '#kit/keep-in-cache.ts'
import { sha256 } from '#kit/sha256.ts'
import type { CodeRequest } from '../read-code.ts'
import { listingOf } from '../walk/listing.ts'
import { type About, makerOf, SNAPSHOTS_MAX, snapshotFile } from './snapshot-file.ts'
import { type Taken, takeSnapshot } from './take-snapshot.ts'

type Kept = Pick<CodeRequest, 'root' | 'tree' | 'program'> &
  Omit<Taken, 'about' | 'listing'> & {
    readonly reads: ReadonlySet<string>
    readonly problems: About['problems']
    readonly beside: About['beside']
  }

/** Keeps a graph for when a few files have changed. */
export function keepSnapshot(
  { root, tree, program, reads, beside, problems, ...taken }: Kept,
  cache: string,
): void {
  const listing = listingOf(tree.files)
  const made = { maker: makerOf(program), beside, problems }
  const name = sha256(JSON.stringify([listing, made])).slice(0, 20)
  const about: About = { ...made, name, reads: [...reads] }
  const file = snapshotFile(cache, root)
  keepInCache(file, {
    write: (path) => writeArrays(path, takeSnapshot({ ...taken, about, listing })),
    most: SNAPSHOTS_MAX,
  })
}
