import { contentKey } from '#context/code/content-key.ts'
import { engine } from '#context/code/engine.ts'
import { type Code, readCode } from '#context/code/read-code.ts'
import { roleOf } from '#context/code/walk/role-of.ts'
import type { TreeFile } from '#context/code/walk/tree-file.ts'
import { findTree } from '../find-tree.ts'
import { makeMap } from '../make-map.ts'
import type { MapRequest } from '../map-request.ts'
import { readStamp } from '../map-stamp.ts'
import { oneLine } from '../render/one-line.ts'
import { compareSymbols } from './compare-symbols.ts'
import { compareTrees } from './compare-trees.ts'
import { foldMoves } from './fold-moves.ts'
import { recallListing } from './keep-listing.ts'
import {
  type MapDiff,
  NO_FILES,
  type StandingSymbol,
  type SymbolChange,
  type UnknownFile,
} from './map-diff.ts'
import { readFormer } from './read-former.ts'
import { type ShownSymbol, shownSymbols } from './shown-symbols.ts'
import { standingSymbols } from './standing-symbols.ts'

/** What changed since a map was drawn, by its text; null for a text that is no map. */
export async function diffMap(last: string, request: MapRequest): Promise<MapDiff | null> {
  const stamp = readStamp(last)
  if (stamp === null) return null
  const since = stamp.input
  const { cache } = request
  const before = cache === null ? null : recallListing({ cache, input: since })
  if (before === null) return await diffShown(last, { request, since })
  const { files: after } = (await findTree(request)).tree
  const differing = compareTrees({ before, after })
  const read = await diffFiles({ before, after }, { files: differing, request })
  const { files, changes } = foldMoves({ files: differing, changes: read.changes })
  const { unknown } = read
  if (changes.length === 0) return { basis: 'tree', since, files, symbols: [], unknown }
  const shown = { last: shownSymbols(last), now: shownSymbols((await makeMap(request)).text) }
  return { basis: 'tree', since, files, symbols: inOrder(changes, shown), unknown }
}

type Change = Omit<SymbolChange, 'inMap'>
type Shown = { readonly last: readonly ShownSymbol[]; readonly now: readonly ShownSymbol[] }

/** The symbols of files that are others than they were. What could not be read on one side is left out on both. */
async function diffFiles(
  trees: { readonly before: readonly TreeFile[]; readonly after: readonly TreeFile[] },
  { files, request }: { files: MapDiff['files']; request: MapRequest },
): Promise<{ readonly changes: readonly Change[]; readonly unknown: readonly UnknownFile[] }> {
  const { root, cache } = request
  const pick = (some: readonly TreeFile[], paths: ReadonlySet<string>) =>
    some.filter((file) => paths.has(file.path) && contentKey(file) !== null)
  const was = pick(trees.before, new Set([...files.removed, ...files.changed]))
  const is = pick(trees.after, new Set([...files.added, ...files.changed]))
  if (was.length + is.length === 0) return { changes: [], unknown: [] }
  const former = await readFormer(was, { root, cache })
  const code = await readCode({
    root,
    tree: {
      files: is,
      source: 'git',
      mark: null,
      head: null,
      changed: [],
      listedAt: Number.POSITIVE_INFINITY,
    },
    cache,
    isPart: true,
    ...engine(),
  })
  const unread = code.problems.filter(({ why }) => why !== 'syntax')
  const unknown = [...former.unknown, ...unread]
  const lost = new Set(unknown.map(({ path }) => path))
  const symbolsOf = (some: readonly Pick<Code['files'][number], 'path' | 'tags'>[]) =>
    some.filter(({ path }) => !lost.has(path)).flatMap(standingSymbols)
  return {
    changes: compareSymbols({ before: symbolsOf(former.files), after: symbolsOf(code.files) }),
    unknown,
  }
}

/** Where nobody knows the tree that the map was made of: what the map shows, and what one of now would. */
async function diffShown(
  last: string,
  { request, since }: { request: MapRequest; since: string },
): Promise<MapDiff> {
  const now = await makeMap(request)
  const shown = { last: shownSymbols(last), now: shownSymbols(now.text) }
  const changes = compareSymbols({ before: shown.last.map(standing), after: shown.now.map(standing) })
  return { basis: 'shown', since, files: NO_FILES, symbols: inOrder(changes, shown), unknown: [] }
}

function standing({ name, path, signature }: ShownSymbol): StandingSymbol {
  return { name, path, line: null, kind: null, signature, exported: true }
}

/** What others may use comes first, and the project's own code; then what the map shows, in its order; then by path and line. */
function inOrder(changes: readonly Change[], { last, now }: Shown): SymbolChange[] {
  const placeNow = placesOf(now)
  const placeThen = placesOf(last)
  const placed = changes.map((change) => {
    const places = change.change === 'removed' ? placeThen : placeNow
    const place = places.get(`${oneLine(change.path)}\0${oneLine(change.signature)}`)
    return { change: { ...change, inMap: place !== undefined }, place: place ?? Number.POSITIVE_INFINITY }
  })
  return placed
    .sort(
      (one, other) =>
        Number(other.change.exported) - Number(one.change.exported) ||
        Number(isSource(other.change)) - Number(isSource(one.change)) ||
        compare(one.place, other.place) ||
        compare(one.change.path, other.change.path) ||
        compare(one.change.line ?? 0, other.change.line ?? 0),
    )
    .map(({ change }) => change)
}

function isSource({ path }: Change): boolean {
  return roleOf(path) === 'source'
}

function placesOf(shown: readonly ShownSymbol[]): Map<string, number> {
  return new Map(shown.map(({ path, signature }, place) => [`${path}\0${signature}`, place]))
}

function compare<Value extends string | number>(one: Value, other: Value): number {
  return one < other ? -1 : one > other ? 1 : 0
}
