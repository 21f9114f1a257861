import { join } from 'node:path'
import type { GraphOfCode } from '#context/code/graph-of-code.ts'
import { rankSymbols } from '#context/code/rank/rank-symbols.ts'
import { recallRanking } from '#context/code/rank/recall-ranking.ts'
import { findFocus } from './focus/find-focus.ts'
import { type Surroundings, surroundFocus } from './focus/surround-focus.ts'
import type { MapRequest } from './map-request.ts'
import { chooseSymbols } from './symbols/choose-symbols.ts'
import { fillSymbols } from './symbols/fill-symbols.ts'

export type RankedGraph = {
  /** The symbols that come first, so many of them if there are, and what is named besides. */
  readonly choose: (count: number) => Surroundings
  /** Why nothing is ranked, if so. */
  readonly unranked: string | null
}

export const NOTHING: RankedGraph = {
  choose: () => ({ symbols: [], paths: [], others: [] }),
  unranked: null,
}

/** Puts what a graph has in the order in which a map shows it. */
export function rankGraph({ graph, name }: GraphOfCode, { focus: wanted, cache }: MapRequest): RankedGraph {
  if (graph.paths.length === 0) return NOTHING
  const focus = placesIn(graph.paths, findFocus(graph.paths, wanted))
  const anew = () => rankSymbols({ ...graph, focus })
  const isKept = focus.size === 0 && name !== null && cache !== null
  const ranking = isKept ? recallRanking(join(cache, 'ranks', name), anew) : anew()
  if (ranking.kind === 'failed') return { ...NOTHING, unranked: ranking.because }
  const needed = (count: number) => chooseSymbols(graph, { ...ranking, count })
  if (focus.size > 0) {
    // What a focus uses may be needed by nobody else: all are looked at.
    const around = surroundFocus(graph, { focus, symbols: needed(Number.POSITIVE_INFINITY) })
    return { choose: () => around, unranked: null }
  }
  return {
    choose: (count) => ({
      symbols: fillSymbols(graph, { symbols: needed(count), ranks: ranking.files, count }),
      paths: [],
      others: [],
    }),
    unranked: null,
  }
}

/** Places of paths in their order. */
export function placesIn(paths: readonly string[], some: ReadonlySet<string>): Set<number> {
  return new Set(paths.flatMap((path, place) => (some.has(path) ? [place] : [])))
}
