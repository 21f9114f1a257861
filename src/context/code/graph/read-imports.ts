import type { CodeFile } from './code-file.ts'
import { openProject } from './open-project.ts'
import type { ResolvedImport } from './resolved-import.ts'
import type { MakeResolver, Project, Resolver } from './resolver.ts'
import { resolvers } from './resolvers/all.ts'
import { type WatchedProject, watchProject } from './watch-project.ts'

/** What files take from others, by their places in the list. */
export type OwnImports = {
  readonly ownImportsOf: (file: number) => readonly ResolvedImport[]
  /** Files that may use one another's names without an import: a package's, a namespace's. */
  readonly neighboursOf: (file: number) => readonly number[]
}

/** With what was asked about paths until now, see `questionsAbout`. */
export type ReadImports = OwnImports & {
  /** For one file. */
  readonly askedFor: (file: number) => readonly number[]
  /** For all. */
  readonly askedForAll: () => readonly number[]
  /** What the resolver of a grammar has the ground of, if it was needed or is. */
  readonly groundOf: (grammar: string) => string | null
  readonly grounds: () => ReadonlyMap<string, string>
}

/** Resolves the imports of files as their languages do. */
export function readImports(files: readonly CodeFile[], read: Project['read']): ReadImports {
  const places = new Map(files.map(({ path }, place) => [path, place]))
  const project = openProject(files, read)
  return readImportsIn({ project, fileAt: (place) => files[place], placeOf: (path) => places.get(path) })
}

export type ImportsOf = {
  readonly project: Project
  readonly fileAt: (place: number) => CodeFile | undefined
  readonly placeOf: (path: string) => number | undefined
  /** What resolvers saw of a tree with the same paths, see `Resolver`. */
  readonly known?: ReadonlyMap<string, string> | undefined
}

/** The same where a project is open already. */
export function readImportsIn({ project, fileAt, placeOf, known: seen }: ImportsOf): ReadImports {
  const watched = watchProject(project)
  const { resolverOf, grounds, asked } = startResolvers(watched, seen)
  const placesOf = (paths: readonly string[]) => paths.flatMap((path) => placeOf(path) ?? [])
  const known = new Map<number, readonly ResolvedImport[]>()
  const askedFor = new Map<number, readonly number[]>()
  const noting = <Answer>(place: number, ask: () => Answer): Answer => {
    const answer = ask()
    const [before, now] = [askedFor.get(place), watched.takeAsked()]
    askedFor.set(place, before === undefined ? [...now] : [...new Set([...before, ...now])])
    return answer
  }
  const resolveAll = ({ path, grammar, tags }: CodeFile): ResolvedImport[] => {
    const resolver = resolverOf(grammar)
    return tags.imports.flatMap((imported) => {
      const found = placesOf(resolver?.resolve(path, imported) ?? [])
      return found.length === 0 ? [] : [{ names: imported.names, files: found }]
    })
  }
  return {
    ownImportsOf: (place) => {
      const file = fileAt(place)
      const found = known.get(place) ?? (file === undefined ? [] : noting(place, () => resolveAll(file)))
      known.set(place, found)
      return found
    },
    neighboursOf: (place) => {
      const file = fileAt(place)
      const resolver = file === undefined ? null : resolverOf(file.grammar)
      if (file === undefined || resolver?.neighbours === undefined) return []
      return placesOf(noting(place, () => resolver.neighbours?.(file) ?? []))
    },
    askedFor: (place) => askedFor.get(place) ?? [],
    askedForAll: () => [...asked],
    groundOf: (grammar) => resolverOf(grammar)?.ground ?? null,
    grounds: () => grounds,
  }
}

type Resolvers = {
  readonly resolverOf: (grammar: string | null) => Resolver | null
  /** Of those that were made, by grammar. */
  readonly grounds: ReadonlyMap<string, string>
  /** What was asked to make them. */
  readonly asked: ReadonlySet<number>
}

/** Manifests are read when the first file needs them, and once for all languages that share them. */
function startResolvers(
  { project, takeAsked }: WatchedProject,
  seen?: ReadonlyMap<string, string>,
): Resolvers {
  const ready = new Map<MakeResolver, Resolver>()
  const grounds = new Map<string, string>()
  const asked = new Set<number>()
  const start = (grammar: string, make: MakeResolver): Resolver => {
    const made = make(project, seen?.get(grammar))
    const questions = takeAsked()
    if (made.ground !== undefined) grounds.set(grammar, made.ground)
    else for (const question of questions) asked.add(question)
    ready.set(make, made)
    return made
  }
  return {
    resolverOf: (grammar) => {
      const make = resolvers[grammar ?? '']
      return make === undefined ? null : (ready.get(make) ?? start(grammar ?? '', make))
    },
    grounds,
    asked,
  }
}
