import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeArrays } from '#kit/arrays-file.ts'
import { dropOldest } from '#kit/drop-oldest.ts'
import { sha256 } from '#kit/sha256.ts'
import type { CodeRequest } from '../read-code.ts'
import { type About, listingOf, makerOf, snapshotFile } from './snapshot-file.ts'
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
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeArrays(file, takeSnapshot({ ...taken, about }))
    dropOldest(dirname(file), KEPT_MAX)
  } catch {
    // What could not be kept is built again.
  }
}

const KEPT_MAX = 8
