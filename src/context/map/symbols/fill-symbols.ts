import type { CodeGraph } from '#context/code/graph/code-graph.ts'
import type { Definition } from '#context/code/tags.ts'
import { mainDefinitions } from './main-definitions.ts'
import type { MapSymbol } from './symbols-of-file.ts'

type Filling = {
  /** Those that come before. */
  readonly symbols: readonly MapSymbol[]
  /** Of each file. */
  readonly ranks: Float64Array
  /** So many are wanted. */
  readonly count: number
}

/**
 * Where fewer definitions are needed by others than there is room for, those that nobody else needs follow: a program in a single
 * file has no others. The largest of the files that rank first, and only of the project's own
 * source; of a long file the rest when all others had their turn.
 */
export function fillSymbols(graph: CodeGraph, { symbols, ranks, count }: Filling): readonly MapSymbol[] {
  if (symbols.length >= count) return symbols
  const shown = new Set(
    symbols.map(({ path, definition }) => `${path} ${definition.line} ${definition.name}`),
  )
  const files = graph.paths
    .flatMap((_, file) => (graph.roles[file] === 'source' && (graph.lengths[file] ?? 0) > 0 ? [file] : []))
    .sort(
      (one, other) =>
        Math.fround(ranks[other] ?? 0) - Math.fround(ranks[one] ?? 0) ||
        (graph.lengths[other] ?? 0) - (graph.lengths[one] ?? 0) ||
        one - other,
    )
  const filling: MapSymbol[] = []
  const later: MapSymbol[] = []
  for (const file of files) {
    if (symbols.length + filling.length >= count) break
    const path = graph.paths[file] ?? ''
    const own = mainDefinitions(graph.definitionsOf(file))
      .filter(({ definition: { exported, kind } }) => exported && !UNTOLD.has(kind))
      .filter(({ definition: { name, line } }) => !shown.has(`${path} ${line} ${name}`))
      .sort((one, other) => heightOf(other.definition) - heightOf(one.definition))
    for (const [place, one] of own.entries())
      (place < EACH_MAX ? filling : later).push({ path, ...one, score: 0 })
  }
  return [...symbols, ...filling, ...later.slice(0, Math.max(0, count - symbols.length - filling.length))]
}

function heightOf({ line, endLine }: Definition): number {
  return endLine - line
}

/** Text, and what is only a part of others. */
const UNTOLD: ReadonlySet<string> = new Set(['heading', 'property'])

const EACH_MAX = 40
