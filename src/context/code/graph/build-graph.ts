import type { Definition } from '../tags.ts'
import { bindReferences } from './bind-references.ts'
import type { CodeFile } from './code-file.ts'
import type { CodeGraph } from './code-graph.ts'
import type { Edges } from './edges.ts'
import { findDefiners } from './find-definers.ts'
import { followImports } from './follow-imports.ts'
import { type ReadImports, readImports } from './read-imports.ts'
import type { Project } from './resolver.ts'
import { writeEdges } from './write-edges.ts'

/** The graph of all files, with what was needed to make it. */
export type BuiltGraph = CodeGraph & { readonly imports: ReadImports }

/** Who needs what of whom. Files are in the order of their paths, and so the same files give the same edges. */
export function buildGraph(files: readonly CodeFile[], read: Project['read']): BuiltGraph {
  const { definers, standing } = findDefiners(files)
  const paths = files.map(({ path }) => path)
  const imports = readImports({ files, read })
  const binder = {
    ...followImports({ ...imports, paths, standing }),
    definers,
    standing,
    usersOf: countUsers(files),
  }
  const names = numberNames()
  const edges = writeEdges(names.numberOf)
  for (const [place, { tags }] of files.entries()) edges.row(bindReferences({ place, tags }, binder))
  return {
    paths,
    roles: files.map(({ role }) => role),
    lengths: Uint32Array.from(files, ({ tags }) => lengthOf(tags.definitions)),
    edges: { ...edges.finish(), nameOf: names.nameOf },
    definitionsOf: (place) => files[place]?.tags.definitions ?? [],
    imports,
  }
}

/** The line that the last definition ends in. */
export function lengthOf(definitions: readonly Definition[]): number {
  return definitions.reduce((last, { endLine }) => Math.max(last, endLine), 0)
}

function countUsers(files: readonly CodeFile[]): (name: string) => number {
  const counts = new Map<string, number>()
  for (const { tags } of files)
    for (const name of new Set(tags.references.map((reference) => reference.name)))
      counts.set(name, (counts.get(name) ?? 0) + 1)
  return (name) => counts.get(name) ?? 0
}

function numberNames(): { numberOf: (name: string) => number; nameOf: Edges['nameOf'] } {
  const names = ['']
  const numbers = new Map([['', 0]])
  return {
    numberOf: (name) => {
      const known = numbers.get(name)
      if (known !== undefined) return known
      numbers.set(name, names.length)
      return names.push(name) - 1
    },
    nameOf: (name) => names[name] ?? '',
  }
}
