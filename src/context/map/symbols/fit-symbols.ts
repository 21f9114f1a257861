import type { TokenCounter } from '#kit/tokens.ts'
import type { MapSymbol } from './choose-symbols.ts'
import { renderSymbols } from './render-symbols.ts'

/** As many of the first symbols as their text has tokens for. */
export function fitSymbols(
  symbols: readonly MapSymbol[],
  { budget, countTokens }: { budget: number; countTokens: TokenCounter },
): readonly MapSymbol[] {
  const known = new Map<string, number>()
  // No token goes beyond the end of a line.
  const costOfLine = (line: string) => {
    const cost = known.get(line) ?? countTokens(`${line}\n`)
    known.set(line, cost)
    return cost
  }
  const costOf = (count: number) =>
    renderSymbols(symbols.slice(0, count)).reduce((sum, line) => sum + costOfLine(line), 0)
  let [fits, tooMany] = [0, Math.min(symbols.length, symbolsMax(budget)) + 1]
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1
    if (costOf(middle) <= budget) fits = middle
    else tooMany = middle
  }
  return symbols.slice(0, fits)
}

/** No line is shorter than a few tokens, and so no more than this can fit. */
export function symbolsMax(budget: number): number {
  return Math.ceil(budget / TOKENS_MIN)
}

const TOKENS_MIN = 4
