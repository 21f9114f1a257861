import type { TokenCounter } from '#kit/tokens.ts'
import { renderSymbols, type ShownSymbols } from './render-symbols.ts'
import type { MapSymbol } from './symbols-of-file.ts'

export type Fitting = {
  readonly symbols: readonly MapSymbol[]
  /** Files that come before all symbols. */
  readonly paths: readonly string[]
  /** Files that are named after those, where that leaves most of the room for symbols. */
  readonly others: readonly string[]
  readonly budget: number
  readonly countTokens: TokenCounter
}

/** As many of the first files, and then as many of the first symbols, as their text has tokens for. */
export function fitSymbols({ symbols, paths, others, budget, countTokens }: Fitting): ShownSymbols {
  const known = new Map<string, number>()
  // No token goes beyond the end of a line.
  const costOfLine = (line: string) => {
    const cost = known.get(line) ?? countTokens(`${line}\n`)
    known.set(line, cost)
    return cost
  }
  const costOf = (shown: ShownSymbols) =>
    renderSymbols(shown).reduce((sum, line) => sum + costOfLine(line), 0)
  const files = [...paths, ...others]
  const named = (count: number) => ({
    symbols: [],
    paths: files.slice(0, count),
    left: files.length - count,
  })
  const needed = mostThatFit(paths.length, (count) => costOf(named(count)) <= budget)
  const roomOfOthers = Math.min(budget, costOf(named(needed)) + budget * OTHERS_SHARE)
  const bare = named(
    needed + mostThatFit(files.length - needed, (count) => costOf(named(needed + count)) <= roomOfOthers),
  )
  const withFirst = (count: number) => ({ ...bare, symbols: symbols.slice(0, count) })
  const most = Math.min(symbols.length, symbolsMax(budget))
  return withFirst(mostThatFit(most, (count) => costOf(withFirst(count)) <= budget))
}

const OTHERS_SHARE = 1 / 2

/** No line is shorter than a few tokens, and so no more than this can fit. */
export function symbolsMax(budget: number): number {
  return Math.ceil(Math.max(0, budget) / TOKENS_MIN)
}

const TOKENS_MIN = 4

/** The highest count up to `most` that fits; what fits at all fits with fewer. */
function mostThatFit(most: number, fits: (count: number) => boolean): number {
  let [known, tooMany] = [0, most + 1]
  while (tooMany - known > 1) {
    const middle = (known + tooMany) >> 1
    if (fits(middle)) known = middle
    else tooMany = middle
  }
  return known
}
