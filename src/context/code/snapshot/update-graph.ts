import { remember } from '#kit/remember.ts'
import { type Binder, type Binding, bindReferences, isVague } from '../graph/bind-references.ts'
import { lengthOf } from '../graph/build-graph.ts'
import type { CodeFile } from '../graph/code-file.ts'
import type { CodeGraph } from '../graph/code-graph.ts'
import type { Edges } from '../graph/edges.ts'
import { type DefinedNames, definedNames } from '../graph/find-definers.ts'
import { followImports } from '../graph/follow-imports.ts'
import type { ResolvedImport } from '../graph/resolved-import.ts'
import { faceOf } from './face-of.ts'
import { leadsAsBefore } from './leads-as-before.ts'
import type { Snapshot } from './open-snapshot.ts'
import { replaceRows } from './replace-rows.ts'

export type UpdateRequest = {
  readonly snapshot: Snapshot
  /** In the order of the snapshot. */
  readonly paths: readonly string[]
  /** What the changed files are now, by their places. */
  readonly changed: ReadonlyMap<number, CodeFile>
  /** Where the imports of a changed file lead now, which are others than before; null where that is not to be told from here. */
  readonly resolve: (place: number) => readonly ResolvedImport[] | null
}

/**
 * The graph as it would be if it were built anew, where only the edges of the changed files can have changed. Null where
 * those of others may have as well: an import leads elsewhere, or a name that others use has come or gone.
 */
export function updateGraph({ snapshot, paths, changed, resolve }: UpdateRequest): CodeGraph | null {
  const imports = importsNow({ snapshot, changed, resolve })
  if (imports === null) return null
  const lookups = overlay(snapshot, changed)
  const lead = { snapshot, paths, imports, ...lookups }
  if (![...changed.keys()].every((place) => leadsAsBefore(place, lead))) return null
  if (reachesOthers(snapshot, { changed, lookups })) return null
  const followed = followImports({
    paths,
    ownImportsOf: remember((place) => imports.get(place) ?? snapshot.faceOf(place).imports),
    neighboursOf: snapshot.neighboursOf,
    standing: lookups.standing,
  })
  const binder: Binder = { ...followed, ...lookups }
  const rows = new Map(
    [...changed].map(([place, { tags }]) => [place, bindReferences({ place, tags }, binder)]),
  )
  return {
    paths,
    roles: snapshot.roles,
    lengths: snapshot.lengths.map((length, place) => lengthNow(changed.get(place)) ?? length),
    edges: [...rows].every((row) => isRowOf(snapshot.edges, row))
      ? snapshot.edges
      : replaceRows(snapshot.edges, { rows, names: snapshot.names }),
    definitionsOf: remember((place) => changed.get(place)?.tags.definitions ?? snapshot.definitionsOf(place)),
  }
}

/** Those of the changed files. Null where one of them leads the imports of others elsewhere. */
function importsNow({
  snapshot,
  changed,
  resolve,
}: Omit<UpdateRequest, 'paths'>): ReadonlyMap<number, readonly ResolvedImport[]> | null {
  const imports = new Map<number, readonly ResolvedImport[]>()
  for (const [place, file] of changed) {
    const [before, now] = [snapshot.faceOf(place), faceOf(file)]
    if (snapshot.roles[place] !== file.role || before.own !== now.own) return null
    const own = before.towards === now.towards ? before.imports : resolve(place)
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

function lengthNow(file: CodeFile | undefined): number | null {
  return file === undefined ? null : lengthOf(file.tags.definitions)
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

type Reach = { readonly changed: UpdateRequest['changed']; readonly lookups: Lookups }

/** Whether a file that was not changed mentions a name which is now another's, or says now more or less than it did. */
function reachesOthers(snapshot: Snapshot, { changed, lookups }: Reach): boolean {
  const { names, mentions, users } = snapshot
  const isMentioned = (name: string) => {
    const number = names.find(name)
    if (number === null) return false
    const own = count(changed.keys(), (place) => mentionedIn(snapshot, { place, number }))
    return (mentions[number] ?? 0) > own
  }
  const turns = (name: string) => {
    const number = names.find(name)
    if (number === null) return false
    const [before, now] = [users[number] ?? 0, lookups.usersOf(name)]
    return [lookups.definers(name), lookups.standing(name)].some(
      ({ length: definers }) =>
        isVague({ definers, users: before }) !== isVague({ definers, users: now }) && definers > 0,
    )
  }
  return [...changed].some(([place, file]) => {
    const [before, now] = [definedNames(snapshot.definitionsOf(place)), definedNames(file.tags.definitions)]
    const moved = [...unlike(before.everywhere, now.everywhere), ...unlike(before.standing, now.standing)]
    const used = new Set(Array.from(snapshot.referencesOf(place), names.at))
    return (
      moved.some(isMentioned) ||
      unlike(used, namesUsed(file)).some((name) => turns(name) && isMentioned(name))
    )
  })
}

function mentionedIn(snapshot: Snapshot, { place, number }: { place: number; number: number }): boolean {
  const name = snapshot.names.at(number)
  return (
    usedIn(snapshot, { place, number }) ||
    snapshot.faceOf(place).imports.some(({ names }) => names.includes(name))
  )
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
