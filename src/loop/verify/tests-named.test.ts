import { expect, it } from 'vitest'
import { testsNamed } from './tests-named.ts'

it('finds a test by its name, whatever signs are in it', () => {
  const signs = 'non-empty a/b (c) [d] {e.f} g+h? i^j | $k \\l'
  for (const leaf of [
    'non-empty',
    'option.bad-flags',
    'a (b) [c]',
    'x+y?',
    'one | two',
    'a\\b',
    'a/b',
    signs,
  ])
    expect(testsNamed(`suite > ${leaf}`, [{ leaf, path: 'test/bad-flags.test.js' }]), leaf).toHaveLength(1)
})

it('takes the test of the file that the name has, where there are two', () => {
  const tests = [
    { leaf: 'adds', path: 'test/cart-qty.test.js' },
    { leaf: 'adds', path: 'test/cart.test.js' },
  ]
  expect(testsNamed('cart-qty.test adds', tests)).toEqual([tests[0]])
})
