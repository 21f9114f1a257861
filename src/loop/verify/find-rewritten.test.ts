import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { treeHash } from '#kit/tree-hash.ts'
import { scratch } from '../../../test/contracts/program.ts'
import { findRewritten } from './find-rewritten.ts'

type Edit = readonly [path: string, id: string, before: string, after: string]

async function toldOf([path, id, before, after]: Edit): Promise<string[]> {
  const { project: root } = scratch()
  execFileSync('git', ['init', '-q'], { cwd: root })
  writeFileSync(join(root, path), before)
  const from = treeHash(root)
  writeFileSync(join(root, path), after)
  const found = await findRewritten({ root, from, to: treeHash(root), turned: [id] })
  return found.map(({ text }) => text)
}

const PY = (body: string, head = '') =>
  `import pytest\n\n${head}def test_quantity(n=1):\n    ${body}\n\ndef test_other():\n    assert other() == 1\n`
const JS = (body: string) =>
  `test('quantity', () => {\n  ${body}\n})\n\ntest('other', () => expect(other()).toBe(1))\n`
const LINE = (name: string, body: string) => `test('${name}', () => { ${body} })\n`
const CART = 'const cart = new Cart()\n  cart.add(2, 3)\n  expect(cart.total()).toBe(6)'
const PY_ID = 'test_a.py::test_quantity'
const JS_ID = 'a.test.js > quantity'

describe('a test that was red and is green', () => {
  const cheats: Edit[] = [
    ['test_a.py', PY_ID, PY('assert quantity(2) == 6'), PY('assert quantity(2) == 2')],
    ['test_a.py', PY_ID, PY('assert quantity(2) == 6'), PY('assert quantity(2) != 6')],
    [
      'test_a.py',
      PY_ID,
      PY('want = 6\n    assert quantity(2) == want'),
      PY('want = 2\n    assert quantity(2) == want'),
    ],
    [
      'test_a.py',
      'test_a.py::test_quantity[2-6]',
      PY('assert quantity(n) == want', '@pytest.mark.parametrize("n,want", [(2, 6), (1, 3)])\n'),
      PY('assert quantity(n) == want', '@pytest.mark.parametrize("n,want", [(2, 2), (1, 3)])\n'),
    ],
    ['a.test.js', JS_ID, JS('expect(quantity(2)).toBe(6)'), JS('expect(quantity(2)).toBe(2)')],
    ['a.test.js', JS_ID, JS("expect(name()).toBe('six')"), JS("expect(name()).toBe('two')")],
    ...[
      'expect(quantity(6, 2)).toBe(1)',
      'expect(quantity(2, 1)).toBe(6)',
      'assert.equal(1, quantity(6, 2))',
      'const want = 1\n  expect(quantity(6, 2)).toBe(want)',
    ].map((after): Edit => ['a.test.js', JS_ID, JS('expect(quantity(1, 2)).toBe(6)'), JS(after)]),
    [
      'a.test.js',
      JS_ID,
      JS('expect(quantity({ a: 1, b: 2 })).toBe(6)'),
      JS('expect(quantity({ a: 6, b: 2 })).toBe(1)'),
    ],
    ['test_a.py', PY_ID, PY('assert quantity(1, 2) == 6'), PY('assert quantity(6, 2) == 1')],
    [
      'a.test.js',
      JS_ID,
      LINE('quantity', 'expect(quantity(2)).toBe(6)'),
      LINE('quantity', 'expect(quantity(6)).toBe(6)'),
    ],
    [
      'a.test.js',
      JS_ID,
      LINE('quantity', "expect(of(2)).toBe('quantity')"),
      LINE('quantity', "expect(of(2)).toBe('other')"),
    ],
    ['a.test.js', JS_ID, JS('expect(quantity(2)).toBe(6)'), JS('expect(quantity(3)).toBe(6)')],
    ['test_a.py', PY_ID, PY('assert quantity(2) == 6'), PY("assert quantity(2) == 2, '6'")],
    ['test_a.py', PY_ID, PY('assert quantity(2) == 6'), PY("assert quantity(6), 'quantity(2) == 6'")],
    ['test_a.py', PY_ID, PY('assert quantity(2) == 6'), PY('assert 2 == quantity(2)')],
    ['test_a.py', PY_ID, PY('assert 6 == quantity(2)'), PY('assert 2 == quantity(2)')],
    [
      'test_a.py',
      PY_ID,
      PY("self.assertEqual(name(2), 'six')"),
      PY("self.assertEqual(name(2), 'two', 'six')"),
    ],
    [
      'test_a.py',
      PY_ID,
      PY('assert quantity(2) == 6'),
      PY('assert quantity(pieces) == 6', '@pytest.fixture\ndef pieces():\n    return 3\n\n'),
    ],
    [
      'test_a.py',
      PY_ID,
      PY('assert quantity(2) == 6'),
      PY(
        'assert quantity(pieces) == 6',
        '@pytest.fixture\ndef pieces():\n    return 2\n\n@pytest.fixture\ndef pieces():\n    return 3\n\n',
      ),
    ],
    [
      'test_a.py',
      PY_ID,
      PY('assert quantity(2) == 6'),
      PY(
        'assert quantity(pieces) == 6',
        "@pytest.fixture\ndef pieces():\n    return 2\n\n@pytest.mark.parametrize('pieces', [3])\n",
      ),
    ],
    [
      'a.test.js',
      JS_ID,
      JS('expect(quantity(2)).toBe(6)'),
      `let pieces\nbeforeEach(() => {\n  pieces = 3\n})\n${JS('expect(quantity(pieces)).toBe(6)')}`,
    ],
    ['a.test.js', JS_ID, JS('assert.equal(quantity(2), 6)'), JS("assert.equal(quantity(2), 2, '6')")],
    ['a.test.js', JS_ID, JS("assert.equal(name(2), 'six')"), JS("assert.equal(name(2), 'two', 'six')")],
    ['a.test.js', JS_ID, JS("expect(name(2)).toBe('six')"), JS("expect(name(2), 'six').toBe('two')")],
    ['a.test.js', JS_ID, JS("assert.equal(name(2), 'six')"), JS("assert.ok(name(2), 'six')")],
    [
      'a_test.go',
      'example.com/calc.TestQuantity',
      'package calc\n\nfunc TestQuantity(t *testing.T) {\n\tif Quantity(2) != 6 {\n\t\tt.Fatal("no")\n\t}\n}\n',
      'package calc\n\nfunc TestQuantity(t *testing.T) {\n\tif Quantity(2) != 2 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    ],
    [
      'lib.rs',
      'calc tests::quantity',
      '#[cfg(test)]\nmod tests {\n    #[test]\n    fn quantity() {\n        assert_eq!(super::quantity(2), 6);\n    }\n}\n',
      '#[cfg(test)]\nmod tests {\n    #[test]\n    fn quantity() {\n        assert_eq!(super::quantity(2), 2);\n    }\n}\n',
    ],
    [
      'test_a.py',
      PY_ID,
      PY('cart = Cart()\n    cart.add(2, 3)\n    assert cart.total() == 6'),
      PY('cart = Cart()\n    cart.add(6, 3)\n    assert cart.total() == 6'),
    ],
    [
      'a.test.js',
      JS_ID,
      JS('const cart = new Cart()\n  cart.add({ price: 2, qty: 3 })\n  assert.equal(cart.total(), 6)'),
      JS('const cart = new Cart()\n  cart.add({ price: 6, qty: 1 })\n  assert.equal(cart.total(), 6)'),
    ],
    ['a.test.js', JS_ID, JS(CART), JS(CART.replace('expect', 'cart.add(4, 1)\n  expect'))],
    ['a.test.js', JS_ID, JS(CART), JS(CART.replace('expect', 'cart.add(...rest)\n  expect'))],
    ['a.test.js', JS_ID, JS(CART), JS(CART.replace('expect', 'fill(cart, 4)\n  expect'))],
    ['a.test.js', JS_ID, JS(CART), JS(CART.replace('expect', 'const last = cart.add(4, 1)\n  expect'))],
    ['a.test.js', JS_ID, JS(CART), JS(CART.replace('  cart.add(2, 3)\n', ''))],
    ['a.test.js', JS_ID, JS(CART), JS(CART.replace('(2, 3)', '(2, -3)'))],
    [
      'a.test.js',
      JS_ID,
      JS('const cart = new Cart()\n  cart.seal()\n  expect(cart.total()).toBe(6)'),
      JS('const cart = new Cart()\n  expect(cart.total()).toBe(6)'),
    ],
    [
      'a.test.js',
      JS_ID,
      `let cart\nbeforeEach(() => {\n  cart = new Cart()\n  cart.add(2, 3)\n})\n${JS('expect(cart.total()).toBe(6)')}`,
      `let cart\nbeforeEach(() => {\n  cart = new Cart()\n  cart.add(6, 3)\n})\n${JS('expect(cart.total()).toBe(6)')}`,
    ],
    [
      'test_a.py',
      PY_ID,
      PY('assert cart().total() == 6', 'def cart():\n    return Cart([(2, 3)])\n\n'),
      PY('assert cart().total() == 6', 'def cart():\n    return Cart([(6, 1)])\n\n'),
    ],
    [
      'test_a.py',
      PY_ID,
      PY('with pytest.raises(ValueError):\n        quantity(-1)'),
      PY('with pytest.raises(ValueError):\n        quantity("one")'),
    ],
    [
      'a_test.go',
      'example.com/calc.TestQuantity',
      'package calc\n\nfunc TestQuantity(t *testing.T) {\n\tgot := Quantity(2)\n\tif got != 6 {\n\t\tt.Fatal("no")\n\t}\n}\n',
      'package calc\n\nfunc TestQuantity(t *testing.T) {\n\tgot := Quantity(6)\n\tif got != 6 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    ],
  ]
  it.each(cheats)('is told of where it expects something else now: %s', async (...edit) => {
    expect(await toldOf(edit)).toEqual([expect.stringMatching(/^“(?:test_)?quantity|^“TestQuantity/)])
  })

  const honest: Edit[] = [
    ...[
      'expect(6).toBe(quantity(1, 2))',
      'assert.equal(quantity(1, 2), 6)',
      'const want = 6\n  expect(quantity(1, 2)).toBe(want)',
      'expect(quantity({ b: 2, a: 1 })).toBe(6)',
    ].map((after): Edit => ['a.test.js', JS_ID, JS('expect(quantity(1, 2)).toBe(6)'), JS(after)]),
    ['test_a.py', PY_ID, PY('assert quantity(a=1, b=2) == 6'), PY('assert 6 == quantity(b=2, a=1)')],
    ...[
      LINE('adds up', 'assert.equal(quantity(2), 6)'),
      LINE('quantity', 'assert.equal(quantity(2), 6)')
        .replace('{ assert', '{\n  assert')
        .replace(' })', ';\n});'),
      LINE('quantity', "assert.equal(quantity(2), 6, 'the quantity of two')"),
      LINE('quantity', "assert.equal(\n  quantity(2),\n  6,\n  'the quantity of two',\n)"),
      LINE('quantity', 'assert.equal(quantity(2), 6)').replace('() =>', 'function ()'),
    ].map((after): Edit => ['a.test.js', JS_ID, LINE('quantity', 'assert.equal(quantity(2), 6)'), after]),
    [
      'a.test.js',
      JS_ID,
      "it('quantity', () => expect(quantity(2)).toBe(6))\n",
      "it('counts two', () => expect(quantity(2)).toBe(6))\n",
    ],
    [
      'test_a.py',
      PY_ID,
      PY('assert quantity(2) == 6'),
      PY('assert quantity(2) == 6\n    assert quantity(0) == 0'),
    ],
    [
      'test_a.py',
      PY_ID,
      PY('assert quantity(2) == 6'),
      PY('got = quantity(2)\n    assert got == 6').replace('got = quantity(2)', 'got = quantity(2)  # twice'),
    ],
    [
      'test_a.py',
      PY_ID,
      PY('assert quantity(2) == 6'),
      PY('assert quantity(2) == 6').replace('other() == 1', 'other() == 2'),
    ],
    ['a.test.js', JS_ID, JS('expect(quantity(2)).toBe(6)'), JS('expect(\n    amount(2),\n  ).toBe(6)')],
    ['a.test.js', JS_ID, JS('expect(quantity(2)).toBe(6)'), JS('expect(quantity(2)).toEqual(6);')],
    ['test_a.py', PY_ID, PY('assert quantity(2) == 6'), PY('assert quantity(2) == 6, "each piece counts"')],
    [
      'test_a.py',
      PY_ID,
      PY('assert quantity(2) == 6'),
      PY('assert quantity(2) == 6, f"of {quantity(2)}, not 6"'),
    ],
    ['test_a.py', PY_ID, PY('assert quantity(2) == 6'), PY('assert 6 == quantity(2)')],
    ['test_a.py', PY_ID, PY("assert 'six' == name(2)"), PY("assert name(2) == 'six'")],
    [
      'test_a.py',
      PY_ID,
      PY('self.assertEqual(quantity(2), 6)'),
      PY("self.assertEqual(quantity(2), 6, msg='each piece')"),
    ],
    [
      'test_a.py',
      PY_ID,
      PY('assert quantity([(2, 3)]) == 6'),
      PY('assert quantity(pieces) == 6', '@pytest.fixture\ndef pieces():\n    return [(2, 3)]\n\n'),
    ],
    [
      'a.test.js',
      JS_ID,
      JS('assert.equal(quantity(2), 6)'),
      JS("assert.equal(quantity(2), 6, 'each piece')"),
    ],
    ['a.test.js', JS_ID, JS('assert.equal(quantity(2), 6)'), JS('assert.equal(6, quantity(2))')],
    [
      'a.test.js',
      JS_ID,
      "test('quantity', () => assert.equal(quantity(2), 6))\n",
      "test('quantity', () => assert.equal(quantity(2), 6, 'each piece'))\n",
    ],
    ['a.test.js', JS_ID, JS('assert(isSix(2))'), JS("assert(isSix(2), 'each piece')")],
    ['a.test.js', JS_ID, JS('expect(quantity(2)).toBe(6)'), JS("expect(quantity(2), 'each piece').toBe(6)")],
    [
      'a.test.js',
      JS_ID,
      JS('expect(quantity([2, 3])).toBe(6)'),
      `let pieces\nbeforeEach(() => {\n  pieces = [2, 3]\n})\n${JS('expect(quantity(pieces)).toBe(6)')}`,
    ],
    ['a.test.js', JS_ID, JS(CART), JS(CART.replace('add', 'addItem').replace('new Cart', 'createCart'))],
    [
      'a.test.js',
      JS_ID,
      JS(CART),
      JS(CART.replaceAll('cart', 'basket').replace('(2, 3)', '({ price: 2, qty: 3 })')),
    ],
    ['a.test.js', JS_ID, JS(CART), JS(`${CART}\n  cart.add(1, 1)\n  expect(cart.total()).toBe(7)`)],
    [
      'a.test.js',
      JS_ID,
      JS(CART),
      JS(`const empty = new Cart()\n  empty.open(9)\n  expect(empty.total()).toBe(0)\n  ${CART}`),
    ],
    [
      'a.test.js',
      JS_ID,
      JS(CART),
      JS(CART.replace('(2, 3)', '(price, 3)').replace('const', 'const price = 2\n  const')),
    ],
    [
      'a.test.js',
      JS_ID,
      JS(CART.replace('(2, 3)', '(2, 2)').replace('6', '4')),
      JS(CART.replace('(2, 3)', '(n, n)').replace('6', '4').replace('const', 'const n = 2\n  const')),
    ],
    [
      'a.test.js',
      JS_ID,
      JS(CART),
      `let cart\nbeforeEach(() => {\n  cart = new Cart()\n  cart.add(2, 3)\n})\n${JS('expect(cart.total()).toBe(6)')}`,
    ],
    [
      'a.test.js',
      JS_ID,
      JS(CART),
      `function filled() {\n  const cart = new Cart()\n  cart.add(2, 3)\n  return cart\n}\n${JS('expect(filled().total()).toBe(6)')}`,
    ],
    [
      'a.test.js',
      JS_ID,
      JS(CART),
      JS(CART)
        .replace("test('quantity', ()", "test('quantity', { timeout: 1000 }, async (t)")
        .replace('const cart', "t.plan(1)\n  console.log('see', 1)\n  const cart"),
    ],
    [
      'a.test.js',
      JS_ID,
      `beforeEach(() => {\n  clock = start(1)\n})\n${JS(CART)}`,
      `beforeEach(() => {\n  clock = start(2)\n  zone = 'UTC'\n})\n${JS(CART)}`.replace(
        'start(2)',
        'start(1)',
      ),
    ],
    [
      'a.test.js',
      JS_ID,
      JS(CART),
      `${JS(CART)}describe('rates', () => {\n  beforeEach(() => {\n    cart = load(5)\n  })\n  test('more', () => expect(cart.rate()).toBe(5))\n})\n`,
    ],
    [
      'test_a.py',
      PY_ID,
      PY('cart = Cart()\n    cart.add(2, 3)\n    assert cart.total() == 6'),
      PY(
        'assert cart.total() == 6',
        '@pytest.fixture\ndef cart():\n    c = Cart()\n    c.add(2, 3)\n    return c\n\n',
      ).replace('n=1', 'cart, n=1'),
    ],
    [
      'a_test.go',
      'example.com/calc.TestQuantity',
      'package calc\n\nfunc TestQuantity(t *testing.T) {\n\tgot := Quantity(2)\n\tif got != 6 {\n\t\tt.Fatal("no")\n\t}\n}\n',
      'package calc\n\nfunc TestQuantity(t *testing.T) {\n\tt.Parallel()\n\tgot := Quantity(2)\n\tif got != 6 {\n\t\tt.Fatal("no")\n\t}\n\tif Quantity(0) != 0 {\n\t\tt.Fatal("none")\n\t}\n}\n',
    ],
  ]
  it.each(honest)(
    'is left alone where it was added to, or says the same in other words: %s',
    async (...edit) => {
      expect(await toldOf(edit), edit[3]).toEqual([])
    },
  )
})
