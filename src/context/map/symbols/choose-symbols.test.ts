import { expect, it } from 'vitest'
import { buildGraph } from '#context/code/graph/build-graph.ts'
import { rankSymbols } from '#context/code/rank/rank-symbols.ts'
import { codeOf, type Files } from '../../../../test/contracts/code.ts'
import { chooseSymbols } from './choose-symbols.ts'
import type { MapSymbol } from './symbols-of-file.ts'

/** The symbols of these files, the most needed first. */
async function symbolsOf(files: Files): Promise<string[]> {
  return (await choicesOf(files))(Number.POSITIVE_INFINITY)
}

/** The first of them, for a number that is wanted. */
async function choicesOf(files: Files): Promise<(count: number) => string[]> {
  const choose = await chooserOf(files)
  return (count) =>
    choose(count).map(({ path, definition }) => `${path} ${definition.kind} ${definition.name}`)
}

async function chooserOf(files: Files): Promise<(count: number) => MapSymbol[]> {
  const graph = buildGraph(await codeOf(files), (path) => files[path] ?? null)
  const ranking = rankSymbols({ ...graph, focus: new Set() })
  if (ranking.kind === 'failed') throw new Error(ranking.because)
  return (count) => chooseSymbols(graph, { ...ranking, count })
}

const body = '  const a = 1\n  const b = 2\n  return a + b\n'
const makes = (name: string) => `export function ${name}() {\n${body}}\n`
const needs = (name: string, from: string) => `import { ${name} } from '${from}'\n${name}()\n`

it('a name that many folders need comes before one that is all that a much needed file needs', async () => {
  const users = ['a', 'b', 'c', 'd', 'e', 'f']
  const symbols = await symbolsOf({
    'core/hub.ts': `${needs('leaf', './leaf')}${makes('hub')}`,
    'core/leaf.ts': makes('leaf'),
    ...Object.fromEntries(users.map((user) => [`${user}/x.ts`, needs('hub', '../core/hub')])),
  })
  expect(symbols).toEqual(['core/hub.ts function hub', 'core/leaf.ts function leaf'])
})

it('a name that many folders need comes before one that as many files of one folder need', async () => {
  const users = ['a', 'b', 'c', 'd', 'e', 'f']
  const symbols = await symbolsOf({
    'core/near.ts': makes('near'),
    'core/wide.ts': makes('wide'),
    ...Object.fromEntries(users.map((user) => [`${user}/x.ts`, needs('wide', '../core/wide')])),
    ...Object.fromEntries(users.map((user) => [`one/${user}.ts`, needs('near', '../core/near')])),
  })
  expect(symbols).toEqual(['core/wide.ts function wide', 'core/near.ts function near'])
})

it('a type comes before its members, also where only they are named', async () => {
  const files = {
    'basket.py':
      'class Basket:\n    def add(self, item):\n        return item\n\ndef load():\n    return Basket()\n',
    'a.py': 'from basket import Basket, load\n\nload().add(1)\nBasket().add(2)\n',
    'b/c.py': 'from basket import load\n\nload().add(1)\n',
  }
  const symbols = await symbolsOf(files)
  expect(symbols.indexOf('basket.py class Basket')).toBeLessThan(symbols.indexOf('basket.py method add'))
})

it('what the tests stand on comes after what the source stands on', async () => {
  const users = ['a', 'b', 'c']
  const symbols = await symbolsOf({
    'src/shelf.ts': makes('shelf'),
    'test/scene.ts': makes('scene'),
    ...Object.fromEntries(users.map((user) => [`src/${user}/x.ts`, needs('shelf', '../shelf')])),
    ...Object.fromEntries(users.map((user) => [`test/${user}/x.test.ts`, needs('scene', '../scene')])),
  })
  expect(symbols).toEqual(['src/shelf.ts function shelf', 'test/scene.ts function scene'])
})

it('what takes its tests in does not make them matter', async () => {
  const symbols = await symbolsOf({
    'src/shelf.ts': makes('shelf'),
    'src/use.ts': needs('shelf', './shelf'),
    'test/scene.ts': makes('scene'),
    ...Object.fromEntries(['a', 'b', 'c'].map((user) => [`src/${user}.ts`, needs('scene', '../test/scene')])),
  })
  expect(symbols).toEqual(['src/shelf.ts function shelf'])
})

it('a macro that stands for a word comes after what is written with it', async () => {
  const symbols = await symbolsOf({
    'shop.h': '#define SHOP_INT int\n#define SHOP_TOTAL(a, b) ((a) + (b))\nint shop_open(int count);\n',
    ...Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((user) => [
        `${user}/x.c`,
        `#include "../shop.h"\nSHOP_INT ${user} = 1;\n${user < 'e' ? 'int f(void) { return shop_open(SHOP_TOTAL(1, 2)); }' : ''}\n`,
      ]),
    ),
  })
  expect(symbols).toEqual(['shop.h macro SHOP_TOTAL', 'shop.h function shop_open', 'shop.h macro SHOP_INT'])
})

it('what many tests share comes after what the project stands on', async () => {
  const [some, many] = [['a', 'b'], Array.from('abcdefghijkl')]
  const symbols = await symbolsOf({
    'src/shelf.ts': makes('shelf'),
    'tests/base.ts': makes('base'),
    ...Object.fromEntries(some.map((user) => [`src/${user}.ts`, needs('shelf', './shelf')])),
    ...Object.fromEntries(many.map((user) => [`tests/${user}/x.ts`, needs('base', '../base')])),
  })
  expect(symbols).toEqual(['src/shelf.ts function shelf', 'tests/base.ts function base'])
})

it('what is written once for each platform is one symbol', async () => {
  const symbols = await symbolsOf({
    'go.mod': 'module shop\n',
    'main.go': 'package main\n\nimport "shop/disk"\n\nfunc main() { disk.Open() }\n',
    'disk/open_linux.go': 'package disk\n\nfunc Open() {}\n',
    'disk/open_windows.go': 'package disk\n\nfunc Open() {}\n',
  })
  expect(symbols).toEqual(['disk/open_linux.go function Open'])
})

it('what a second tree of sources has a copy of is one symbol, unless something else is said of it', async () => {
  const list =
    'package org.shop.list;\n\n/** Never changes. */\npublic class List {\n  public int size() { return 1; }\n}\n'
  const map = (doc: string) => `package org.shop.list;\n\n/** ${doc} */\npublic class Map {\n}\n`
  const user =
    'package org.shop.use;\n\nimport org.shop.list.List;\nimport org.shop.list.Map;\n\nclass Use { List list; Map map; }\n'
  const symbols = await symbolsOf({
    'shop/src/org/shop/list/List.java': list,
    'shop/src/org/shop/list/Map.java': map('From keys.'),
    'shop/src/org/shop/use/Use.java': user,
    'small/shop/src/org/shop/list/List.java': list,
    'small/shop/src/org/shop/list/Map.java': map('Smaller.'),
    'small/shop/src/org/shop/use/Use.java': user,
  })
  expect(symbols.filter((symbol) => symbol.endsWith('class List'))).toHaveLength(1)
  expect(symbols.filter((symbol) => symbol.endsWith('class Map'))).toHaveLength(2)
})

it('the type of a module in Elixir is that module', async () => {
  const users = ['a', 'b', 'c']
  const symbols = await symbolsOf({
    'lib/shop/basket.ex':
      'defmodule Shop.Basket do\n  @type t :: %__MODULE__{}\n  defstruct [:items]\n\n  def total(basket), do: basket\nend\n',
    ...Object.fromEntries(
      users.map((user) => [
        `lib/${user}.ex`,
        `defmodule ${user.toUpperCase()} do\n  alias Shop.Basket\n\n  @spec run(Basket.t()) :: Basket.t()\n  def run(basket), do: Basket.total(basket)\nend\n`,
      ]),
    ),
  })
  expect(symbols).toEqual(['lib/shop/basket.ex module Basket', 'lib/shop/basket.ex function total'])
})

it('what a name earned goes to the type of that name, not to a field or a method', async () => {
  const code = await symbolsOf({
    'go.mod': 'module shop\n',
    'main.go': 'package main\n\nimport "shop/store"\n\nfunc run(x store.Reader) {}\n',
    'store/store.go':
      'package store\n\ntype Store interface {\n\tReader(at int) (Reader, error)\n}\n\ntype Reader interface {\n\tRead() error\n}\n',
  })
  expect(code[0]).toBe('store/store.go interface Reader')
})

it('those that come first are the same, however many are wanted', async () => {
  const makers = Array.from({ length: 150 }, (_, file) => file)
  const long = (file: number) => `${'  const x = 1\n'.repeat((file * 7) % 40)}  return 1\n`
  const files = Object.fromEntries([
    ...makers.map((file) => [
      `m${file % 9}/f${file}.ts`,
      `export function make${file}() {\n${long(file)}}\n`,
    ]),
    ...makers.flatMap((file) =>
      makers
        .slice(0, 1 + ((file * 5) % 11))
        .map((user) => [
          `u${(user * file) % 13}/${file}-${user}.ts`,
          needs(`make${file}`, `../m${file % 9}/f${file}`),
        ]),
    ),
  ])
  const choose = await choicesOf(files)
  const all = choose(Number.POSITIVE_INFINITY)
  expect(all).toHaveLength(150)
  for (const count of [1, 5, 20, 60]) {
    const some = choose(count)
    expect(some.length).toBeGreaterThanOrEqual(count)
    expect(some).toEqual(all.slice(0, some.length))
  }
  expect(choose(1).length).toBeLessThan(150)
})

it('a type that is written in parts is one, shown by the part that says most', async () => {
  const users = ['A', 'B', 'C']
  const symbols = await symbolsOf({
    'src/Writer.Async.cs': `namespace Shop { public partial class Writer {\n${'  public void WriteAsync() { }\n'.repeat(9)} } }\n`,
    'src/Writer.cs':
      'namespace Shop {\n/// <summary>Writes things.</summary>\npublic partial class Writer : Base { public void Write() { } }\n}\n',
    ...Object.fromEntries(
      users.map((user) => [
        `src/${user}.cs`,
        `namespace Shop { public class ${user} { Writer w = new Writer(); void F() { w.WriteAsync(); } } }\n`,
      ]),
    ),
  })
  expect(symbols.filter((symbol) => symbol.endsWith('class Writer'))).toEqual(['src/Writer.cs class Writer'])
})

it('what a name earned goes to the member of the type that is named with it', async () => {
  const symbols = await symbolsOf({
    'Cargo.toml': '[package]\nname = "shop"\n',
    'src/lib.rs': 'pub mod cart;\npub mod desk;\n',
    'src/cart.rs':
      'pub struct Shelf {}\nimpl Shelf {\n    pub fn new() -> Self { Shelf {} }\n}\npub struct Cart {}\nimpl Cart {\n    pub fn new() -> Self { Cart {} }\n}\n',
    'src/desk.rs': 'use crate::cart::Cart;\nfn open() { Cart::new(); }\n',
  })
  expect(symbols.filter((symbol) => symbol.startsWith('src/cart.rs'))).toEqual([
    'src/cart.rs struct Cart',
    'src/cart.rs method new',
  ])
})

it('what a name earned goes to what is meant for others, and not to what a library keeps for itself', async () => {
  const head = `namespace shop {
namespace detail {
void print(int count);
template <typename T> auto printer<T>::total(T count) -> int {
  return 1;
}
}
int total(long count) { return 1; }
/// Counts all.
int total(int count) { return 2; }
void print(long count) {
  total(1);
}
}
`
  const choose = await chooserOf({
    'a.cc': '#include "shop.h"\nint main() { shop::print(1); return shop::total(2); }\n',
    'shop.h': head,
  })
  const lines = choose(10).map(({ definition }) => `${definition.line} ${definition.name}`)
  expect(lines.toSorted()).toEqual(['10 total', '11 print'])
})

it('a module that others take in or call comes before its functions, and one that only frames what they need is none', async () => {
  const elixir = await symbolsOf({
    'lib/shop/token.ex':
      'defmodule Shop.Token do\n  @moduledoc "Signs."\n  def sign(a), do: a\n  def check(a), do: a\nend\n',
    'lib/shop/page.ex': 'defmodule Shop.Page do\n  defmacro __using__(_), do: nil\nend\n',
    'lib/a.ex': 'defmodule A do\n  alias Shop.Token\n  use Shop.Page\n  def f, do: Token.sign(1)\nend\n',
  })
  expect(elixir.toSorted()).toEqual([
    'lib/shop/page.ex module Page',
    'lib/shop/token.ex function sign',
    'lib/shop/token.ex module Token',
  ])
  expect(elixir.indexOf('lib/shop/token.ex module Token')).toBeLessThan(
    elixir.indexOf('lib/shop/token.ex function sign'),
  )
  const ruby = await symbolsOf({
    'lib/admin.rb': "module Admin\n  def self.prefix\n    'admin'\n  end\nend\n",
    'lib/admin/desk.rb': 'module Admin\n  class Desk\n  end\nend\n',
    'lib/shop.rb': 'module Shop\n  def self.open\n    1\n  end\nend\n',
    'lib/use.rb': "require 'shop'\nrequire 'admin'\nrequire 'admin/desk'\nShop.open\nAdmin::Desk.new\n",
  })
  expect(ruby.toSorted()).toEqual([
    'lib/admin/desk.rb class Desk',
    'lib/shop.rb method open',
    'lib/shop.rb module Shop',
  ])
})
