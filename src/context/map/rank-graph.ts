import { join } from 'node:path'
import type { GraphOfCode } from '#context/code/graph-of-code.ts'
import { rankSymbols } from '#context/code/rank/rank-symbols.ts'
import { recallRanking } from '#context/code/rank/recall-ranking.ts'
import { optimiseAsEver, optimiseLater } from '#kit/optimise-later.ts'
import { findFocus } from './focus/find-focus.ts'
import { type Surroundings, surroundFocus } from './focus/surround-focus.ts'
import type { MapRequest } from './map-request.ts'
import { chooseSymbols } from './symbols/choose-symbols.ts'
import { fillSymbols } from './symbols/fill-symbols.ts'
import { groundOfChoice } from './symbols/ground-of-choice.ts'

export type RankedGraph = {
  readonly choose: (count: number) => Chosen
  /** Why nothing is ranked, if so. */
  readonly unranked: string | null
  /** What a choice among so many files goes by: with the same, the same is chosen. Null where nobody knows. */
  readonly groundOf: ((looked: number) => string) | null
}

/** The symbols that come first, so many of them if there are, and what is named besides. */
export type Chosen = Surroundings & {
  /** How many files were looked at; null where that does not tell what was chosen. */
  readonly looked: number | null
}

export const NOTHING: RankedGraph = {
  choose: () => ({ symbols: [], paths: [], others: [], looked: null }),
  unranked: null,
  groundOf: null,
}

/** Puts what a graph has in the order in which a map shows it. */
export function rankGraph(
  { graph, name, fresh }: GraphOfCode,
  { focus: wanted, cache }: MapRequest,
): RankedGraph {
  if (graph.paths.length === 0) return NOTHING
  const focus = placesIn(graph.paths, findFocus(graph.paths, wanted))
  const anew = () => {
    // These are long loops. What comes after them hardly runs.
    optimiseAsEver()
    const ranking = rankSymbols({ ...graph, focus })
    optimiseLater()
    return ranking
  }
  const isKept = focus.size === 0 && name !== null && cache !== null
  const ranking = isKept ? recallRanking(join(cache, 'ranks', name), anew) : anew()
  if (ranking.kind === 'failed') return { ...NOTHING, unranked: ranking.because }
  if (focus.size > 0) {
    // What a focus uses may be needed by nobody else: all are looked at.
    const symbols = chooseSymbols(graph, { ...ranking, count: Number.POSITIVE_INFINITY })
    const around = surroundFocus(graph, { focus, symbols })
    return { choose: () => ({ ...around, looked: null }), unranked: null, groundOf: null }
  }
  return {
    choose: (count) => {
      const looked = new Set<number>()
      const definitionsOf = (file: number) => {
        looked.add(file)
        return graph.definitionsOf(file)
      }
      const own = chooseSymbols({ ...graph, definitionsOf }, { ...ranking, count })
      return {
        symbols: fillSymbols(graph, { symbols: own, ranks: ranking.files, count }),
        paths: [],
        others: [],
        looked: own.length >= count ? looked.size : null,
      }
    },
    unranked: null,
    groundOf: name === null ? null : groundOfChoice(graph, { ...ranking, name, fresh }),
  }
}

/** Places of paths in their order. */
export function placesIn(paths: readonly string[], some: ReadonlySet<string>): Set<number> {
  return new Set(paths.flatMap((path, place) => (some.has(path) ? [place] : [])))
}
