import { describe, expect, it } from 'vitest'
import { withinTime } from './within-time.ts'

describe('work within a time', () => {
  it('is done, and what it throws is thrown', () => {
    let done = 0
    const count = () => {
      done += 1
    }
    expect(withinTime(count, 1000)).toBe(true)
    expect(done).toBe(1)
    const fail = () => {
      throw new Error('no')
    }
    expect(() => withinTime(fail, 1000)).toThrow('no')
  })

  it('is ended when it takes too long, and what follows is not', () => {
    const hang = () => {
      for (;;);
    }
    expect(withinTime(hang, 50)).toBe(false)
    expect(withinTime(() => {}, 1000)).toBe(true)
  })
})
