import { type Beside, hashOfText } from '../beside.ts'
import type { CodeFile } from '../graph/code-file.ts'
import { type OwnImports, type ReadImports, readImports } from '../graph/read-imports.ts'
import type { ResolvedImport } from '../graph/resolved-import.ts'
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
  let imports: ReadImports | null = null
  const areParsedAsEver = () =>
    [...changed].every(([place, { grammar }]) => snapshot.isParsed(place) === (grammar !== null))
  const start = () => {
    const isListed = isAmong(paths, gone)
    const files = paths.map(
      (path, place) =>
        changed.get(place) ?? {
          path,
          role: snapshot.roles[place] ?? 'source',
          grammar: grammarOf(path, { place, snapshot }),
          tags: NO_TAGS,
        },
    )
    imports = readImports({
      files,
      gone,
      known: come.size + gone.size === 0 && areParsedAsEver() ? snapshot.grounds : undefined,
      read: (path) => {
        const text = read(path)
        if (!isListed(path)) beside.set(path, hashOfText(text))
        return text
      },
    })
    return imports
  }
  return {
    resolve: (place) => {
      const file = changed.get(place)
      if (file?.grammar === null) return []
      return file === undefined || !leadsByPaths(file) ? null : (imports ?? start()).ownImportsOf(place)
    },
    neighboursOf: (place) => (imports ?? start()).neighboursOf(place),
    hasSameGround: () =>
      [...snapshot.grounds].every(([grammar, ground]) => (imports ?? start()).groundOf(grammar) === ground),
    beside: () => [...beside],
  }
}

/** Hardly any file is asked for: the set is made when the first is. */
function isAmong(paths: readonly string[], gone: ReadonlySet<number>): (path: string) => boolean {
  let listed: ReadonlySet<string> | null = null
  return (path) => {
    listed ??= new Set(paths.filter((_, place) => !gone.has(place)))
    return listed.has(path)
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
