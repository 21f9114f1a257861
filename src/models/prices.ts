import type { Usage } from '#words/usage.ts'

/** Dollars for a million tokens. */
type Price = {
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly output: number
  /** Where a longer request costs more, all of it does. */
  readonly long?: { readonly above: number; readonly price: Price } | undefined
}

type Counted = Pick<Usage, 'input' | 'cacheRead' | 'cacheWrite' | 'output'>

/** What one request cost, by the table; null for a model that is not in it. */
export function priceOf(name: string, tokens: Counted): number | null {
  // A dated name is a snapshot of the model, at the same price.
  const price = prices[name] ?? prices[name.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, '')]
  if (price === undefined) return null
  const asked = tokens.input + tokens.cacheRead + tokens.cacheWrite
  const { input, cacheRead, cacheWrite, output } =
    price.long !== undefined && asked > price.long.above ? price.long.price : price
  return (
    (tokens.input * input +
      tokens.cacheRead * cacheRead +
      tokens.cacheWrite * cacheWrite +
      tokens.output * output) /
    1e6
  )
}

/** Keel asks for five minutes in the cache, which costs a quarter more than plain input to write. */
const claude = (price: Omit<Price, 'cacheWrite'>): Price => ({ ...price, cacheWrite: price.input * 1.25 })

/** Writing to the cache costs what any input does, and reading from it a tenth. */
const plain = (price: Pick<Price, 'input' | 'output' | 'long'>): Price => ({
  ...price,
  cacheRead: price.input / 10,
  cacheWrite: price.input,
})

/**
 * Claude as listed in October 2026 at https://platform.claude.com/docs/en/about-claude/pricing; the others where the
 * tables of models.dev (July 2026) and LiteLLM (August 2026) agree. What only one of them knew is left out: no price is
 * better than a wrong one.
 */
const prices: Readonly<Record<string, Price>> = {
  'anthropic/claude-fable-5-1': claude({ input: 10, cacheRead: 0.25, output: 50 }),
  'anthropic/claude-fable-5': claude({ input: 10, cacheRead: 1, output: 50 }),
  'anthropic/claude-opus-5-5': claude({ input: 4, cacheRead: 0.2, output: 20 }),
  'anthropic/claude-opus-5': claude({ input: 5, cacheRead: 0.5, output: 25 }),
  'anthropic/claude-opus-4-8': claude({ input: 5, cacheRead: 0.5, output: 25 }),
  'anthropic/claude-opus-4-7': claude({ input: 5, cacheRead: 0.5, output: 25 }),
  'anthropic/claude-opus-4-6': claude({ input: 5, cacheRead: 0.5, output: 25 }),
  'anthropic/claude-opus-4-5': claude({ input: 5, cacheRead: 0.5, output: 25 }),
  'anthropic/claude-sonnet-5-5': claude({ input: 2, cacheRead: 0.1, output: 10 }),
  'anthropic/claude-sonnet-5': claude({ input: 2, cacheRead: 0.2, output: 10 }),
  'anthropic/claude-sonnet-4-6': claude({ input: 3, cacheRead: 0.3, output: 15 }),
  'anthropic/claude-haiku-4-5': claude({ input: 1, cacheRead: 0.1, output: 5 }),
  'openai/gpt-5.5': plain({ input: 5, output: 30, long: above(272_000, { input: 10, output: 45 }) }),
  'openai/gpt-5.4': plain({ input: 2.5, output: 15, long: above(272_000, { input: 5, output: 22.5 }) }),
  'openai/gpt-5.4-mini': plain({ input: 0.75, output: 4.5 }),
  'google/gemini-3.5-flash': plain({ input: 1.5, output: 9 }),
  'google/gemini-3.1-pro-preview': plain({
    input: 2,
    output: 12,
    long: above(200_000, { input: 4, output: 18 }),
  }),
  'google/gemini-2.5-pro': plain({
    input: 1.25,
    output: 10,
    long: above(200_000, { input: 2.5, output: 15 }),
  }),
  'google/gemini-2.5-flash': plain({ input: 0.3, output: 2.5 }),
}

function above(tokens: number, price: Pick<Price, 'input' | 'output'>): Price['long'] {
  return { above: tokens, price: plain(price) }
}
