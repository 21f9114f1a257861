import { readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { listingOf, readListing } from '#context/code/walk/listing.ts'
import type { TreeFile } from '#context/code/walk/tree-file.ts'
import { writeAtomically } from '#kit/files.ts'
import { keepInCache } from '#kit/keep-in-cache.ts'

export type ListingPlace = {
  /** Where what was parsed is kept. */
  readonly cache: string
  /** Of the map that was made of the tree. */
  readonly input: string
}

/** Keeps the listing of the tree that a map was made of, so that one can say later what changed since. */
export function keepListing(place: ListingPlace, files: readonly TreeFile[]): void {
  // Without it, the two maps are compared.
  keepInCache(fileOf(place), {
    write: (path) => writeAtomically(path, gzipSync(listingOf(files))),
    most: KEPT_MAX,
  })
}

/** Whether the listing is kept, and if so, it stays longer than those that nobody asked for since. */
export function renewListing(place: ListingPlace): boolean {
  if (recallListing(place) === null) return false
  try {
    utimesSync(fileOf(place), new Date(), new Date())
  } catch {
    // In a folder of somebody else it is as old as it is.
  }
  return true
}

function fileOf({ cache, input }: ListingPlace): string {
  return join(cache, 'listings', `${input}.gz`)
}

/** One for each map that somebody may have written to a file, and a few more for branches. */
const KEPT_MAX = 8

/** Null where it is not kept, or broken. */
export function recallListing(place: ListingPlace): TreeFile[] | null {
  try {
    return readListing(gunzipSync(readFileSync(fileOf(place))).toString('utf8'))
  } catch {
    return null
  }
}
