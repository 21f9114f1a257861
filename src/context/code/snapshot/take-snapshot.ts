import type { Arrays } from '#kit/arrays-file.ts'
import type { BuiltGraph } from '../graph/build-graph.ts'
import type { CodeFile } from '../graph/code-file.ts'
import { definedNames } from '../graph/find-definers.ts'
import type { OwnImports } from '../graph/read-imports.ts'
import { roles } from '../walk/role-of.ts'
import { faceOf } from './face-of.ts'
import { toRows, toTextRows } from './rows.ts'

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
  const used = files.map(({ tags }) => new Set(tags.references.map(({ name }) => name)))
  const defined = files.map(({ tags }) => definedNames(tags.definitions))
  const resolved = files.map((_, place) => imports.ownImportsOf(place))
  const mentioned = used.map(
    (names, place) => new Set([...names, ...(resolved[place] ?? []).flatMap((one) => one.names)]),
  )
  // What is empty comes first, and is the number of a file as a whole.
  const names = [
    ...new Set(['', ...mentioned, ...defined.map(({ everywhere }) => everywhere)].flatMap(toList)),
  ]
  names.sort()
  const numbers = new Map(names.map((name, number) => [name, number]))
  const toNumbers = (some: Iterable<string>) => Array.from(some, (name) => numbers.get(name) ?? 0)
  const invert = (lists: readonly ReadonlySet<string>[]) => {
    const rows: number[][] = names.map(() => [])
    for (const [place, list] of lists.entries())
      for (const name of list) rows[numbers.get(name) ?? 0]?.push(place)
    return toRows(rows)
  }
  const table = toTextRows(names)
  const definers = invert(defined.map(({ everywhere }) => everywhere))
  const standing = invert(defined.map((own) => own.standing))
  const references = toRows(used.map(toNumbers))
  const faces = toTextRows(
    files.map((file, place) => JSON.stringify({ face: faceOf(file), imports: resolved[place] })),
  )
  const definitions = toTextRows(files.map(({ tags }) => JSON.stringify(tags.definitions)))
  const groups = groupNeighbours(files.length, imports.neighboursOf)
  return {
    about: Buffer.from(JSON.stringify(about)),
    roles: Uint8Array.from(files, ({ role }) => roles.indexOf(role)),
    lengths: graph.lengths,
    edgeStarts: edges.starts,
    edgeTo: edges.to,
    edgeName: edges.name.map(renumber(edges, numbers)),
    edgeWeight: edges.weight,
    nameStarts: table.starts,
    nameBytes: table.parts,
    definersStarts: definers.starts,
    definers: definers.members,
    standingStarts: standing.starts,
    standing: standing.members,
    mentions: countIn(toRows(mentioned.map(toNumbers)).members, names.length),
    users: countIn(references.members, names.length),
    referencesStarts: references.starts,
    references: references.members,
    faceStarts: faces.starts,
    faces: faces.parts,
    definitionStarts: definitions.starts,
    definitions: definitions.parts,
    ...groups,
  }
}

function toList(names: string | ReadonlySet<string>): string[] {
  return typeof names === 'string' ? [names] : [...names]
}

function renumber(
  { nameOf }: BuiltGraph['edges'],
  numbers: ReadonlyMap<string, number>,
): (name: number) => number {
  const known = new Map<number, number>()
  return (name) => {
    const number = known.get(name) ?? numbers.get(nameOf(name)) ?? 0
    known.set(name, number)
    return number
  }
}

function countIn(members: Uint32Array, names: number): Uint32Array {
  const counts = new Uint32Array(names)
  for (const name of members) counts[name] = (counts[name] ?? 0) + 1
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
