import type { Outline } from '../outline.ts'
import type { ReferenceKind } from '../tags.ts'
import { readWay } from '../way-of.ts'
import { outlineOf } from '../write-tags.ts'
import type { CodeFile } from './code-file.ts'
import type { Imports } from './follow-imports.ts'
import type { Definers } from './index-names.ts'
import type { ResolvedImport } from './resolved-import.ts'

export type Binding = { readonly to: number; readonly name: string; readonly weight: number }

export type Binder = Imports & {
  readonly definers: Definers
  /** Those that define a name where it can be used by itself. */
  readonly standing: Definers
  /** In how many files a name is used. */
  readonly usersOf: (name: string) => number
}

/** The file that uses names, and its place among all. */
export type User = Pick<CodeFile, 'tags'> & { readonly place: number }

/**
 * What a file needs of others: each name that it uses, bound to who defines it. Along an import where there is one; to a
 * neighbour; else, for what is asked of an object whose kind nobody knows here, by the name alone, among those of which
 * something is named here, with a weight that falls with their number. All guesses together never weigh more than a part of what is sure: a file that is
 * sure of nothing would hand all it has to a guess.
 */
export function bindReferences({ place, tags }: User, binder: Binder): Binding[] {
  const reach = reachOf(place, binder)
  const { standing, members, hidden, used, ways, times } = outlineOf(tags)
  const own = new Set([...standing, ...members, ...hidden])
  const sure = reach.imports.flatMap(({ files }) => bindImport(files, place))
  const guessed: Binding[] = []
  let known: ReadonlySet<number> | null = null
  const named = () => {
    known ??= filesNamed({ used, ways }, binder)
    return known
  }
  for (const [at, name] of used.entries()) {
    const { kind, isMember } = readWay(ways[at] ?? 0)
    if (kind !== 'import' && own.has(name)) continue
    const { files, certainty, isGuess } = findDefiner({ name, isMember, place, reach, binder, named })
    const weight = (certainty * Math.sqrt(times[at] ?? 0) * WORTH[kind]) / files.length
    for (const to of files) (isGuess ? guessed : sure).push({ to, name, weight })
  }
  const part = Math.min(1, (GUESSES_PART * total(sure)) / total(guessed))
  return part > 0 ? [...sure, ...guessed.map((guess) => ({ ...guess, weight: guess.weight * part }))] : sure
}

/** Files that have something by itself which is named here, though nobody may know from where. */
function filesNamed({ used, ways }: Pick<Outline, 'used' | 'ways'>, { standing }: Binder): Set<number> {
  const files = new Set<number>()
  for (const [at, name] of used.entries()) {
    const { kind, isMember } = readWay(ways[at] ?? 0)
    if (kind === 'call' && isMember) continue
    const definers = standing(name)
    if (definers.length <= GUESSES_MAX) for (const file of definers) files.add(file)
  }
  return files
}

function bindImport(files: readonly number[], place: number): Binding[] {
  if (files.length > CROWD) return []
  const others = files.filter((file) => file !== place)
  return others.map((to) => ({ to, name: '', weight: IMPORT / files.length }))
}

function total(bindings: readonly Binding[]): number {
  return bindings.reduce((sum, { weight }) => sum + weight, 0)
}

/** What an import that leads to one file is worth, before anything is used of it. */
export const IMPORT = 0.5
/** A namespace of so many files says nothing of any of them. */
export const CROWD = 30
const GUESSES_PART = 0.3
const WORTH: Readonly<Record<ReferenceKind, number>> = { call: 1, new: 1, type: 1, import: 0.5, extends: 2 }

/** What a file can see of others. */
type Reach = {
  readonly imports: readonly ResolvedImport[]
  readonly imported: ReadonlySet<number>
  /** Those of which names can be used as they are. */
  readonly open: ReadonlySet<number>
  readonly byName: ReadonlyMap<string, ReadonlySet<number>>
  /** Those of the imported that may have a name from elsewhere. */
  readonly gathering: readonly number[]
  readonly near: ReadonlySet<number>
}

function reachOf(place: number, { importsOf, neighboursOf, handsOn }: Binder): Reach {
  const imports = importsOf(place)
  const wholes = imports.filter(({ names, files }) => names.includes('*') && files.length === 1)
  const imported = new Set(imports.flatMap(({ files }) => files))
  const byName = new Map<string, Set<number>>()
  for (const { names, files } of imports)
    for (const name of names) {
      const known = byName.get(name)
      if (known === undefined) byName.set(name, new Set(files))
      else for (const file of files) known.add(file)
    }
  return {
    imports,
    imported,
    open: new Set(imports.filter(({ names }) => isOpen(names)).flatMap(({ files }) => files)),
    byName,
    gathering: [...new Set([...wholes.flatMap(({ files }) => files), ...[...imported].filter(handsOn)])],
    near: new Set(neighboursOf(place)),
  }
}

/** Who takes some names can use these and no others; a default may have any name. */
function isOpen(names: readonly string[]): boolean {
  return names.length === 0 || names.includes('*') || names.includes('default')
}

type Search = {
  readonly name: string
  readonly isMember: boolean
  readonly place: number
  readonly reach: Reach
  readonly binder: Binder
  readonly named: () => ReadonlySet<number>
}

type Found = { readonly files: readonly number[]; readonly certainty: number; readonly isGuess: boolean }

function findDefiner({ name, isMember, place, reach, binder, named }: Search): Found {
  const everywhere = binder.definers(name)
  if (everywhere.length === 0) return NOTHING
  const taken = takenAs({ name, isMember }, reach)
  const imported = taken === undefined ? [] : everywhere.filter((file) => file !== place && taken.has(file))
  if (imported.length > 0) return { files: imported, certainty: 1, isGuess: false }
  const candidates = isMember ? everywhere : binder.standing(name)
  const among = (seen: ReadonlySet<number>) => candidates.filter((file) => file !== place && seen.has(file))
  const seen = among(isMember ? reach.imported : reach.open)
  if (seen.length > 0) return { files: seen, certainty: 0.8, isGuess: false }
  const handedOn = binder.follow(reach.gathering, name).filter((file) => file !== place)
  if (handedOn.length > 0) return { files: handedOn, certainty: 0.8, isGuess: false }
  if (isMember && isVague({ definers: candidates.length, users: binder.usersOf(name) })) return NOTHING
  const near = among(reach.near)
  if (near.length > 0) return { files: near, certainty: isMember ? 0.4 : 0.8, isGuess: false }
  // A name by itself would have come with an import.
  if (!isMember) return NOTHING
  // Lists and texts have methods, too: who means a type of this repository mostly names it, or what is beside it.
  const files = candidates.filter((file) => file !== place && named().has(file))
  return files.length === 0 ? NOTHING : { files, certainty: GUESS / files.length, isGuess: true }
}

/** See `Import` for what can only be asked of something. */
function takenAs(
  { name, isMember }: Pick<Search, 'name' | 'isMember'>,
  { byName }: Reach,
): ReadonlySet<number> | undefined {
  const asked = isMember ? byName.get(`::${name}`) : undefined
  return asked ?? byName.get(name)
}

/** What everybody uses and hardly anybody defines, or what many define, is no sign of who is meant. */
export function isVague({ definers, users }: { definers: number; users: number }): boolean {
  return definers > GUESSES_MAX || users > USERS_MAX * definers
}

const NOTHING: Found = { files: [], certainty: 0, isGuess: false }

/** How much a name alone is worth, for how many who define it, and for how many who use it to each of them. */
const GUESS = 0.3
const GUESSES_MAX = 6
const USERS_MAX = 20
