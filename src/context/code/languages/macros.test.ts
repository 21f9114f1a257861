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
    [
      'static int run(box *b)\n  SHOP_PURE SHOP_NONNULL(1)\n{',
      'static int run(box *b)\n                           \n{',
    ],
    ['int run(box *b)\n  SHOP_PURE\n  SHOP_HOT\n{', 'int run(box *b)\n           \n          \n{'],
    ['  SHOP_TRACE(x)\n  {', '  SHOP_TRACE(x)\n  {'],
    ['SHOP_API int *run(void);', '         int *run(void);'],
    ['class SHOP_SEEN("always") Shelf : public Box {', 'class                     Shelf : public Box {'],
    [
      'SHOP_FAST SHOP_PURE Shelf(int x) noexcept\n: x_(x) {',
      '                    Shelf(int x) noexcept\n: x_(x) {',
    ],
    ['  static SHOP_FAST void run();', '  static           void run();'],
    ['template <class T, SHOP_IF(size<T>() >\n(2))>', 'template <class T, SHOP_IF            \n    >'],
    ['SHOP_TRY { run(); } SHOP_CATCH(...) {}', '         { run(); }                 {}'],
    ['VALUE rb_run(int x) { y(x); }', 'VALUE rb_run(int x) { y(x); }'],
    ['run(1, LARGER(a, b), 2);', 'run(1, LARGER(a, b), 2);'],
    ['SHOP_BEGIN\nint x;', '          \nint x;'],
    ['VALUE\nrb_run(int x)', 'VALUE\nrb_run(int x)'],
    ['VALUE count;', 'VALUE count;'],
    ['struct POINT p;', 'struct POINT p;'],
  ])('are those that stand where the language has nothing: %s', (source, blanked) => {
    expect(legible(source, MACROS)).toBe(blanked)
  })
})
