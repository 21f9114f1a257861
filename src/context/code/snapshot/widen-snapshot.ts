import type { Edges } from '../graph/edges.ts'
import { NO_TAGS } from '../tags.ts'
import type { Role } from '../walk/role-of.ts'
import type { Face, Snapshot } from './open-snapshot.ts'

/** A snapshot with places for files that have come since: they are said to be empty, and of their roles. */
export function widenSnapshot(snapshot: Snapshot, come: ReadonlyMap<number, Role>): Snapshot {
  if (come.size === 0) return snapshot
  const count = snapshot.roles.length + come.size
  const [then, now] = [new Int32Array(count).fill(NONE), new Uint32Array(snapshot.roles.length)]
  for (let place = 0, old = 0; place < count; place += 1) {
    if (come.has(place)) continue
    then[place] = old
    now[old] = place
    old += 1
  }
  const roles: Role[] = []
  const lengths = new Uint32Array(count)
  for (let place = 0; place < count; place += 1) {
    const old = then[place] ?? NONE
    roles.push(snapshot.roles[old] ?? come.get(place) ?? 'source')
    lengths[place] = snapshot.lengths[old] ?? 0
  }
  // In a plain loop: of edges there are many, and it is run once.
  const placesNow = (places: Uint32Array) => {
    const found = new Uint32Array(places.length)
    for (let at = 0; at < places.length; at += 1) found[at] = now[places[at] ?? 0] ?? 0
    return found
  }
  const ifThere =
    <Value>(ask: (old: number) => Value, otherwise: Value) =>
    (place: number): Value => {
      const old = then[place] ?? NONE
      return old === NONE ? otherwise : ask(old)
    }
  const faceThen = (old: number): Face => {
    const face = snapshot.faceOf(old)
    const imports = face.imports.map(({ names, files }) => ({
      names,
      files: files.map((file) => now[file] ?? 0),
    }))
    return { ...face, imports }
  }
  return {
    ...snapshot,
    roles,
    lengths,
    edges: widenEdges(snapshot.edges, { then, to: placesNow(snapshot.edges.to) }),
    definers: (name) => placesNow(snapshot.definers(name)),
    standing: (name) => placesNow(snapshot.standing(name)),
    referencesOf: ifThere(snapshot.referencesOf, new Uint32Array()),
    mentioning: (names) => snapshot.mentioning(names).map((place) => now[place] ?? 0),
    asking: (questions) => snapshot.asking(questions)?.map((place) => now[place] ?? 0) ?? null,
    faceOf: ifThere(faceThen, NO_FACE),
    tagsOf: ifThere(snapshot.tagsOf, NO_TAGS),
    definitionsOf: ifThere(snapshot.definitionsOf, []),
    importersOf: ifThere((old) => placesNow(snapshot.importersOf(old)), new Uint32Array()),
    isParsed: ifThere(snapshot.isParsed, false),
    neighboursOf: ifThere((old) => snapshot.neighboursOf(old).map((place) => now[place] ?? 0), []),
  }
}

const NONE = -1
const NO_FACE: Face = { towards: '', own: '', imports: [], written: [], module: null }

function widenEdges(edges: Edges, { then, to }: { then: Int32Array; to: Uint32Array }): Edges {
  const starts = new Uint32Array(then.length + 1)
  for (let place = 0; place < then.length; place += 1) {
    const old = then[place] ?? NONE
    starts[place + 1] = old === NONE ? (starts[place] ?? 0) : (edges.starts[old + 1] ?? 0)
  }
  return { ...edges, starts, to }
}
