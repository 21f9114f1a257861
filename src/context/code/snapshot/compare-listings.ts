import type { TreeFile } from '../walk/tree-file.ts'

/** Two listings as one, in the order of paths: places are those among all files that there were or are. */
export type Comparison = {
  readonly paths: readonly string[]
  /** What there is now and was not, or was another. */
  readonly fresh: ReadonlyMap<number, TreeFile>
  readonly come: ReadonlySet<number>
  readonly gone: ReadonlySet<number>
}

/** Null where more has changed than is worth to be told from what there was. */
export function compareListings(before: readonly TreeFile[], now: readonly TreeFile[]): Comparison | null {
  const paths: string[] = []
  const fresh = new Map<number, TreeFile>()
  const [come, gone] = [new Set<number>(), new Set<number>()]
  for (let [old, next] = [0, 0]; old < before.length || next < now.length; ) {
    const place = paths.length
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
