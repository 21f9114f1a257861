import { describe, expect, it } from 'vitest'
import { tagsOf } from '../../../test/contracts/code.ts'
import type { Tags } from './tags.ts'

function parentsOf({ definitions }: Tags): (string | null)[] {
  return definitions.map(({ parent }) => (parent === null ? null : (definitions[parent]?.name ?? null)))
}

describe('what stands apart from its type', () => {
  it('belongs to the type of that name that is nearest', async () => {
    const source = [1, 2].map((n) => `mod m${n} {\n struct A;\n impl A { fn f${n}() {} }\n}`).join('\n')
    const tags = await tagsOf('a.rs', source)
    expect(tags.definitions.map(({ name }) => name)).toEqual(['m1', 'A', 'f1', 'm2', 'A', 'f2'])
    expect(tags.definitions.map(({ parent }) => parent)).toEqual([null, 0, 1, null, 3, 4])
  })

  it('never belongs to itself, whatever extends what', async () => {
    const tags = await tagsOf('a.swift', 'extension A { struct B {} }\nextension B { struct A {} }\n')
    expect(tags.definitions.map(({ name }) => name)).toEqual(['B', 'A'])
    expect(parentsOf(tags)).toEqual(['A', null])
  })

  it('is a method though its type is in another file', async () => {
    const { definitions } = await tagsOf('a.go', 'package a\n\nfunc (b *B) F() {}\n')
    expect(definitions).toMatchObject([{ name: 'F', kind: 'method', parent: null, exported: true }])
  })
})

describe('documentation', () => {
  it('is found above decorators that take several lines', async () => {
    const source = '/** Shows it. */\n@Component({\n  selector: "x",\n})\nexport class View {}\n'
    expect((await tagsOf('a.ts', source)).definitions).toMatchObject([{ name: 'View', doc: 'Shows it.' }])
  })

  it('may be parted by an empty line in scripts, where it is not that of the whole file', async () => {
    const docs = async (path: string, source: string) =>
      (await tagsOf(path, source)).definitions.map(({ doc }) => doc)
    const block = (text: string) => `/**\n * ${text}\n */\n\n`
    const source = `${block('The shop.')}'use strict'\n\n${block('All of it.')}function f() {}\n\n${block('Sells.')}function g() {}\n`
    expect(await docs('a.js', source)).toEqual([null, 'Sells.'])
    expect(await docs('a.ts', `f()\n${block('Sells.')}\nexport function g() {}\n`)).toEqual([null])
    expect(await docs('a.ts', 'f()\n/*\n * Sells.\n */\n\nexport function g() {}\n')).toEqual([null])
  })

  it('is not taken from what stands above other code', async () => {
    const source = '/** Of f. */\nfn f(\n  x: u8,\n)\n{}\nfn g() {}\n'
    expect((await tagsOf('a.rs', source)).definitions.map(({ doc }) => doc)).toEqual(['Of f.', null])
  })

  it('keeps the arguments of a type, and no tag', async () => {
    const source = '// A Vec<u8> of <b>bytes</b>, see {@link Other}.\nfn f() {}\n'
    expect((await tagsOf('a.rs', source)).definitions[0]?.doc).toBe('A Vec<u8> of bytes, see Other.')
  })
})

describe('C++ that is full of macros', () => {
  it('has no names but those that somebody gave', async () => {
    const source = 'namespace a {\nSHOP_CONSTANT(int, x);\nSHOP_CONSTANT(bool, y);\nvoid f();\n}\n'
    const tags = await tagsOf('a.h', source)
    expect(tags.definitions.map(({ name, signature }) => `${name}: ${signature}`)).toEqual([
      'a: namespace a',
      'f: void f()',
    ])
    const { definitions } = await tagsOf(
      'a.h',
      'class BAD("x") int A : public std::b {\n using std::b::b;\n};\n',
    )
    expect(definitions.map(({ signature }) => signature).join()).not.toContain('public')
  })

  it('has no body and no directive in a signature', async () => {
    const source =
      'template <typename T>\n#if SAFE\n[[unsafe]]\n#endif\nOWN2 int copy(T x = {}, int y = f({1})) { if (x) return 1; }\n'
    const { definitions } = await tagsOf('a.h', source)
    expect(definitions.map(({ name }) => name)).toContain('copy')
    for (const { signature } of definitions) expect(signature).not.toMatch(/#|return/)
  })
})

it('leaves directives out of a signature', async () => {
  const source = 'public class Token : IEnumerable\n#if CLONES\n    , ICloneable\n#endif\n{\n}\n'
  expect((await tagsOf('a.cs', source)).definitions[0]?.signature).toBe(
    'public class Token : IEnumerable, ICloneable',
  )
})

it('writes the arguments of a type without the spaces of their lines', async () => {
  const source =
    'export const all: Map<\n  string,\n  Shelf,\n> = new Map()\nexport const f = (x = 1 > 2) => x\n'
  expect((await tagsOf('a.ts', source)).definitions.map(({ signature }) => signature)).toEqual([
    'all: Map<string, Shelf>',
    'f = (x = 1 > 2)',
  ])
})

it('keeps the members of a type apart where only lines divide them', async () => {
  const source = 'export function f(x?: {\n  a?: () => void\n  readonly b: string[]\n}) {}\n'
  expect((await tagsOf('a.ts', source)).definitions[0]?.signature).toBe(
    'function f(x?: { a?: () => void; readonly b: string[] })',
  )
  const cpp = 'auto f(int x) noexcept\n    -> int;\nvoid A::g(int x)\n    noexcept;\n'
  expect((await tagsOf('a.cc', cpp)).definitions.map(({ signature }) => signature)).toEqual([
    'auto f(int x) noexcept -> int',
    'void A::g(int x) noexcept',
  ])
})

it('writes a macro as one does who is in no condition', async () => {
  const source = '#if SAFE\n#  define SHOP_MIN(a, b) ((a) < (b) ? (a) : (b))\n#endif\n'
  for (const path of ['a.h', 'a.cc'])
    expect((await tagsOf(path, source)).definitions.map(({ signature }) => signature)).toEqual([
      '#define SHOP_MIN(a, b)',
    ])
})

it('asks of types behind their `where` as it is written, in one line', async () => {
  const source = 'pub fn find<M>(matcher: M) -> bool\nwhere\n    M: Matcher,\n    M::Error: Display,\n{\n}\n'
  expect((await tagsOf('a.rs', source)).definitions[0]?.signature).toBe(
    'pub fn find<M>(matcher: M) -> bool where M: Matcher, M::Error: Display',
  )
})

it('says nothing of a text in three quotes, whatever quotes are in it and however long it is', async () => {
  const signatureIn = async (source: string) => (await tagsOf('a.py', source)).definitions[0]?.signature
  const text = 'A "dependable" callable, as it\'s `called`.'
  expect(await signatureIn(`def depends(x: Doc("""${text}""") = None, y=1):\n    pass\n`)).toBe(
    'def depends(x: Doc("""…""") = None, y=1)',
  )
  expect(
    await signatureIn(`def depends(x: Doc(\n"""${`${text}\n`.repeat(60)}""") = None):\n    pass\n`),
  ).toBe('def depends(x: Doc(…')
})

it('masks a long text in a signature and leaves short ones and lifetimes', async () => {
  const rust = "fn f<'a, T: 'a + Clone>(x: &'a str, key: [u8; len(\"sk-live-1234567890abcdef\")]) {}\n"
  expect((await tagsOf('a.rs', rust)).definitions[0]?.signature).toBe(
    "fn f<'a, T: 'a + Clone>(x: &'a str, key: [u8; len(\"…\")])",
  )
  const script = 'function f(a = "short", b = "sk-live-1234567890abcdef", c = "x") {}\n'
  expect((await tagsOf('a.js', script)).definitions[0]?.signature).toBe(
    'function f(a = "short", b = "…", c = "x")',
  )
})

it('leaves a long name in a type, and masks one that is a value or no name', async () => {
  const signatureIn = async (source: string) => (await tagsOf('a.ts', source)).definitions[0]?.signature
  expect(
    await signatureIn("interface Kept extends Omit<Options, 'hotUpdateEnvironments' | 'origin'> {}\n"),
  ).toBe("interface Kept extends Omit<Options, 'hotUpdateEnvironments' | 'origin'>")
  expect(
    await signatureIn("function f(kind: 'authenticationStrategy' = 'authenticationStrategy') {}\n"),
  ).toBe("function f(kind: 'authenticationStrategy' = '…')")
  expect(await signatureIn("function f(key: 'x' | 'aGVsbG8gd29ybGQhIGhlbGxv') {}\n")).toBe(
    "function f(key: 'x' | '…')",
  )
  const begun = performance.now()
  await signatureIn(`function f(key: ${`'${'ab'.repeat(18)}1' | `.repeat(9)}'x') {}\n`)
  expect(performance.now() - begun, 'a word that is nearly a name takes no longer').toBeLessThan(5000)
})

it('tells what is asked of something from what only stands after a sign', async () => {
  const members = async (path: string, source: string) =>
    (await tagsOf(path, source)).references.filter(({ isMember }) => isMember).map(({ name }) => name)
  expect(await members('a.ts', 'const f = (x:Shape)=>run(...all(), a?.b(), c.d())')).toEqual(['b', 'd'])
  expect(await members('a.lua', 'a.b()\nc:d()\ne()\n')).toEqual(['b', 'd'])
  expect(await members('a.rs', 'fn f() { for _ in 0..count() { A::new().run() } }')).toEqual(['new', 'run'])
  expect(await members('a.cpp', 'void f() { a->b(); c(); ns::d(); }')).toEqual(['b', 'd'])
})

it.each(['a.cc', 'a.c'])('an include is found where the grammar lost its way, and once: %s', async (path) => {
  const source = `#include "first.h"
#if !defined(A) && HAS_INCLUDE(<version>)
#  include <version>
#endif
#include "second.h"
  # include "third.h"
/*
#include "none.h"
*/
int main() { return 1; }
`
  const { imports } = await tagsOf(path, source)
  expect(imports.map(({ specifier, line }) => `${line} ${specifier}`).toSorted()).toEqual([
    '1 first.h',
    '3 <version>',
    '5 second.h',
    '6 third.h',
  ])
})

describe('a module of CommonJS', () => {
  it('exports what it is assigned, with what that is given, also where several names stand for it', async () => {
    for (const assigned of ['module.exports = {}', 'exports = module.exports = {}']) {
      const { definitions } = await tagsOf('a.js', `var shop = ${assigned}\nshop.open = function () {}\n`)
      expect(definitions.map(({ name, exported }) => [name, exported])).toEqual([
        ['shop', true],
        ['open', true],
      ])
    }
    const { definitions } = await tagsOf(
      'a.js',
      'var shop = other.exports = {}\nshop.open = function () {}\n',
    )
    expect(definitions.map(({ exported }) => exported)).toEqual([false, false])
  })

  it('exports what it has for methods', async () => {
    const source =
      'const open = require(1)\nmodule.exports = { get size () { return 1 }, open (door) {}, close: () => 1 }\nconst own = { hide () {} }\n'
    const { definitions } = await tagsOf('a.js', source)
    expect(definitions.filter(({ exported }) => exported).map(({ name }) => name)).toEqual([
      'size',
      'open',
      'close',
    ])
  })

  it('hands on all that it takes from another, if that is all it is', async () => {
    const { imports } = await tagsOf('a.js', "module.exports = require('./b')\nlet c = require('./c')\n")
    expect(imports.map(({ specifier, names }) => [specifier, names])).toEqual([
      ['./b', ['*']],
      ['./c', []],
    ])
  })
})

it('every list of the parameters of a class in Scala is one of its properties', async () => {
  const source =
    'case class Shelf(x: Int)(y: Int)(implicit z: Int)\nenum Box { case Flat(a: Int)(b: Int)(c: Int) }\n'
  const { definitions } = await tagsOf('a.scala', source)
  const properties = definitions.filter(({ kind }) => kind === 'property')
  expect(properties.map(({ name }) => name)).toEqual(['x', 'y', 'z', 'a', 'b', 'c'])
})

describe('what anything can be asked', () => {
  const calls = async (path: string, source: string) =>
    (await tagsOf(path, source)).references.flatMap(({ name, kind }) => (kind === 'call' ? [name] : []))

  it.each([
    ['a.cs', 'class A { void F(B b) { b.ToString(); b.Equals(b); b.GetHashCode(); b.Sell(); } }\n', ['Sell']],
    ['A.java', 'class A { void f(B b) { b.toString(); b.hashCode(); b.sell(); } }\n', ['sell']],
    ['a.kt', 'fun f(b: B) {\n  b.toString()\n  b.equals(b)\n  b.sell()\n}\n', ['sell']],
    ['a.scala', 'object A { def f(b: B) = { b.toString(); b.sell() } }\n', ['sell']],
    ['a.rb', 'def f(b)\n  b.inspect\n  b.to_s\n  b.sell\nend\n', ['sell']],
    [
      'a.go',
      'package a\n\nfunc f(c *Context, err error) {\n\terr.Error()\n\terr.String()\n\tc.Error(err)\n\tsell()\n}\n',
      ['Error', 'sell'],
    ],
  ])('is no need of who answers in a way of its own: %s', async (path, source, names) => {
    expect((await calls(path, source)).toSorted()).toEqual(names)
  })
})

it('what is compiled for tests alone is there for nobody else', async () => {
  const inner = 'pub struct Folder;\n    impl Folder { pub fn new() -> Folder { Folder } }\n'
  const { definitions } = await tagsOf(
    'a.rs',
    `pub mod shop {\n    ${inner}}\n#[cfg(test)]\nmod tests {\n    ${inner}}\n#[cfg(unix)]\npub mod unix {\n    ${inner}}\n`,
  )
  const exported = definitions.filter((one) => one.exported).map(({ name, line }) => `${line} ${name}`)
  expect(exported).toEqual(['1 shop', '2 Folder', '3 new', '11 unix', '12 Folder', '13 new'])
})

it.each(['shop.c', 'shop.h'])(
  'a function whose type stands in a macro is one, with that type: %s',
  async (path) => {
    const source = [
      'SHOP_EXTERN(int) shop_open(shop **out, const char *path);',
      'ShopAPI_FUNC(const char *) shop_name(shop *one);',
      'SHOP_INLINE(bool) shop_is_open(const shop *one)\n{\n\treturn one->open;\n}',
      'int shop_close(shop *one);',
      'SHOP_REGISTER(desk)\nSHOP_REGISTER(shelf)',
    ].join('\n')
    const { definitions } = await tagsOf(path, source)
    expect(
      definitions.filter(({ name }) => name.startsWith('shop')).map(({ signature }) => signature),
    ).toEqual([
      'int shop_open(shop **out, const char *path)',
      'const char * shop_name(shop *one)',
      'bool shop_is_open(const shop *one)',
      'int shop_close(shop *one)',
    ])
  },
)
