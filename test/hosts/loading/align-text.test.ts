import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alignText } from './align-text.ts'

const none = { stripped: [], replaced: [], blank: [], lost: [] }

describe('a file that was shown to a model', () => {
  it('is whole wherever it stands, whatever stands around it', () => {
    const line = fc.string({ unit: fc.constantFrom(...'ab <@-!>(') }).map((text) => `MARK ${text}`)
    const lines = fc.uniqueArray(line, { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(lines, (all) => {
        const file = `${all.join('\n')}\n`
        expect(alignText(file, `before\n\n${file}\nafter`)).toEqual(none)
      }),
    )
  })

  it('lost what a limit cut off, and the white space at the cut is not counted as shown', () => {
    const file = `MARK a 0001\n${'0123456789\n'.repeat(50)}MARK a 0002\n`
    expect(alignText(file, `x\n${file.slice(0, 12 + 11 * 20)}\n\n> cut`).lost.join('')).toBe(
      `\n${file.slice(12 + 11 * 20)}`,
    )
    expect(alignText(file, file.slice(0, 105)).lost.join('')).toBe(file.slice(105))
  })

  it('misses comments and front matter together with the white space that went with them', () => {
    const file =
      '---\npaths: a\n---\nMARK a 0001\n\n   <!-- note -->\n\nMARK a 0002\n<!-- @x.md --> MARK a 0003\n'
    expect(alignText(file, '\n\nMARK a 0001\n\nMARK a 0002\n<!-- @x.md --> MARK a 0003\n\nMore')).toEqual({
      ...none,
      stripped: ['---\npaths: a\n---\n', '   <!-- note -->\n\n'],
    })
  })

  it('has mentions replaced, each for itself', () => {
    const file = 'MARK a 0001\n@./x.md\n@./y.md\nMARK a 0002 (@z.md).\n'
    expect(alignText(file, 'MARK a 0001\n\n\nMARK a 0002 (@z.md).\n')).toEqual({
      ...none,
      replaced: ['@./x.md', '@./y.md'],
    })
  })
})
