import { expect, it } from 'vitest'
import { definitionsAround } from '#context/code/definitions-around.ts'
import { tagsOf } from '../../../../test/contracts/code.ts'
import { renderSymbols } from './render-symbols.ts'

/** All that a text defines and whose name is wanted, in the opposite of its order. */
async function linesOf(
  path: string,
  { source, names }: { source: string; names: RegExp },
): Promise<string[]> {
  const { definitions } = await tagsOf(path, source)
  const symbols = definitions
    .filter(({ name }) => names.test(name))
    .map((definition) => ({ path, definition, around: definitionsAround(definition, definitions), score: 1 }))
  return renderSymbols({ symbols: symbols.toReversed(), paths: [], left: 0 }).slice(1)
}

it('a member stands below its own type, also where both are in one line or apart', async () => {
  const oneLine = [1, 2].map((n) => `public class C${n} { public int M${n}() => 1; }`).join(' ')
  expect(await linesOf('a.cs', { source: `${oneLine}\n`, names: /./ })).toEqual([
    '- `public class C2`',
    '  - `public int M2()`',
    '- `public class C1`',
    '  - `public int M1()`',
  ])
  const apart = 'pub struct A {}\npub struct B {}\nimpl A {\n    pub fn a(&self) {}\n}\n'
  expect(await linesOf('a.rs', { source: apart, names: /./ })).toEqual([
    '- `pub struct A`',
    '  - `pub fn a(&self)`',
    '- `pub struct B`',
  ])
})

it('a member that is written with what it belongs to needs no word of it before', async () => {
  const source = 'local M = {}\nfunction M.add(a)\n  return a\nend\nreturn M\n'
  expect(await linesOf('a.lua', { source, names: /add/ })).toEqual(['- `function M.add(a)`'])
  const java = 'public class Cart {\n  public static Cart open() { return null; }\n}\n'
  expect(await linesOf('a.java', { source: java, names: /open/ })).toEqual([
    '- Cart.`public static Cart open()`',
  ])
})

it.each([
  [
    'a.swift',
    'public extension String {\n  func priced() -> Int { 1 }\n}\n',
    '- String.`func priced() -> Int`',
  ],
  ['a.rs', 'impl Priced for String {\n    fn price(&self) {}\n}\n', '- String.`fn price(&self)`'],
  ['a.rs', 'impl Priced for () {\n    fn price(&self) {}\n}\n', '- ().`fn price(&self)`'],
  ['a.rs', "impl Priced for &'static str {\n    fn price(&self) {}\n}\n", '- str.`fn price(&self)`'],
  ['a.go', 'package a\n\nfunc (b *Cart) price() {}\n', '- `func (b *Cart) price()`'],
  ['a.cc', 'namespace s {\nint Cart::price() { return 1; }\n}\n', '- `int Cart::price()`'],
  ['a.ex', 'defmodule Shop.V1.Cart do\n  def price(a), do: a\nend\n', '- Shop.V1.Cart.`def price(a)`'],
])('what is added to a type of elsewhere says to which: %s %s', async (path, source, line) => {
  expect(await linesOf(path, { source, names: /^priced?$/ })).toEqual([line])
})
