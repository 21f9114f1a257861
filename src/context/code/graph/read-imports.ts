import type { CodeFile } from './code-file.ts'
import { openProject } from './open-project.ts'
import type { ResolvedImport } from './resolved-import.ts'
import type { MakeResolver, Project, Resolver } from './resolver.ts'
import { resolvers } from './resolvers/all.ts'

/** What files take from others, by their places in the list. */
export type OwnImports = {
  readonly ownImportsOf: (file: number) => readonly ResolvedImport[]
  /** Files that may use one another's names without an import: a package's, a namespace's. */
  readonly neighboursOf: (file: number) => readonly number[]
}

/** Resolves the imports of files as their languages do. */
export function readImports(files: readonly CodeFile[], read: Project['read']): OwnImports {
  const resolverOf = startResolvers(openProject(files, read))
  const places = new Map(files.map(({ path }, place) => [path, place]))
  const placesOf = (paths: readonly string[]) => paths.flatMap((path) => places.get(path) ?? [])
  const known = new Map<number, readonly ResolvedImport[]>()
  const resolveAll = ({ path, role, grammar, tags }: CodeFile): ResolvedImport[] => {
    const resolver = resolverOf(grammar)
    // A module that takes its tests in does not need them.
    const isNeeded = (place: number) => role === 'test' || files[place]?.role !== 'test'
    return tags.imports.flatMap((imported) => {
      const found = placesOf(resolver?.resolve(path, imported) ?? []).filter(isNeeded)
      return found.length === 0 ? [] : [{ names: imported.names, files: found }]
    })
  }
  return {
    ownImportsOf: (place) => {
      const file = files[place]
      const found = known.get(place) ?? (file === undefined ? [] : resolveAll(file))
      known.set(place, found)
      return found
    },
    neighboursOf: (place) => {
      const file = files[place]
      return file === undefined ? [] : placesOf(resolverOf(file.grammar)?.neighbours?.(file) ?? [])
    },
  }
}

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
