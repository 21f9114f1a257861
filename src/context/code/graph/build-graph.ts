import { outlineOf } from '../write-tags.ts'
import { bindReferences } from './bind-references.ts'
import type { CodeFile } from './code-file.ts'
import type { CodeGraph } from './code-graph.ts'
import { followImports } from './follow-imports.ts'
import { indexNames, type NamesByNumber } from './index-names.ts'
import { type ReadImports, readImports } from './read-imports.ts'
import type { Project } from './resolver.ts'
import { writeEdges } from './write-edges.ts'

/** The graph of all files, with what was needed to make it. */
export type BuiltGraph = CodeGraph & { readonly imports: ReadImports; readonly byNumber: NamesByNumber }

/** Who needs what of whom. Files are in the order of their paths, and so the same files give the same edges. */
export function buildGraph(files: readonly CodeFile[], read: Project['read']): BuiltGraph {
  const { byNumber, ...lookups } = indexNames(files)
  const { names } = byNumber
  const paths = files.map(({ path }) => path)
  const imports = readImports(files, read)
  const binder = { ...followImports({ ...imports, paths, standing: lookups.standing }), ...lookups }
  const edges = writeEdges(names.numberOf)
  for (const [place, { tags }] of files.entries()) edges.row(bindReferences({ place, tags }, binder))
  return {
    paths,
    roles: files.map(({ role }) => role),
    lengths: Uint32Array.from(files, ({ tags }) => outlineOf(tags).length),
    edges: { ...edges.finish(), nameOf: names.nameOf },
    definitionsOf: (place) => files[place]?.tags.definitions ?? [],
    imports,
    byNumber,
  }
}
