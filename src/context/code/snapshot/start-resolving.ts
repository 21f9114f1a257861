import { type Beside, hashOfText } from '../beside.ts'
import type { CodeFile } from '../graph/code-file.ts'
import { type OwnImports, readImports } from '../graph/read-imports.ts'
import type { ResolvedImport } from '../graph/resolved-import.ts'
import { languageOf } from '../languages/all.ts'
import { NO_TAGS } from '../tags.ts'
import { leadsByPaths } from './face-of.ts'
import type { Snapshot } from './open-snapshot.ts'

export type ResolvingRequest = {
  readonly snapshot: Snapshot
  /** In the order of the snapshot. */
  readonly paths: readonly string[]
  readonly changed: ReadonlyMap<number, CodeFile>
  /** The text of a manifest. */
  readonly read: (path: string) => string | null
}

/** Resolves the imports of changed files without what is in all the others, in languages where nothing but paths counts. */
export function startResolving({ snapshot, paths, changed, read }: ResolvingRequest): Resolving {
  const beside = new Map<string, string | null>()
  let imports: OwnImports | null = null
  const start = () => {
    const listed = new Set(paths)
    const files = paths.map((path, place) => changed.get(place) ?? bare(path, { place, snapshot }))
    return readImports(files, (path) => {
      const text = read(path)
      if (!listed.has(path)) beside.set(path, hashOfText(text))
      return text
    })
  }
  return {
    resolve: (place) => {
      const file = changed.get(place)
      if (file === undefined || !leadsByPaths(file)) return null
      imports ??= start()
      return imports.ownImportsOf(place)
    },
    beside: () => [...beside],
  }
}

type Resolving = {
  readonly resolve: (place: number) => readonly ResolvedImport[] | null
  /** What was read beside the tree so far. */
  readonly beside: () => Beside
}

function bare(path: string, { place, snapshot }: { place: number; snapshot: Snapshot }): CodeFile {
  const grammar = snapshot.isParsed(place) ? (languageOf(path)?.grammar ?? null) : null
  return { path, role: snapshot.roles[place] ?? 'source', grammar, tags: NO_TAGS }
}
