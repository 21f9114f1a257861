import { describe, expect, it } from 'vitest'
import { python } from '../../languages/python.ts'
import { shareNatively } from './share-natively.ts'
import type { NativeParsers } from './start-native.ts'

/** Notes what it is asked, and answers nothing. */
function startListening(): { readonly parsers: NativeParsers; readonly asked: string[] } {
  const asked: string[] = []
  const parserOf: NativeParsers['parserOf'] = async () => (request) => {
    asked.push(request.source)
    return null
  }
  const waiting = () => asked.join('').length
  return { parsers: { parserOf, waiting, end: async () => {} }, asked }
}

describe('several native parsers are one', () => {
  it('and a text goes to the one that has the least before it', async () => {
    const [one, other] = [startListening(), startListening()]
    const parse = await shareNatively([one.parsers, other.parsers]).parserOf(python)
    for (const source of ['a long text', 'short', 'small', 'x', 'last']) parse?.({ source, limitMs: 1 })
    expect(one.asked).toEqual(['a long text', 'last'])
    expect(other.asked).toEqual(['short', 'small', 'x'])
  })

  it('and where one of them does not have a language, the other does its work', async () => {
    const one = startListening()
    const none: NativeParsers = { ...startListening().parsers, parserOf: async () => null }
    const parse = await shareNatively([none, one.parsers]).parserOf(python)
    parse?.({ source: 'x', limitMs: 1 })
    expect(one.asked).toEqual(['x'])
    expect(await shareNatively([none, none]).parserOf(python)).toBeNull()
  })
})
