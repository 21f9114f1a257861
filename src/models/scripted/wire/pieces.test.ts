import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { piecesOfJson, piecesOfText } from './pieces.ts'

describe('pieces', () => {
  it('make up the whole again, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (text) => {
        expect(piecesOfText(text).join('')).toBe(text)
        expect(piecesOfJson(JSON.stringify(text)).join('')).toBe(JSON.stringify(text))
      }),
    )
  })

  it('are never empty, and never more than a client would see from a real model', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (text) => {
        const pieces = piecesOfText(text)
        expect(pieces.every((piece) => piece.length > 0)).toBe(true)
        expect(pieces.length).toBeLessThanOrEqual(251)
      }),
    )
  })

  it('end in the middle of an escape where there is one', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const pieces = piecesOfJson(JSON.stringify({ [before]: `${after}\n` }))
        expect(pieces.some((piece) => piece.endsWith('\\'))).toBe(true)
      }),
    )
  })
})
