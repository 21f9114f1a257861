import type { ReferenceKind } from '../tags.ts'
import type { CodeFile } from './code-file.ts'
import type { Definers } from './find-definers.ts'

/** An import of a file, with the files of this repository that it leads to. */
export type ResolvedImport = { readonly names: readonly string[]; readonly files: readonly number[] }

export type Binding = { readonly to: number; readonly name: string; readonly weight: number }

export type Binder = {
  readonly definers: Definers
  readonly importsOf: (file: number) => readonly ResolvedImport[]
  /** Files that may use one another's names without an import: a package's, a namespace's. */
  readonly neighboursOf: (file: number) => readonly number[]
}

/**
 * What a file needs of others: each name that it uses, bound to who defines it. Along an import where there is one; to a
 * neighbour; else by the name alone, with a weight that falls with the number of those who define it. Never a guess at
 * full weight.
 */
export function bindReferences(
  place: number,
  { tags }: CodeFile,
  { definers, importsOf, neighboursOf }: Binder,
): Binding[] {
  const bindings: Binding[] = []
  const imports = importsOf(place)
  const neighbours = neighboursOf(place)
  const own = new Set(tags.definitions.map(({ name }) => name))
  for (const { files } of imports) {
    for (const to of files) if (to !== place) bindings.push({ to, name: '', weight: IMPORT / files.length })
  }
  for (const { name, kind, lines } of tags.references) {
    if (kind !== 'import' && own.has(name)) continue
    const found = findIn({ name, imports, neighbours, definers, place })
    const worth = (found.certainty * Math.sqrt(lines.length) * WORTH[kind]) / found.files.length
    for (const to of found.files) bindings.push({ to, name, weight: worth })
  }
  return bindings
}

const IMPORT = 0.5
const WORTH: Readonly<Record<ReferenceKind, number>> = { call: 1, new: 1, type: 1, import: 0.5, extends: 2 }

type Search = {
  readonly name: string
  readonly imports: readonly ResolvedImport[]
  readonly neighbours: readonly number[]
  readonly definers: Definers
  readonly place: number
}

function findIn({ name, imports, neighbours, definers, place }: Search): {
  readonly files: readonly number[]
  readonly certainty: number
} {
  const candidates = definers.of(name).filter((file) => file !== place)
  if (candidates.length === 0) return NOTHING
  const isCandidate = new Set(candidates)
  const among = (files: readonly number[]) => [...new Set(files)].filter((file) => isCandidate.has(file))
  const named = among(imports.filter(({ names }) => names.includes(name)).flatMap(({ files }) => files))
  if (named.length > 0) return { files: named, certainty: 1 }
  const imported = among(imports.flatMap(({ files }) => files))
  if (imported.length > 0) return { files: imported, certainty: 0.8 }
  const near = among(neighbours)
  if (near.length > 0) return { files: near, certainty: 0.8 }
  if (candidates.length > GUESSES_MAX || name.length < GUESS_LENGTH_MIN) return NOTHING
  return { files: candidates, certainty: GUESS / candidates.length }
}

const NOTHING = { files: [], certainty: 0 }

/** How much a name alone is worth, and for how many who define it. */
const GUESS = 0.3
const GUESSES_MAX = 6
const GUESS_LENGTH_MIN = 4
