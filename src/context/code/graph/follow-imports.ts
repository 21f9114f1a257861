import { type Follow, followNames } from './follow-names.ts'
import type { Definers } from './index-names.ts'
import type { OwnImports } from './read-imports.ts'
import type { ResolvedImport } from './resolved-import.ts'

/** What files can use of others, by their places in the list. */
export type Imports = Pick<OwnImports, 'neighboursOf'> & {
  /** Those of the file itself, and where they lead on to. */
  readonly importsOf: (file: number) => readonly ResolvedImport[]
  readonly follow: Follow
  /** Whether a file is there to hand on what others have. */
  readonly handsOn: (file: number) => boolean
}

export type ImportsRequest = OwnImports & {
  readonly paths: readonly string[]
  /** Only what stands by itself can be handed on. */
  readonly standing: Definers
}

export function followImports({ paths, ownImportsOf, neighboursOf, standing }: ImportsRequest): Imports {
  const follow = followNames(standing, ownImportsOf)
  return {
    importsOf: (place) =>
      ownImportsOf(place).flatMap((imported) => [imported, ...followImport(imported, { standing, follow })]),
    neighboursOf,
    follow,
    handsOn: (place) => gathers(paths[place] ?? ''),
  }
}

/** Whether a file of this name is there to hand on what others have. */
export function gathers(path: string): boolean {
  return GATHERS.test(path)
}

const GATHERS = /(^|\/)(__init__\.pyi?|index\.\w+|mod\.rs|lib\.rs)$/

/** Names that are imported from a file which only hands them on come from where they are defined. */
function followImport(
  { names, files }: ResolvedImport,
  { standing, follow }: { standing: Definers; follow: Follow },
): ResolvedImport[] {
  const sources = new Map<string, { names: string[]; files: readonly number[] }>()
  for (const name of names) {
    if (name === '*' || files.some((file) => standing(name).includes(file))) continue
    const found = follow(files, name)
    const key = found.join(' ')
    if (found.length > 0)
      sources.set(key, { names: [...(sources.get(key)?.names ?? []), name], files: found })
  }
  return [...sources.values()]
}
