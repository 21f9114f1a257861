import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitLines } from './split-lines.ts'

const text = fc.array(
  fc.string({ unit: fc.constantFrom('a', '\n', '\r', 'ü', '🦆', '\u2028'), maxLength: 40 }),
)

function split(chunks: readonly Buffer[], bytesMax: number): { lines: string[]; cutLines: number } {
  const lines: string[] = []
  const splitter = splitLines({ bytesMax, onLine: (line) => lines.push(line) })
  for (const chunk of chunks) splitter.push(chunk)
  splitter.end()
  return { lines, cutLines: splitter.cutLines() }
}

/** In pieces of so many bytes, in turn. */
function chop(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    pieces.push(bytes.subarray(at, at + size))
    at += size
  }
  return pieces
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })

describe('splitLines', () => {
  it('gives the same lines however the bytes arrive', () => {
    fc.assert(
      fc.property(text, sizes, (parts, cuts) => {
        const whole = parts.join('')
        const expected = whole.split('\n')
        if (expected.at(-1) === '') expected.pop()
        expect(split(chop(Buffer.from(whole), cuts), 1e6)).toEqual({ lines: expected, cutLines: 0 })
      }),
    )
  })

  it('leaves out exactly the lines that are too long, and counts them', () => {
    fc.assert(
      fc.property(text, sizes, fc.integer({ min: 0, max: 12 }), (parts, cuts, bytesMax) => {
        const whole = parts.join('')
        const { lines, cutLines } = split(chop(Buffer.from(whole), cuts), bytesMax)
        const all = split([Buffer.from(whole)], 1e6).lines
        const short = all.filter((line) => Buffer.byteLength(line) <= bytesMax)
        expect({ lines, cutLines }).toEqual({ lines: short, cutLines: all.length - short.length })
      }),
    )
  })
})
