import { remember } from '#kit/remember.ts'
import { type Binder, type Binding, bindReferences, isVague } from '../graph/bind-references.ts'
import type { CodeFile } from '../graph/code-file.ts'
import type { CodeGraph } from '../graph/code-graph.ts'
import { type DefinedNames, definedNames } from '../graph/defined-names.ts'
import type { Edges } from '../graph/edges.ts'
import { followImports } from '../graph/follow-imports.ts'
import type { ResolvedImport } from '../graph/resolved-import.ts'
import { lengthOf } from '../length-of.ts'
import { faceOf } from './face-of.ts'
import type { Moves } from './moves.ts'
import { namesLedElsewhere } from './names-led-elsewhere.ts'
import type { Snapshot } from './open-snapshot.ts'
import { replaceRows } from './replace-rows.ts'
import type { Resolving } from './start-resolving.ts'

export type UpdateRequest = {
  /** With places for files that have come. */
  readonly snapshot: Snapshot
  /** In the order of the snapshot. */
  readonly paths: readonly string[]
  /** What files are now, by their places: all that have changed, and those whose imports may lead elsewhere. */
  readonly changed: ReadonlyMap<number, CodeFile>
  readonly moves: Moves
  readonly resolving: Pick<Resolving, 'resolve' | 'neighboursOf'>
}

/**
 * The graph as it would be if it were built anew, with the edges of the changed files, and of others that use a name which has
 * come, gone or is another's. What has gone is still in its place, without edges. Null where more may have changed, or where that
 * cannot be told.
 */
export function updateGraph(request: UpdateRequest): CodeGraph | null {
  const { snapshot, paths, changed, moves, resolving } = request
  const imports = importsNow(request)
  if (imports === null) return null
  const lookups = overlay(snapshot, changed)
  const ledElsewhere = namesLedElsewhere({ snapshot, paths, imports, moves, ...lookups })
  if (ledElsewhere === null) return null
  const reached = filesWith([...ledElsewhere, ...namesMoved(request, lookups)], request)
  if (reached.length > REACHED_MAX) return null
  const followed = followImports({
    paths,
    ownImportsOf: remember((place) => imports.get(place) ?? snapshot.faceOf(place).imports),
    neighboursOf: (place) =>
      hasMoved(place, moves) ? resolving.neighboursOf(place) : snapshot.neighboursOf(place),
    standing: lookups.standing,
  })
  const binder: Binder = { ...followed, ...lookups }
  const bound = [...changed, ...reached.map((place) => [place, { tags: snapshot.tagsOf(place) }] as const)]
  const rows = new Map(bound.map(([place, { tags }]) => [place, bindReferences({ place, tags }, binder)]))
  return {
    paths,
    roles: snapshot.roles,
    lengths: lengthsNow(snapshot, changed),
    edges: [...rows].every((row) => isRowOf(snapshot.edges, row))
      ? snapshot.edges
      : replaceRows(snapshot.edges, { rows, names: snapshot.names }),
    definitionsOf: remember((place) => changed.get(place)?.tags.definitions ?? snapshot.definitionsOf(place)),
  }
}

/** To bind many files again takes as long as to build all anew. */
const REACHED_MAX = 5000

function hasMoved(place: number, { come, gone, touched }: Moves): boolean {
  return come.has(place) || gone.has(place) || touched.has(place)
}

/** Those of the changed files. Null where one of them leads the imports of others elsewhere. */
function importsNow({
  snapshot,
  changed,
  moves,
  resolving,
}: UpdateRequest): ReadonlyMap<number, readonly ResolvedImport[]> | null {
  const imports = new Map<number, readonly ResolvedImport[]>()
  for (const [place, file] of changed) {
    const [before, now] = [snapshot.faceOf(place), faceOf(file)]
    const isNew = moves.come.has(place) || moves.gone.has(place)
    if (!isNew && (snapshot.roles[place] !== file.role || before.own !== now.own)) return null
    const isAsBefore = before.towards === now.towards && !hasMoved(place, moves)
    const own = isAsBefore ? before.imports : resolving.resolve(place)
    if (own === null) return null
    imports.set(place, own)
  }
  return imports
}

/** Whether these are the edges that a file has. */
function isRowOf(edges: Edges, [place, row]: readonly [number, readonly Binding[]]): boolean {
  const start = edges.starts[place] ?? 0
  return (
    (edges.starts[place + 1] ?? 0) - start === row.length &&
    row.every(
      ({ to, name, weight }, offset) =>
        edges.to[start + offset] === to &&
        edges.weight[start + offset] === weight &&
        edges.nameOf(edges.name[start + offset] ?? 0) === name,
    )
  )
}

function lengthsNow(snapshot: Snapshot, changed: UpdateRequest['changed']): Uint32Array {
  const lengths = snapshot.lengths.slice()
  for (const [place, { tags }] of changed) lengths[place] = lengthOf(tags.definitions)
  return lengths
}

type Lookups = Pick<Binder, 'definers' | 'standing' | 'usersOf'>

/** Who defines and uses what, as it is now. */
function overlay(snapshot: Snapshot, changed: UpdateRequest['changed']): Lookups {
  const defined = new Map([...changed].map(([place, { tags }]) => [place, definedNames(tags.definitions)]))
  const used = [...changed.values()].map(namesUsed)
  const lookUp = (part: keyof DefinedNames, before: (name: number) => Uint32Array) =>
    remember((name: string) => {
      const number = snapshot.names.find(name)
      const others = number === null ? [] : [...before(number)].filter((place) => !changed.has(place))
      const now = [...defined].flatMap(([place, own]) => (own[part].has(name) ? [place] : []))
      return now.length === 0 ? others : [...others, ...now].sort((one, other) => one - other)
    })
  return {
    definers: lookUp('everywhere', snapshot.definers),
    standing: lookUp('standing', snapshot.standing),
    usersOf: remember((name) => {
      const number = snapshot.names.find(name)
      const before = number === null ? 0 : (snapshot.users[number] ?? 0)
      const gone = number === null ? 0 : count(changed.keys(), (place) => usedIn(snapshot, { place, number }))
      return before - gone + count(used, (names) => names.has(name))
    }),
  }
}

function namesUsed({ tags }: CodeFile): Set<string> {
  return new Set(tags.references.map(({ name }) => name))
}

function usedIn(snapshot: Snapshot, { place, number }: { place: number; number: number }): boolean {
  return snapshot.referencesOf(place).includes(number)
}

/** Names that files which were not changed may bind otherwise than before: who defines them, or how much they say, is another. */
function namesMoved({ snapshot, changed }: UpdateRequest, lookups: Lookups): string[] {
  const { names, users } = snapshot
  const turns = (name: string) => {
    const number = names.find(name)
    if (number === null) return false
    const [before, now] = [users[number] ?? 0, lookups.usersOf(name)]
    return [lookups.definers(name), lookups.standing(name)].some(
      ({ length: definers }) =>
        isVague({ definers, users: before }) !== isVague({ definers, users: now }) && definers > 0,
    )
  }
  return [...changed].flatMap(([place, file]) => {
    const [before, now] = [definedNames(snapshot.definitionsOf(place)), definedNames(file.tags.definitions)]
    const used = new Set(Array.from(snapshot.referencesOf(place), names.at))
    return [
      ...unlike(before.everywhere, now.everywhere),
      ...unlike(before.standing, now.standing),
      ...unlike(used, namesUsed(file)).filter(turns),
    ]
  })
}

/** Files that were not changed and mention one of these names. */
function filesWith(some: readonly string[], { snapshot, changed }: UpdateRequest): number[] {
  const numbers = new Set(some.flatMap((name) => snapshot.names.find(name) ?? []))
  return numbers.size === 0 ? [] : snapshot.mentioning(numbers).filter((place) => !changed.has(place))
}

/** What is in one of two and not in the other. */
function unlike(one: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
  return [...[...one].filter((name) => !other.has(name)), ...[...other].filter((name) => !one.has(name))]
}

function count<Item>(items: Iterable<Item>, fits: (item: Item) => boolean): number {
  let found = 0
  for (const item of items) if (fits(item)) found += 1
  return found
}
