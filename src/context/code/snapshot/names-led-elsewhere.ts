import { gathers } from '../graph/follow-imports.ts'
import { carriedBy } from '../graph/follow-names.ts'
import type { ResolvedImport } from '../graph/resolved-import.ts'
import type { Moves } from './moves.ts'
import type { Snapshot } from './open-snapshot.ts'

export type Lead = {
  readonly snapshot: Snapshot
  readonly paths: readonly string[]
  /** Where the imports of the changed files lead now, by their places. */
  readonly imports: ReadonlyMap<number, readonly ResolvedImport[]>
  readonly moves: Pick<Moves, 'come' | 'gone'>
  /** Who defines a name where it can be used by itself, as it is now. */
  readonly standing: (name: string) => readonly number[]
}

/**
 * Names that others may find elsewhere since changed files import something else now. Null where that is not to be told: a file
 * takes everything of others than before, and hands it on. Who takes something from a file that has come or gone has changed
 * itself.
 */
export function namesLedElsewhere(lead: Lead): readonly string[] | null {
  const names = new Set<string>()
  for (const place of lead.imports.keys()) {
    if (lead.moves.come.has(place) || lead.moves.gone.has(place)) continue
    const own = namesLedBy(place, lead)
    if (own === null) return null
    for (const name of own) names.add(name)
  }
  return [...names]
}

function namesLedBy(place: number, lead: Lead): readonly string[] | null {
  const { snapshot, imports } = lead
  const before = carriedBy(snapshot.faceOf(place).imports)
  const now = carriedBy(imports.get(place) ?? [])
  const named = [...new Set([...before.named.keys(), ...now.named.keys()])].filter(
    (name) => before.named.get(name)?.join() !== now.named.get(name)?.join(),
  )
  if (before.whole.join() === now.whole.join()) return named
  return isTakenForItself(place, lead) ? [] : null
}

/** Whether all that others take from a file, and now, is its own. */
function isTakenForItself(place: number, lead: Lead): boolean {
  if (gathers(lead.paths[place] ?? '')) return false
  return takenFrom(place, lead).every(({ names, files }) =>
    names.every((name) => (name === '*' ? files.length > 1 : hasItself(place, { name, ...lead }))),
  )
}

/** Imports of any file that lead to it, before or now. */
function takenFrom(place: number, { snapshot, imports }: Lead): ResolvedImport[] {
  const before = [...snapshot.importersOf(place)].flatMap((importer) => snapshot.faceOf(importer).imports)
  return [...before, ...[...imports.values()].flat()].filter(({ files }) => files.includes(place))
}

function hasItself(place: number, { name, snapshot, standing }: Lead & { readonly name: string }): boolean {
  const number = snapshot.names.find(name)
  return number !== null && snapshot.standing(number).includes(place) && standing(name).includes(place)
}
