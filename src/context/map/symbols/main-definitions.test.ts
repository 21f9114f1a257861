import { expect, it } from 'vitest'
import { tagsOf } from '../../../../test/contracts/code.ts'
import { mainDefinitions } from './main-definitions.ts'

async function mainOf(path: string, source: string): Promise<string[]> {
  const { definitions } = await tagsOf(path, source)
  return mainDefinitions(definitions).map(({ definition }) => definition.signature)
}

it('what the branches of a condition define is told once, and a macro that only names a value last', async () => {
  const source = `#ifdef SHOP_OPEN
#  define SHOP_LIMIT 1
#  define SHOP_CHECK(x) check(x)
inline int total(int count) { return count; }
#else
#  define SHOP_LIMIT 0
#  define SHOP_CHECK(x) check(x)
inline int total(int count) { return 0; }
#endif
inline int total(long count) { return 1; }
`
  expect(await mainOf('shop.h', source)).toEqual([
    '#define SHOP_CHECK(x)',
    'inline int total(int count)',
    'inline int total(long count)',
    '#define SHOP_LIMIT',
  ])
})

it('what others may use is told first, and where it is all there is, names of values too', async () => {
  expect(
    await mainOf('a.c', 'static int hidden(void) { return 1; }\nint open(void) { return 1; }\n'),
  ).toEqual(['int open(void)', 'static int hidden(void)'])
  expect(await mainOf('a.h', '#define ONE 1\n#define TWO 2\n')).toEqual(['#define ONE', '#define TWO'])
})

it('what is in a namespace is told, after what is in none, and what is in a type is not', async () => {
  const source = `namespace shop {
namespace detail { int sum(int a) { return a; } }
struct Basket { int total() { return 1; } };
}
int main() { return 1; }
`
  expect(await mainOf('shop.cc', source)).toEqual(['int main()', 'struct Basket', 'int sum(int a)'])
})

it('what an object has that is no type is told after the object', async () => {
  const source = 'const shop = { close: () => 1 }\nexport { shop }\nshop.open = function (door) {}\n'
  expect(await mainOf('a.js', source)).toEqual(['shop', 'close: ()', 'shop.open = function (door)'])
})
