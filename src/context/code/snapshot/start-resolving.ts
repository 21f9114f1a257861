import { once } from '#kit/once.ts'
import { type Beside, hashOfText } from '../beside.ts'
import type { CodeFile } from '../graph/code-file.ts'
import { placeIn } from '../graph/paths/place-in.ts'
import { type OwnImports, readImportsIn } from '../graph/read-imports.ts'
import type { ResolvedImport } from '../graph/resolved-import.ts'
import { searchProject } from '../graph/search-project.ts'
import { NO_TAGS } from '../tags.ts'
import { leadsByPaths } from './face-of.ts'
import type { Snapshot } from './open-snapshot.ts'
import { grammarOf } from './thaw-file.ts'

export type ResolvingRequest = {
  readonly snapshot: Snapshot
  /** In the order of the snapshot. */
  readonly paths: readonly string[]
  readonly changed: ReadonlyMap<number, CodeFile>
  readonly come: ReadonlySet<number>
  readonly gone: ReadonlySet<number>
  /** The text of a manifest. */
  readonly read: (path: string) => string | null
}

/** Resolves the imports of changed files without what is in all the others, in languages where nothing but paths counts. */
export function startResolving({ snapshot, paths, changed, come, gone, read }: ResolvingRequest): Resolving {
  const beside = new Map<string, string | null>()
  const listed = gone.size === 0 ? paths : paths.filter((_, place) => !gone.has(place))
  const fileAt = (place: number): CodeFile => {
    const path = paths[place] ?? ''
    return (
      changed.get(place) ?? {
        path,
        role: snapshot.roles[place] ?? 'source',
        grammar: grammarOf(path, { place, snapshot }),
        tags: NO_TAGS,
      }
    )
  }
  const areParsedAsEver = () =>
    [...changed].every(([place, { grammar }]) => snapshot.isParsed(place) === (grammar !== null))
  const imports = once(() => {
    const project = searchProject({
      paths: listed,
      files: () => paths.flatMap((_, place) => (gone.has(place) ? [] : [fileAt(place)])),
      read: (path) => {
        const text = read(path)
        if (!project.has(path)) beside.set(path, hashOfText(text))
        return text
      },
    })
    return readImportsIn({
      project,
      fileAt,
      placeOf: (path) => {
        const place = placeIn(paths, path)
        return paths[place] === path ? place : undefined
      },
      known: come.size + gone.size === 0 && areParsedAsEver() ? snapshot.grounds : undefined,
    })
  })
  return {
    resolve: (place) => {
      const file = changed.get(place)
      if (file?.grammar === null) return []
      return file === undefined || !leadsByPaths(file) ? null : imports().ownImportsOf(place)
    },
    neighboursOf: (place) => imports().neighboursOf(place),
    hasSameGround: () =>
      [...snapshot.grounds].every(([grammar, ground]) => imports().groundOf(grammar) === ground),
    beside: () => [...beside],
  }
}

export type Resolving = Pick<OwnImports, 'neighboursOf'> & {
  /** Null where that is not to be told from here. */
  readonly resolve: (place: number) => readonly ResolvedImport[] | null
  /** Whether resolvers see the same of the whole tree. */
  readonly hasSameGround: () => boolean
  /** What was read beside the tree so far. */
  readonly beside: () => Beside
}
