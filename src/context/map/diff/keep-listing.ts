import { mkdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { TreeFile } from '#context/code/walk/tree-file.ts'
import { dropOldest } from '#kit/drop-oldest.ts'
import { writeAtomically } from '#kit/files.ts'

export type ListingPlace = {
  /** Where what was parsed is kept. */
  readonly cache: string
  /** Of the map that was made of the tree. */
  readonly input: string
}

/** Keeps the listing of the tree that a map was made of, so that one can say later what changed since. */
export function keepListing({ cache, input }: ListingPlace, files: readonly TreeFile[]): void {
  const folder = join(cache, FOLDER)
  const place = join(folder, `${input}.gz`)
  try {
    if (recallListing({ cache, input }) === null) {
      mkdirSync(folder, { recursive: true })
      writeAtomically(place, gzipSync(files.map(({ path, blob }) => `${blob} ${path}\0`).join('')))
    } else utimesSync(place, new Date(), new Date())
    dropOldest(folder, KEPT_MAX)
  } catch {
    // Without it, the two maps are compared.
  }
}

const FOLDER = 'listings'

/** One for each map that somebody may have written to a file, and a few more for branches. */
const KEPT_MAX = 8

/** Null where it is not kept, or broken. */
export function recallListing({ cache, input }: ListingPlace): TreeFile[] | null {
  try {
    const text = gunzipSync(readFileSync(join(cache, FOLDER, `${input}.gz`))).toString('utf8')
    return text.split('\0').flatMap((line) => {
      const blank = line.indexOf(' ')
      return blank === -1 ? [] : [{ blob: line.slice(0, blank), path: line.slice(blank + 1) }]
    })
  } catch {
    return null
  }
}
