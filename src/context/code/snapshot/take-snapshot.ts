import type { Arrays } from '#kit/arrays-file.ts'
import { mapEach } from '#kit/map-each.ts'
import type { BuiltGraph } from '../graph/build-graph.ts'
import type { CodeFile } from '../graph/code-file.ts'
import type { Names } from '../graph/number-names.ts'
import type { OwnImports } from '../graph/read-imports.ts'
import { roles } from '../walk/role-of.ts'
import { definitionsBytesOf, outlineOf } from '../write-tags.ts'
import { faceOf } from './face-of.ts'
import { type Rows, toRows } from './rows.ts'
import { streamRows, toTextRows } from './text-rows.ts'

export type Taken = {
  readonly files: readonly CodeFile[]
  readonly graph: BuiltGraph
  /** See `listingOf`. */
  readonly listing: string
  /** What else a reader wants to find with it. */
  readonly about: unknown
}

/**
 * All that is needed to know the graph after a few files were changed, without what all the others were made of: edges,
 * who defines and who uses a name, where imports lead.
 */
export function takeSnapshot({ files, graph, listing, about }: Taken): Arrays {
  const { edges, imports, byNumber } = graph
  const { names, used } = byNumber
  const takenBy = files.map((_, place) => {
    const taken = imports.ownImportsOf(place).flatMap((one) => one.names)
    return [...new Set(taken)].map(names.numberOf)
  })
  const { sorted, numbers, placeAt } = sortNames(names)
  const toPlaces = (some: readonly number[]) => some.map((number) => placeAt[number] ?? 0)
  const table = toTextRows(sorted)
  const definers = toRows(mapEach(numbers, (number) => byNumber.definers[number] ?? NONE))
  const standing = toRows(mapEach(numbers, (number) => byNumber.standing[number] ?? NONE))
  const references = toRows(mapEach(used, toPlaces))
  const taken = toRows(mapEach(takenBy, toPlaces))
  const faces = toTextRows(
    mapEach(files.entries(), ([place, file]) => {
      const { module, imports: written } = file.tags
      return JSON.stringify({ ...faceOf(file), imports: imports.ownImportsOf(place), module, written })
    }),
  )
  // Most of what there is, and in memory already.
  const definitions = streamRows(mapEach(files, ({ tags }) => definitionsBytesOf(tags)))
  const importers = invert(
    files.map((_, place) => new Set(imports.ownImportsOf(place).flatMap((one) => one.files))),
    files.length,
  )
  const groups = groupNeighbours(files.length, imports.neighboursOf)
  const asked = toRows([...files.map((_, place) => imports.askedFor(place)), imports.askedForAll()])
  return {
    about: Buffer.from(JSON.stringify(about)),
    listing: Buffer.from(listing),
    roles: Uint8Array.from(files, ({ role }) => roles.indexOf(role)),
    parsed: Uint8Array.from(files, ({ grammar }) => (grammar === null ? 0 : 1)),
    lengths: graph.lengths,
    edgeStarts: edges.starts,
    edgeTo: edges.to,
    edgeName: edges.name.map((number) => placeAt[number] ?? 0),
    edgeWeight: edges.weight,
    nameStarts: table.starts,
    nameBytes: table.parts,
    definersStarts: definers.starts,
    definers: definers.members,
    standingStarts: standing.starts,
    standing: standing.members,
    users: numbers.map((number) => byNumber.users[number] ?? 0),
    referencesStarts: references.starts,
    references: references.members,
    ...readUses(files, references.members.length),
    takenStarts: taken.starts,
    taken: taken.members,
    askedStarts: asked.starts,
    asked: asked.members,
    grounds: Buffer.from(JSON.stringify([...imports.grounds()])),
    faceStarts: faces.starts,
    faceSums: faces.sums,
    faces: faces.parts,
    definitionStarts: definitions.starts,
    definitionSums: definitions.sums,
    definitions: definitions.parts,
    importersStarts: importers.starts,
    importers: importers.members,
    ...groups,
  }
}

const NONE: readonly number[] = []

type Sorted = {
  readonly sorted: readonly string[]
  /** By place: what a name was numbered as it came. */
  readonly numbers: Uint32Array
  /** By such a number: its place. */
  readonly placeAt: Uint32Array
}

/** Puts names in their order. What is empty comes first, and is the number of a file as a whole. */
function sortNames(names: Names): Sorted {
  const sorted = names.all().toSorted()
  const numbers = Uint32Array.from(sorted, names.numberOf)
  const placeAt = new Uint32Array(sorted.length)
  for (let place = 0; place < numbers.length; place += 1) placeAt[numbers[place] ?? 0] = place
  return { sorted, numbers, placeAt }
}

/** Of lists of names by file, lists of files by name. */
function invert(lists: readonly Iterable<number>[], names: number): Rows {
  const starts = new Uint32Array(names + 1)
  for (const list of lists) for (const name of list) starts[name + 1] = (starts[name + 1] ?? 0) + 1
  for (let name = 0; name < names; name += 1) starts[name + 1] = (starts[name + 1] ?? 0) + (starts[name] ?? 0)
  const members = new Uint32Array(starts[names] ?? 0)
  const next = starts.slice()
  for (const [file, list] of lists.entries())
    for (const name of list) {
      const place = next[name] ?? 0
      members[place] = file
      next[name] = place + 1
    }
  return { starts, members }
}

/** How names are used and how often, in the order of all references. */
function readUses(files: readonly CodeFile[], count: number): { ways: Uint8Array; times: Uint32Array } {
  const [ways, times] = [new Uint8Array(count), new Uint32Array(count)]
  let at = 0
  for (const { tags } of files) {
    const outline = outlineOf(tags)
    ways.set(outline.ways, at)
    times.set(outline.times, at)
    at += outline.ways.length
  }
  return { ways, times }
}

/** Neighbours see one another: with the file itself, the lists of a group are the same list, and kept once. */
function groupNeighbours(count: number, neighboursOf: OwnImports['neighboursOf']): Arrays {
  const known = new Map<string, number>()
  const lists: number[][] = []
  const groups = new Uint32Array(count)
  for (let place = 0; place < count; place += 1) {
    const members = [...new Set([...neighboursOf(place), place])].sort((one, other) => one - other)
    const key = members.join(' ')
    const group = known.get(key) ?? lists.push(members) - 1
    known.set(key, group)
    groups[place] = group
  }
  const { starts, members } = toRows(lists)
  return { groups, groupStarts: starts, groupMembers: members }
}
