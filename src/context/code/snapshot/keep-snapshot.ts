import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeArrays } from '#kit/arrays-file.ts'
import type { CodeRequest } from '../read-code.ts'
import { type About, listingOf, makerOf, snapshotFile } from './snapshot-file.ts'
import { type Taken, takeSnapshot } from './take-snapshot.ts'

type Kept = Pick<CodeRequest, 'root' | 'tree' | 'program'> &
  Omit<Taken, 'about'> & { readonly reads: ReadonlySet<string>; readonly problems: About['problems'] }

/** Keeps a graph for when a few files have changed. */
export function keepSnapshot({ root, tree, program, reads, problems, ...taken }: Kept, cache: string): void {
  const about: About = { maker: makerOf(program), listing: listingOf(tree), reads: [...reads], problems }
  const file = snapshotFile(cache, root)
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeArrays(file, takeSnapshot({ ...taken, about }))
    dropOldest(dirname(file))
  } catch {
    // What could not be kept is built again.
  }
}

function dropOldest(folder: string): void {
  const byAge = readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) => ({ path, at: statSync(path).mtimeMs }))
    .sort((one, other) => other.at - one.at)
  for (const { path } of byAge.slice(KEPT_MAX)) rmSync(path, { force: true })
}

const KEPT_MAX = 8
