import { describe, expect, it } from 'vitest'
import { inShort } from './in-short.ts'

describe('a text in a list', () => {
  it('is as it is where it is short', () => {
    expect(inShort('The cart forgets its coupon')).toBe('The cart forgets its coupon')
    expect(inShort('é'.repeat(160))).toBe('é'.repeat(160))
  })

  it('ends in an ellipsis where it is long, and never within a letter', () => {
    expect(inShort('word '.repeat(1000))).toBe(`${'word '.repeat(31)}word…`)
    expect(inShort('🛒'.repeat(161))).toBe(`${'🛒'.repeat(159)}…`)
  })

  it('tells a terminal nothing', () => {
    expect(inShort('a\u001b[2Jb\nc')).toBe('a\\u001b[2Jb\\nc')
  })
})
