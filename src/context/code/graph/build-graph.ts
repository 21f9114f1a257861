import { bindReferences } from './bind-references.ts'
import type { CodeFile } from './code-file.ts'
import type { Edges } from './edges.ts'
import { findDefiners } from './find-definers.ts'
import { readImports } from './read-imports.ts'
import type { Project } from './resolver.ts'

/** Who needs what of whom. Files are in the order of their paths, and so the same files give the same edges. */
export function buildGraph(files: readonly CodeFile[], read: Project['read']): Edges {
  const { definers, standing } = findDefiners(files)
  const imports = readImports({ files, read, standing })
  const binder = { ...imports, definers, standing, usersOf: countUsers(files) }
  const edges = startEdges()
  for (const [from, { tags }] of files.entries())
    for (const { to, name, weight } of bindReferences({ place: from, tags }, binder))
      edges.add({ from, to, name, weight })
  return edges.finish()
}

function countUsers(files: readonly CodeFile[]): (name: string) => number {
  const counts = new Map<string, number>()
  for (const { tags } of files)
    for (const name of new Set(tags.references.map((reference) => reference.name)))
      counts.set(name, (counts.get(name) ?? 0) + 1)
  return (name) => counts.get(name) ?? 0
}

type Edge = { readonly from: number; readonly to: number; readonly name: string; readonly weight: number }

/** Edges come by the million: kept as numbers, and names once. */
function startEdges(): { readonly add: (edge: Edge) => void; readonly finish: () => Edges } {
  const numbers: number[] = []
  const weights: number[] = []
  const names = ['']
  const placeOf = new Map([['', 0]])
  return {
    add: ({ from, to, name, weight }) => {
      const place = placeOf.get(name) ?? names.length
      if (place === names.length) {
        names.push(name)
        placeOf.set(name, place)
      }
      numbers.push(from, to, place)
      weights.push(weight)
    },
    finish: () => {
      const pick = (part: number) => Uint32Array.from(weights, (_, edge) => numbers[edge * 3 + part] ?? 0)
      return { from: pick(0), to: pick(1), name: pick(2), weight: Float64Array.from(weights), names }
    },
  }
}
