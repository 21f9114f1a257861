import type { CodeGraph } from '#context/code/graph/code-graph.ts'
import type { Earned } from '#context/code/rank/sum-by-target.ts'
import type { Definition } from '#context/code/tags.ts'

/** A definition that may be in the map. */
export type MapSymbol = {
  readonly path: string
  readonly definition: Definition
  /** The definitions that it lies in, the innermost first. */
  readonly around: readonly Definition[]
  readonly score: number
}

/**
 * The definitions that others need most, the most needed first, and at least so many of them where there are. What a name
 * earned goes to the first definition of it in its file.
 */
export function chooseSymbols(
  graph: CodeGraph,
  { earned, count }: { earned: Earned; count: number },
): MapSymbol[] {
  // Rounded, so that no machine's last bit decides about the order.
  const scores = Float32Array.from(earned.score)
  const ascending = Float32Array.from(scores).sort()
  for (let tried = count * 2; ; tried *= 4) {
    const least = ascending[Math.max(0, ascending.length - tried)] ?? 0
    const symbols = symbolsFrom(graph, { earned, scores, least })
    if (symbols.length >= count || tried >= ascending.length) return symbols
  }
}

type Choice = { readonly earned: Earned; readonly scores: Float32Array; readonly least: number }

function symbolsFrom(graph: CodeGraph, { earned, scores, least }: Choice): MapSymbol[] {
  const symbols: MapSymbol[] = []
  for (const [place, score] of scores.entries()) {
    if (score < least) continue
    const file = earned.file[place] ?? 0
    if (graph.roles[file] === 'vendored') continue
    const name = graph.edges.nameOf(earned.name[place] ?? 0)
    const definitions = graph.definitionsOf(file)
    const definition = definitions.find((one) => one.exported && one.name === name)
    if (definition === undefined) continue
    const path = graph.paths[file] ?? ''
    symbols.push({ path, definition, around: aroundOf(definition, definitions), score })
  }
  return symbols.sort(
    (one, other) =>
      other.score - one.score || compare(one.path, other.path) || one.definition.line - other.definition.line,
  )
}

function aroundOf({ parent }: Definition, definitions: readonly Definition[]): Definition[] {
  const outer = parent === null ? undefined : definitions[parent]
  return outer === undefined ? [] : [outer, ...aroundOf(outer, definitions)]
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
