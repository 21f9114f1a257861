import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { get_encoding } from 'tiktoken'
import { expect, it } from 'vitest'
import { loadTokenCounter } from './tokens.ts'

/** The program of those who made the vocabulary. Names of special tokens are text here. */
const tokenizer = get_encoding('o200k_base')
const countTokens = (text: string) => tokenizer.encode(text, [], []).length

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

it('counts whatever text exactly as the tokenizer does', async () => {
  const count = await loadTokenCounter()
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 120 }),
    // What is a letter differs from one version of Unicode to the next.
    fc.string({ unit: 'binary', maxLength: 120 }).map((all) => all.replace(/\p{Cn}/gu, '')),
    fc
      .array(
        fc.constantFrom('get', 'User', 'by', '_', ' ', '\n', '\t', '(', '){', "'s", '12345', '::', 'ß', '//'),
        { maxLength: 60 },
      )
      .map((parts) => parts.join('')),
    fc
      .array(
        fc.constantFrom(
          "'",
          'l',
          'LL',
          'Ve',
          'x',
          ' ',
          '\n',
          '\r',
          '\v',
          '/',
          '#',
          '0',
          '\x00',
          '漢',
          'ſ',
          '\ufeff',
          '\x85',
        ),
        {
          maxLength: 30,
        },
      )
      .map((parts) => parts.join('')),
    fc
      .array(
        fc.constantFrom(
          '·',
          '—',
          '…',
          '→',
          '’',
          '“',
          '‐',
          '‧',
          '\u2028',
          '\u200b',
          ' ',
          '\n',
          '/',
          'Who',
          "'ll",
          '7',
          'é',
          'Â',
        ),
        { maxLength: 30 },
      )
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (sample) => {
      // A run without a break is counted piece by piece, and so not exactly.
      fc.pre(!/\S{400}|\s{400}/u.test(sample))
      expect(count(sample)).toBe(countTokens(sample))
    }),
    { numRuns: 3000 },
  )
})

it('counts source files exactly as the tokenizer does', async () => {
  const count = await loadTokenCounter()
  for (const name of readdirSync(import.meta.dirname)) {
    const text = readFileSync(join(import.meta.dirname, name), 'utf8')
    expect(count(text), name).toBe(countTokens(text))
  }
})
