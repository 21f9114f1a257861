import type { TokenCounter } from '#kit/tokens.ts'
import type { MapSymbol } from './choose-symbols.ts'
import { renderSymbols } from './render-symbols.ts'

/** As many of the first symbols as their text has tokens for. */
export function fitSymbols(
  symbols: readonly MapSymbol[],
  { budget, countTokens }: { budget: number; countTokens: TokenCounter },
): readonly MapSymbol[] {
  const costOf = (count: number) => countTokens(`${renderSymbols(symbols.slice(0, count)).join('\n')}\n`)
  // No line is shorter than a few tokens, and so no more than this can fit.
  let [fits, tooMany] = [0, Math.min(symbols.length, Math.ceil(budget / TOKENS_MIN)) + 1]
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1
    if (costOf(middle) <= budget) fits = middle
    else tooMany = middle
  }
  return symbols.slice(0, fits)
}

const TOKENS_MIN = 4
