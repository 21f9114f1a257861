import { gathers } from '../graph/follow-imports.ts'
import { type Carried, carriedBy } from '../graph/follow-names.ts'
import type { ResolvedImport } from '../graph/resolved-import.ts'
import type { Snapshot } from './open-snapshot.ts'

export type Lead = {
  readonly snapshot: Snapshot
  readonly paths: readonly string[]
  /** Where the imports of the changed files lead now, by their places. */
  readonly imports: ReadonlyMap<number, readonly ResolvedImport[]>
  /** Who defines a name where it can be used by itself, as it is now. */
  readonly standing: (name: string) => readonly number[]
}

/**
 * Whether names that others take from a changed file come from where they came from, although it imports something else now.
 * They do where it has them itself, and where no other import of it carries them.
 */
export function leadsAsBefore(place: number, lead: Lead): boolean {
  const { snapshot, paths, imports } = lead
  const [before, now] = [snapshot.faceOf(place).imports, imports.get(place) ?? []].map(carriedBy)
  if (before === undefined || now === undefined) return false
  const isSame = isWholeSame(before, now)
  if (isSame && [...new Set([...before.named.keys(), ...now.named.keys()])].every(isNamedSame(before, now)))
    return true
  if (gathers(paths[place] ?? '')) return false
  return takenFrom(place, lead).every(({ names, files }) =>
    names.every((name) =>
      name === '*'
        ? files.length > 1
        : hasItself(place, { name, ...lead }) || (isSame && isNamedSame(before, now)(name)),
    ),
  )
}

function isWholeSame(before: Carried, now: Carried): boolean {
  return before.whole.join() === now.whole.join()
}

function isNamedSame(before: Carried, now: Carried): (name: string) => boolean {
  return (name) => before.named.get(name)?.join() === now.named.get(name)?.join()
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
