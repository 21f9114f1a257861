import type { Arrays } from '#kit/arrays-file.ts'
import type { BuiltGraph } from '../graph/build-graph.ts'
import type { CodeFile } from '../graph/code-file.ts'
import { definedNames } from '../graph/find-definers.ts'
import type { OwnImports } from '../graph/read-imports.ts'
import { roles } from '../walk/role-of.ts'
import { faceOf } from './face-of.ts'
import { type Rows, toRows, toTextRows } from './rows.ts'
import { wayOf } from './way-of.ts'

export type Taken = {
  readonly files: readonly CodeFile[]
  readonly graph: BuiltGraph
  /** What else a reader wants to find with it. */
  readonly about: unknown
}

/**
 * All that is needed to know the graph after a few files were changed, without what all the others were made of: edges,
 * who defines and who uses a name, where imports lead.
 */
export function takeSnapshot({ files, graph, about }: Taken): Arrays {
  const { edges, imports } = graph
  const names = startNames()
  const rows = files.map(({ tags }, place) => {
    const used = tags.references.map(({ name }) => name)
    const taken = imports.ownImportsOf(place).flatMap((one) => one.names)
    const { everywhere, standing } = definedNames(tags.definitions)
    return {
      used: names.numbersOf(used),
      taken: names.numbersOf(new Set(taken)),
      everywhere: names.numbersOf(everywhere),
      standing: names.numbersOf(standing),
    }
  })
  const { sorted, placeOf } = names.finish()
  const toPlaces = (numbers: Uint32Array) => numbers.map(placeOf)
  const table = toTextRows(sorted)
  const definers = invert(
    rows.map(({ everywhere }) => toPlaces(everywhere)),
    sorted.length,
  )
  const standing = invert(
    rows.map((row) => toPlaces(row.standing)),
    sorted.length,
  )
  const references = toRows(rows.map(({ used }) => toPlaces(used)))
  const taken = toRows(rows.map((row) => toPlaces(row.taken)))
  const faces = toTextRows(
    files.map((file, place) => {
      const { module, imports: written } = file.tags
      return JSON.stringify({ ...faceOf(file), imports: imports.ownImportsOf(place), module, written })
    }),
  )
  const definitions = toTextRows(files.map(({ tags }) => JSON.stringify(tags.definitions)))
  const importers = invert(
    files.map((_, place) => new Set(imports.ownImportsOf(place).flatMap((one) => one.files))),
    files.length,
  )
  const groups = groupNeighbours(files.length, imports.neighboursOf)
  const asked = toRows([...files.map((_, place) => imports.askedFor(place)), imports.askedForAll()])
  return {
    about: Buffer.from(JSON.stringify(about)),
    roles: Uint8Array.from(files, ({ role }) => roles.indexOf(role)),
    parsed: Uint8Array.from(files, ({ grammar }) => (grammar === null ? 0 : 1)),
    lengths: graph.lengths,
    edgeStarts: edges.starts,
    edgeTo: edges.to,
    edgeName: edges.name.map(renumber(edges, names)),
    edgeWeight: edges.weight,
    nameStarts: table.starts,
    nameBytes: table.parts,
    definersStarts: definers.starts,
    definers: definers.members,
    standingStarts: standing.starts,
    standing: standing.members,
    users: countUsers(references, sorted.length),
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

type Names = {
  readonly numbersOf: (some: Iterable<string>) => Uint32Array
  /** The place of a name among those that are sorted. */
  readonly placeOfName: (name: string) => number
  readonly finish: () => { readonly sorted: readonly string[]; readonly placeOf: (number: number) => number }
}

/** Numbers names as they come, and then by their order. What is empty comes first, and is the number of a file as a whole. */
function startNames(): Names {
  const numbers = new Map([['', 0]])
  const places = new Map<string, number>()
  const numberOf = (name: string) => {
    const known = numbers.get(name)
    if (known !== undefined) return known
    numbers.set(name, numbers.size)
    return numbers.size - 1
  }
  return {
    numbersOf: (some) => Uint32Array.from(some, numberOf),
    placeOfName: (name) => places.get(name) ?? 0,
    finish: () => {
      const sorted = [...numbers.keys()].sort()
      const placeAt = new Uint32Array(sorted.length)
      for (const [place, name] of sorted.entries()) {
        places.set(name, place)
        placeAt[numbers.get(name) ?? 0] = place
      }
      return { sorted, placeOf: (number) => placeAt[number] ?? 0 }
    },
  }
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

function renumber({ nameOf }: BuiltGraph['edges'], { placeOfName }: Names): (name: number) => number {
  const known = new Map<number, number>()
  return (name) => {
    const number = known.get(name) ?? placeOfName(nameOf(name))
    known.set(name, number)
    return number
  }
}

/** How names are used and how often, in the order of all references. */
function readUses(files: readonly CodeFile[], count: number): { ways: Uint8Array; times: Uint32Array } {
  const [ways, times] = [new Uint8Array(count), new Uint32Array(count)]
  let at = 0
  for (const { tags } of files)
    for (const reference of tags.references) {
      ways[at] = wayOf(reference)
      times[at] = reference.lines.length
      at += 1
    }
  return { ways, times }
}

/** How often names are used does not count, and neither does in how many ways. */
function countUsers({ starts, members }: Rows, names: number): Uint32Array {
  const counts = new Uint32Array(names)
  const last = new Uint32Array(names)
  for (let file = 0; file + 1 < starts.length; file += 1)
    for (let at = starts[file] ?? 0; at < (starts[file + 1] ?? 0); at += 1) {
      const name = members[at] ?? 0
      if (last[name] === file + 1) continue
      last[name] = file + 1
      counts[name] = (counts[name] ?? 0) + 1
    }
  return counts
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
