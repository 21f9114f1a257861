import { describe, expect, it } from 'vitest'
import { priceOf } from './prices.ts'

const tokens = { input: 1000, cacheRead: 10_000, cacheWrite: 2000, output: 500 }

describe('the price of a request', () => {
  it('counts what was read from and written to the cache at its own price', () => {
    expect(priceOf('anthropic/claude-sonnet-5', tokens)).toBeCloseTo(0.002 + 0.002 + 0.005 + 0.005, 9)
  })

  it('is that of the model for a dated name', () => {
    const dated = priceOf('anthropic/claude-haiku-4-5-20251001', tokens)
    expect(dated).toBe(priceOf('anthropic/claude-haiku-4-5', tokens))
    expect(priceOf('openai/gpt-5.5-2026-04-23', tokens)).not.toBeNull()
  })

  it('is higher, all of it, for a long request where the maker says so', () => {
    const short = { ...tokens, input: 200_000, cacheRead: 0, cacheWrite: 0, output: 0 }
    expect(priceOf('google/gemini-2.5-pro', short)).toBeCloseTo(0.25, 9)
    expect(priceOf('google/gemini-2.5-pro', { ...short, input: 200_001 })).toBeCloseTo(0.5, 4)
  })

  it('is not made up', () => {
    expect(priceOf('compatible/claude-sonnet-5', tokens)).toBeNull()
    expect(priceOf('anthropic/claude-sonnet-9', tokens)).toBeNull()
  })
})
