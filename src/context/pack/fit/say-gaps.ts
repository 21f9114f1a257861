import type { TokenCounter } from '#kit/tokens.ts'
import type { Fitted } from './fit-files.ts'
import { quoteName } from './quote.ts'

export type GapSaying = {
  readonly budget: number
  readonly countTokens: TokenCounter
  readonly fitInto: (budget: number) => Fitted
  /** What is not in, in sentences; of null, where every file that is named were in. */
  readonly gapsOf: (fitted: Fitted | null) => readonly string[]
}

export type Said = Fitted & {
  /** All of them, also those that the text had no room for. */
  readonly gaps: readonly string[]
}

/**
 * Files, and before them what is not among them: whoever looks for what somebody made up should hear it first. Both share one
 * budget, of which the gaps have what they need up to a half.
 */
export function sayGaps({ budget, countTokens, fitInto, gapsOf }: GapSaying): Said {
  let wanted = gapsOf(null)
  for (let round = 1; ; round += 1) {
    const fitted = fitInto(budget - drawGaps(wanted, { room: budget / 2, countTokens }).tokens)
    const gaps = gapsOf(fitted)
    const said = drawGaps(gaps, { room: budget - fitted.tokens, countTokens })
    if (said.count === gaps.length || round === ROUNDS_MAX)
      return { ...fitted, gaps, text: said.text + fitted.text, tokens: said.tokens + fitted.tokens }
    wanted = gaps
  }
}

/** Only how much there is room for tells which of the named files are not in. */
const ROUNDS_MAX = 2

type Drawn = { readonly text: string; readonly tokens: number; readonly count: number }

/** The sentences that there is room for, in their order. It ends with an empty line, which no token crosses. */
function drawGaps(
  gaps: readonly string[],
  { room, countTokens }: { readonly room: number; readonly countTokens: TokenCounter },
): Drawn {
  return gaps.reduce<Drawn>(
    (drawn, gap) => {
      const before = drawn.text === '' ? '## Gaps\n\n' : drawn.text.slice(0, -1)
      const text = `${before}- ${quoteName(gap)}\n\n`
      const tokens = countTokens(text)
      return tokens > room ? drawn : { text, tokens, count: drawn.count + 1 }
    },
    { text: '', tokens: 0, count: 0 },
  )
}
