import type { CodeGraph } from '../graph/code-graph.ts'

/** The graph without files that are there no more. They need nothing, and null if somebody still needs one. */
export function dropFiles(graph: CodeGraph, gone: ReadonlySet<number>): CodeGraph | null {
  if (gone.size === 0) return graph
  const left = graph.paths.flatMap((_, place) => (gone.has(place) ? [] : [place]))
  const now = new Uint32Array(graph.paths.length)
  for (const [place, before] of left.entries()) now[before] = place
  const { edges, definitionsOf } = graph
  // In a plain loop: there are many, and it is run once.
  const to = new Uint32Array(edges.to.length)
  for (let edge = 0; edge < to.length; edge += 1) {
    const target = edges.to[edge] ?? 0
    if (gone.has(target)) return null
    to[edge] = now[target] ?? 0
  }
  const ends = left.map((place) => edges.starts[place + 1] ?? 0)
  return {
    paths: left.map((place) => graph.paths[place] ?? ''),
    roles: left.map((place) => graph.roles[place] ?? 'source'),
    lengths: Uint32Array.from(left, (place) => graph.lengths[place] ?? 0),
    edges: { ...edges, starts: Uint32Array.from([0, ...ends]), to },
    definitionsOf: (place) => definitionsOf(left[place] ?? 0),
  }
}
