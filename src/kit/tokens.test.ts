import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, it } from 'vitest'
import { loadTokenCounter } from './tokens.ts'

it('counts ordinary text exactly as the tokenizer does', async () => {
  const count = await loadTokenCounter()
  for (const text of [
    '',
    'hello',
    '# Title\n\n- one\n- two\n',
    'naïve — 漢字 👩‍🚀',
    'const a = 1\n'.repeat(500),
  ]) {
    expect(count(text)).toBe(countTokens(text))
  }
})

it('takes the names of special tokens for text', async () => {
  expect((await loadTokenCounter())('<|endoftext|>')).toBeGreaterThan(1)
})

it('comes to an end on what instruction files contain by accident', async () => {
  const count = await loadTokenCounter()
  for (const wall of ['a', ' ', '\n', '-', '漢', '👨‍👩‍👧‍👦'])
    expect(count(wall.repeat(300_000))).toBeGreaterThan(1000)
})
