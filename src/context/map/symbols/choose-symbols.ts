import type { CodeFile } from '#context/code/graph/code-file.ts'
import type { SymbolRanking } from '#context/code/rank/rank-symbols.ts'
import type { Definition } from '#context/code/tags.ts'

/** A definition that may be in the map. */
export type MapSymbol = {
  readonly path: string
  readonly definition: Definition
  /** The definitions that it lies in, the innermost first. */
  readonly around: readonly Definition[]
  readonly score: number
}

/** Definitions that others need, the most needed first. What a name earned goes to the first definition of it in its file. */
export function chooseSymbols(
  files: readonly CodeFile[],
  { symbols }: Extract<SymbolRanking, { kind: 'ranked' }>,
): MapSymbol[] {
  const chosen = files.flatMap(({ path, role, tags: { definitions } }, place) => {
    const earned = symbols[place]
    if (earned === undefined || earned.size === 0 || role === 'vendored') return []
    const seen = new Set<string>()
    return definitions.flatMap((definition): MapSymbol[] => {
      const score = earned.get(definition.name)
      if (score === undefined || seen.has(definition.name) || !definition.exported) return []
      seen.add(definition.name)
      // Rounded, so that no machine's last bit decides about the order.
      return [
        { path, definition, around: aroundOf(definition, definitions), score: Number(score.toPrecision(9)) },
      ]
    })
  })
  return chosen.sort(
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
