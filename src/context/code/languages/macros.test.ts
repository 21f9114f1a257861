import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { legible } from '../parse/legible.ts'
import { MACROS } from './macros.ts'

const part = fc.constantFrom(
  'class',
  'struct',
  'SHOP_EXPORT',
  'VALUE',
  'Shelf',
  ' ',
  '\t',
  '\n',
  ': ',
  ' {',
  '(x)',
  ';',
  '*',
  'é',
)

describe('macros that are blanked', () => {
  it('leave everything else where it was', () => {
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const source = parts.join('')
        const blanked = legible(source, MACROS)
        expect(blanked).toHaveLength(source.length)
        for (const [at, sign] of [...blanked].entries()) if (sign !== ' ') expect(sign).toBe([...source][at])
      }),
    )
  })

  it.each([
    ['class SHOP_EXPORT Shelf {', 'class             Shelf {'],
    ['SHOP_API int *run(void);', '         int *run(void);'],
    ['SHOP_BEGIN\nint x;', '          \nint x;'],
    ['VALUE\nrb_run(int x)', 'VALUE\nrb_run(int x)'],
    ['VALUE count;', 'VALUE count;'],
    ['struct POINT p;', 'struct POINT p;'],
  ])('are those that stand where the language has nothing: %s', (source, blanked) => {
    expect(legible(source, MACROS)).toBe(blanked)
  })
})
