import { countBefore } from '../walk/count-before.ts'
import { BETWEEN, listingOf, readListing } from '../walk/listing.ts'
import type { TreeFile } from '../walk/tree-file.ts'

/** Two listings as one, in the order of paths: places are those among all files that there were or are. */
export type Comparison = {
  readonly paths: readonly string[]
  /** What there is now and was not, or was another. */
  readonly fresh: ReadonlyMap<number, TreeFile>
  readonly come: ReadonlySet<number>
  readonly gone: ReadonlySet<number>
}

/** With a listing as it was. Null where more has changed than is worth to be told from what there was. */
export function compareListings(listing: string, now: readonly TreeFile[]): Comparison | null {
  const { before, after } = unlikeLines(listing, listingOf(now))
  const start = countBefore(now, after[0]?.path ?? '')
  const end = start + after.length
  const compared = compareFiles({ before, now: now.slice(start, end), start })
  if (compared === null) return null
  const paths = [now.slice(0, start).map(pathOf), compared.paths, now.slice(end).map(pathOf)].flat()
  return { ...compared, paths }
}

function pathOf({ path }: TreeFile): string {
  return path
}

type Stretch = {
  readonly before: readonly TreeFile[]
  readonly now: readonly TreeFile[]
  /** The place of the first. */
  readonly start: number
}

function compareFiles({ before, now, start }: Stretch): Comparison | null {
  const paths: string[] = []
  const fresh = new Map<number, TreeFile>()
  const [come, gone] = [new Set<number>(), new Set<number>()]
  for (let [old, next] = [0, 0]; old < before.length || next < now.length; ) {
    const place = start + paths.length
    const { was, is } = firstOf(before[old], now[next])
    paths.push(is?.path ?? was?.path ?? '')
    if (is === undefined) gone.add(place)
    else if (is.blob !== was?.blob) fresh.set(place, is)
    if (was === undefined) come.add(place)
    if (fresh.size + gone.size > CHANGES_MAX) return null
    old += was === undefined ? 0 : 1
    next += is === undefined ? 0 : 1
  }
  return { paths, fresh, come, gone }
}

const CHANGES_MAX = 100

type Pair = { readonly was: TreeFile | undefined; readonly is: TreeFile | undefined }

/** The one that comes first, or both where they are of the same path. */
function firstOf(was: TreeFile | undefined, is: TreeFile | undefined): Pair {
  if (was === undefined || is === undefined || was.path === is.path) return { was, is }
  return was.path < is.path ? { was, is: undefined } : { was: undefined, is }
}

type Unlike = { readonly before: readonly TreeFile[]; readonly after: readonly TreeFile[] }

/** What is left of two listings without the lines that both begin and end with: most of them, and nobody has to take them apart. */
function unlikeLines(before: string, after: string): Unlike {
  const shorter = Math.min(before.length, after.length)
  const alike = most(shorter, (from, to) => before.slice(from, to) === after.slice(from, to))
  const start = before.lastIndexOf(BETWEEN, alike - 1) + 1
  const alikeAtEnd = most(
    shorter - start,
    (from, to) =>
      before.slice(before.length - to, before.length - from) ===
      after.slice(after.length - to, after.length - from),
  )
  const end = before.indexOf(BETWEEN, before.length - alikeAtEnd)
  const left = end === -1 ? 0 : before.length - end
  return {
    before: readListing(before.slice(start, before.length - left)),
    after: readListing(after.slice(start, after.length - left)),
  }
}

/** The highest number up to which it is true, of each part of what is not known yet. */
function most(highest: number, isTrue: (from: number, to: number) => boolean): number {
  let [known, above] = [0, highest]
  while (known < above) {
    const middle = (known + above + 1) >> 1
    if (isTrue(known, middle)) known = middle
    else above = middle - 1
  }
  return known
}
