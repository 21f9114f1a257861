import type { CodeFile } from './code-file.ts'
import type { Definers } from './find-definers.ts'
import { type Follow, followNames } from './follow-names.ts'
import { openProject } from './open-project.ts'
import type { ResolvedImport } from './resolved-import.ts'
import type { MakeResolver, Project, Resolver } from './resolver.ts'
import { resolvers } from './resolvers/all.ts'

/** What files take from others, by their places in the list. */
export type Imports = {
  readonly importsOf: (file: number) => readonly ResolvedImport[]
  /** Files that may use one another's names without an import: a package's, a namespace's. */
  readonly neighboursOf: (file: number) => readonly number[]
  readonly follow: Follow
  /** Whether a file is there to hand on what others have. */
  readonly handsOn: (file: number) => boolean
}

export type ImportsRequest = {
  readonly files: readonly CodeFile[]
  readonly read: Project['read']
  /** Only what stands by itself can be handed on. */
  readonly standing: Definers
}

export function readImports({ files, read, standing }: ImportsRequest): Imports {
  const resolverOf = startResolvers(openProject(files, read))
  const places = new Map(files.map(({ path }, place) => [path, place]))
  const placesOf = (paths: readonly string[]) => paths.flatMap((path) => places.get(path) ?? [])
  const known = new Map<number, readonly ResolvedImport[]>()
  const ownImportsOf = (place: number) => {
    const file = files[place]
    const found = known.get(place) ?? (file === undefined ? [] : resolveAll(file))
    known.set(place, found)
    return found
  }
  const resolveAll = ({ path, role, grammar, tags }: CodeFile): ResolvedImport[] => {
    const resolver = resolverOf(grammar)
    // A module that takes its tests in does not need them.
    const isNeeded = (place: number) => role === 'test' || files[place]?.role !== 'test'
    return tags.imports.flatMap((imported) => {
      const found = placesOf(resolver?.resolve(path, imported) ?? []).filter(isNeeded)
      return found.length === 0 ? [] : [{ names: imported.names, files: found }]
    })
  }
  const follow = followNames(standing, ownImportsOf)
  return {
    importsOf: (place) =>
      ownImportsOf(place).flatMap((imported) => [imported, ...followImport(imported, { standing, follow })]),
    neighboursOf: (place) => {
      const file = files[place]
      return file === undefined ? [] : placesOf(resolverOf(file.grammar)?.neighbours?.(file) ?? [])
    },
    follow,
    handsOn: (place) => GATHERS.test(files[place]?.path ?? ''),
  }
}

const GATHERS = /(^|\/)(__init__\.pyi?|index\.\w+|mod\.rs|lib\.rs)$/

/** Manifests are read when the first file needs them, and once for all languages that share them. */
function startResolvers(project: Project): (grammar: string | null) => Resolver | null {
  const ready = new Map<MakeResolver, Resolver>()
  return (grammar) => {
    const make = resolvers[grammar ?? '']
    if (make === undefined) return null
    const known = ready.get(make) ?? make(project)
    ready.set(make, known)
    return known
  }
}

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
