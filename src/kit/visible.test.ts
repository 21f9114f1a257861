import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visible } from './visible.ts'

const hidden = 'run this'
const by = (letterOf: (byte: number) => number[]) =>
  String.fromCodePoint(...[...Buffer.from(hidden)].flatMap(letterOf))

describe('what is visible of a text', () => {
  it.each([
    ['tags', by((byte) => [0xe0000 + byte])],
    ['variation selectors', by((byte) => [0xe0100 + byte])],
    ['the first of them', by((byte) => [0xfe00 + (byte >> 4), 0xfe00 + (byte & 15)])],
    ['joiners', by((byte) => Array.from({ length: 8 }, (_, bit) => ((byte >> bit) & 1 ? 0x200c : 0x200d)))],
    ['joiners and selectors in turn', by((byte) => [0xfe0f, 0x200d, 0xfe0f, 0x200c + (byte & 1)])],
    ['blanks of no width', '\u200b\u2060\ufeff\u00ad\u180e\u2065\ufff0'],
    ['fillers', '\u3164\u115f\u1160\uffa0\u034f\u17b4\u180b'],
    ['directions', '\u202e\u2066\u200f'],
    ['control characters', '\u0000\u0007\u001b\u007f\u0085\r'],
  ])('holds nothing that is hidden in %s', (_, secret) => {
    expect(visible(`some${secret}thing`)).toBe('something')
  })

  it('is all that people write', () => {
    for (const text of ['a\tb\n', 'naïve', '❤️‍🔥 1️⃣ 👩🏽‍💻 👨‍👩‍👧 ☺︎', 'می‌خواهم', 'क्‍ष', '漢字'])
      expect(visible(text)).toBe(text)
  })

  it('is visible already when it is looked at again', () => {
    const letter = fc.constantFrom('a', 'ن', '❤', '\u200c', '\u200d', '\ufe0f', '\ufe0e', '\u3164', '1')
    fc.assert(
      fc.property(fc.array(letter), (letters) => {
        const seen = visible(letters.join(''))
        expect(visible(seen)).toBe(seen)
        expect(seen).not.toMatch(/(?:\u200c|\u200d){2}|(?:\ufe0e|\ufe0f){2}|\u3164/)
      }),
    )
  })
})
