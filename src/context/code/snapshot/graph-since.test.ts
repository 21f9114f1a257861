import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeArrays } from '#kit/arrays-file.ts'
import { sha256 } from '#kit/sha256.ts'
import { codeOf, type Files } from '../../../../test/contracts/code.ts'
import { scratch } from '../../../../test/contracts/program.ts'
import { buildGraph } from '../graph/build-graph.ts'
import type { CodeFile } from '../graph/code-file.ts'
import type { CodeGraph } from '../graph/code-graph.ts'
import { NO_TAGS } from '../tags.ts'
import { listingOf } from '../walk/listing.ts'
import type { TreeFile } from '../walk/tree-file.ts'
import { compareListings } from './compare-listings.ts'
import { graphSince } from './graph-since.ts'
import { openSnapshot } from './open-snapshot.ts'
import { takeSnapshot } from './take-snapshot.ts'

/** How a file of a language is written: one of eight, with parts that name others and what they have. */
type Language = {
  readonly path: (file: number) => string
  readonly head: (file: number) => string
  readonly part: (kind: number, about: { readonly file: number; readonly name: string }) => string
  /** Something with a body, and what is done in it: such names are used, and such are made. */
  readonly body: (file: number, names: readonly string[]) => string
  readonly manifest?: Files
}

/** More of them: `KEEL_RUNS=3000 npx vitest run src/context/code/snapshot`. */
const RUNS = Number(process.env['KEEL_RUNS'] ?? 80)

const upper = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const pick = (parts: readonly string[], kind: number) => parts[kind % parts.length] ?? ''

const languages: Readonly<Record<string, Language>> = {
  TypeScript: {
    path: (file) => (file === 0 ? 'src/index.ts' : `src/f${file}.ts`),
    head: () => '',
    body: (file, names) =>
      `function own${file}() { ${names.map((name) => `x.${name}(); new ${upper(name)}();`).join(' ')} }`,
    part: (kind, { file, name }) =>
      pick(
        [
          `import { ${name} } from './f${file}.ts'`,
          `export * from './f${file}.ts'`,
          `export function ${name}() { return thing.${name}2() }`,
          `export class ${upper(name)} { ${name}() { return ${name}() } }`,
          `function hidden() { ${name}(); x.${name}() }`,
          `export const ${name}2 = () => new ${upper(name)}()`,
        ],
        kind,
      ),
  },
  Python: {
    path: (file) => (file === 0 ? 'p/__init__.py' : `p/f${file}.py`),
    head: () => '',
    body: (file, names) =>
      `def _own${file}():\n    pass\n${names.map((name) => `    x.${name}()\n    ${upper(name)}()\n`).join('')}`,
    part: (kind, { file, name }) =>
      pick(
        [
          `from .f${file} import ${name}`,
          `from p.f${file} import *`,
          `def ${name}():\n    return thing.${name}2()`,
          `class ${upper(name)}:\n    def ${name}(self):\n        return ${name}()`,
          `def _hidden():\n    ${name}()\n    x.${name}()`,
          `import p.f${file}`,
        ],
        kind,
      ),
  },
  Go: {
    path: (file) => `p${file % 3}/f${file}.go`,
    head: (file) => `package p${file % 3}\n`,
    manifest: { 'go.mod': 'module m\n' },
    body: (file, names) =>
      `func own${file}() { ${names.map((name) => `x.${upper(name)}(); ${upper(name)}();`).join(' ')} }`,
    part: (kind, { file, name }) =>
      pick(
        [
          `import "m/p${file % 3}"`,
          `func ${upper(name)}() { p${file % 3}.${upper(name)}2() }`,
          `type ${upper(name)}2 struct { a int }`,
          `func (t *${upper(name)}2) ${upper(name)}() { t.${upper(name)}(); ${upper(name)}() }`,
          `func hidden${file}() { x.${upper(name)}() }`,
        ],
        kind,
      ),
  },
  Java: {
    path: (file) => `p${file % 3}/F${file}.java`,
    head: (file) => `package p${file % 3};\n`,
    body: (file, names) =>
      `class Own${file} { void run() { ${names.map((name) => `x.${name}(); new ${upper(name)}();`).join(' ')} } }`,
    part: (kind, { file, name }) =>
      pick(
        [
          `import p${file % 3}.${upper(name)};`,
          `public class ${upper(name)} { public void ${name}() { x.${name}(); } }`,
          `public class F${file} extends ${upper(name)} { void run() { new ${upper(name)}().${name}(); } }`,
          `import p${file % 3}.*;`,
          `interface I${file} { void ${name}(); }`,
        ],
        kind,
      ),
  },
  Kotlin: {
    path: (file) => `p${file % 3}/F${file}.kt`,
    head: (file) => `package p${file % 3}\n`,
    body: (file, names) =>
      `class Own${file} { fun run() { ${names.map((name) => `x.${name}(); ${upper(name)}();`).join(' ')} } }`,
    part: (kind, { file, name }) =>
      pick(
        [
          `import p${file % 3}.${name}`,
          `class ${upper(name)} { fun ${name}2() { x.${name}() } }`,
          `fun ${upper(name)}.${name}() = ${name}2()`,
          `class F${file} { fun ${upper(name)}.${name}() = 1 }`,
          `import p${file % 3}.*`,
        ],
        kind,
      ),
  },
  'C#': {
    path: (file) => `p${file % 3}/F${file}.cs`,
    head: (file) => `namespace P${file % 3};\n`,
    body: (file, names) =>
      `class Own${file} { void Run() { ${names.map((name) => `x.${upper(name)}2(); new ${upper(name)}();`).join(' ')} } }`,
    part: (kind, { file, name }) =>
      pick(
        [
          `using P${file % 3};`,
          `public class ${upper(name)} { public void ${upper(name)}2() { x.${upper(name)}2(); } }`,
          `public class F${file} : ${upper(name)} { void Run() { new ${upper(name)}(); } }`,
        ],
        kind,
      ),
  },
  Ruby: {
    path: (file) => `lib/f${file}.rb`,
    head: () => '',
    body: (file, names) => `def own${file}\n${names.map((name) => `  x.${name}2\n`).join('')}end`,
    part: (kind, { file, name }) =>
      pick(
        [
          `require_relative 'f${file}'`,
          `class ${upper(name)}\n  def ${name}\n    x.${name}2\n  end\nend`,
          `module F${file}\n  class ${upper(name)} < Base\n  end\nend`,
          `def run\n  ${upper(name)}.new.${name}\nend`,
          `module F${file}\n  def ${name}2; end\n  include ${upper(name)}\nend`,
          `def sum\n  F${file}::${upper(name)}.new\n  ::${upper(name)}.new\nend`,
        ],
        kind,
      ),
  },
  Rust: {
    path: (file) => (file === 0 ? 'src/lib.rs' : `src/f${file}.rs`),
    head: (file) => (file === 0 ? 'mod f1; mod f2; mod f3; mod f4; mod f5; mod f6; mod f7;\n' : ''),
    manifest: { 'Cargo.toml': '[package]\nname = "m"\n' },
    body: (file, names) =>
      `fn own${file}() { ${names.map((name) => `x.${name}(); ${upper(name)}::${name}();`).join(' ')} }`,
    part: (kind, { file, name }) =>
      pick(
        [
          `use crate::f${file}::${name};`,
          `pub fn ${name}() { x.${name}2(); }`,
          `pub struct ${upper(name)};\nimpl ${upper(name)} { pub fn ${name}(&self) { ${name}() } }`,
          `mod inner { use super::*; pub fn ${name}2() {} }`,
          `pub use self::inner::${name}2;`,
        ],
        kind,
      ),
  },
  PHP: {
    path: (file) => `src/F${file}.php`,
    head: (file) => `<?php\nnamespace P${file % 3};\n`,
    manifest: { 'composer.json': '{"autoload":{"psr-4":{"P0\\\\":"src/"}}}' },
    body: (file, names) =>
      `class Own${file} { function run() { ${names.map((name) => `$x->${name}(); new ${upper(name)}();`).join(' ')} } }`,
    part: (kind, { file, name }) =>
      pick(
        [
          `use P${file % 3}\\${upper(name)};`,
          `class ${upper(name)} { public function ${name}() { $x->${name}2(); } }`,
          `function ${name}2() { (new ${upper(name)}())->${name}(); }`,
        ],
        kind,
      ),
  },
  Elixir: {
    path: (file) => `lib/f${file}.ex`,
    head: () => '',
    body: (file, names) =>
      `defmodule Own${file} do\n  def run do\n${names.map((name) => `    M.${upper(name)}.${name}()\n`).join('')}  end\nend`,
    part: (kind, { file, name }) =>
      pick(
        [
          `defmodule F${file} do\n  alias M.${upper(name)}\n  def run, do: ${upper(name)}.${name}()\nend`,
          `defmodule M.${upper(name)} do\n  def ${name}(), do: x.${name}2()\nend`,
        ],
        kind,
      ),
  },
}

const NAMES = ['fill', 'take', 'sum', 'open', 'shut', 'lift', 'drop', 'turn', 'hold', 'pass', 'send', 'call']
const part = fc.record({ kind: fc.nat(11), file: fc.nat(7), name: fc.constantFrom(...NAMES) })
type Part = { readonly kind: number; readonly file: number; readonly name: string }
const content = fc.record({
  parts: fc.array(part, { maxLength: 5 }),
  body: fc.array(fc.constantFrom(...NAMES), { maxLength: 4 }),
})
type Content = { readonly parts: readonly Part[]; readonly body: readonly string[] }

function write(language: Language, contents: readonly Content[]): Files {
  const files = contents.map(({ parts, body }, file) => {
    const lines = parts.map(({ kind, ...about }) => language.part(kind, about))
    return [
      language.path(file),
      `${language.head(file)}${[...lines, language.body(file, body)].join('\n')}\n`,
    ]
  })
  return { ...language.manifest, ...Object.fromEntries(files) }
}

type Change = { readonly added?: Part; readonly body?: readonly string[]; readonly dropped?: boolean }

function edit({ parts, body }: Content, change: Change | undefined): Content {
  if (change?.added !== undefined) return { parts: [...parts, change.added], body }
  return { parts: change?.dropped === true ? parts.slice(0, -1) : parts, body: change?.body ?? body }
}

/** Everything that a graph says, without how it numbers names. */
function told({ paths, roles, edges, definitionsOf }: CodeGraph): unknown {
  return paths.map((path, place) => {
    const row = []
    for (let edge = edges.starts[place] ?? 0; edge < (edges.starts[place + 1] ?? 0); edge += 1)
      row.push([paths[edges.to[edge] ?? 0], edges.nameOf(edges.name[edge] ?? 0), edges.weight[edge]])
    return { path, role: roles[place], definitions: definitionsOf(place), row }
  })
}

function listed(files: Files): TreeFile[] {
  return Object.keys(files)
    .sort()
    .map((path) => ({ path, blob: sha256(files[path] ?? '') }))
}

const NO_FILE: CodeFile = { path: '', role: 'source', grammar: null, tags: NO_TAGS }

/** A graph from a snapshot of what was, and the one that is built anew of what is. */
async function bothWays(before: Files, now: Files): Promise<{ updated: unknown; anew: unknown }> {
  const read = (files: Files) => (path: string) => files[path] ?? null
  const [old, current] = [await codeOf(before), await codeOf(now)]
  const file = join(scratch().base, 'snapshot')
  const graph = buildGraph(old, read(before))
  writeArrays(file, takeSnapshot({ files: old, graph, listing: listingOf(listed(before)), about: null }))
  const snapshot = openSnapshot(file)
  if (snapshot === null) throw new Error('no snapshot')
  const compared = compareListings(snapshot.listing, listed(now))
  if (compared === null) throw new Error('no comparison')
  const files = new Map(
    [...compared.fresh].map(([place, { path }]) => [
      place,
      current.find((one) => one.path === path) ?? NO_FILE,
    ]),
  )
  const since = graphSince(snapshot, { compared, files, read: read(now) })
  const answer = {
    updated: since === null ? null : told(since.graph),
    anew: told(buildGraph(current, read(now))),
  }
  snapshot.close()
  return answer
}

describe.each(Object.entries(languages))('a graph of %s that is brought up to date', (_, language) => {
  it('is the one that would be built anew, or none', async () => {
    const tree = fc.array(content, { minLength: 8, maxLength: 8 })
    const change = fc.oneof(
      fc.record({ added: part }),
      fc.record({ body: content.map(({ body }) => body) }),
      fc.constant({ dropped: true }),
    )
    const edits = fc.array(fc.tuple(fc.nat(7), change), { minLength: 1, maxLength: 2 })
    let updates = 0
    await fc.assert(
      fc.asyncProperty(tree, edits, async (contents, changes) => {
        const now = contents.map((own, file) => edit(own, changes.find(([one]) => one === file)?.[1]))
        const { updated, anew } = await bothWays(write(language, contents), write(language, now))
        if (updated === null) return
        updates += 1
        expect(updated).toEqual(anew)
      }),
      { numRuns: RUNS },
    )
    // How many there are is left to chance; that there are some is not.
    expect(updates).toBeGreaterThan(0)
  })

  it('is one where a remark was added', async () => {
    const mark = language.path(1).endsWith('.py') || /\.(rb|ex)$/.test(language.path(1)) ? '#' : '//'
    await fc.assert(
      fc.asyncProperty(fc.array(content, { minLength: 8, maxLength: 8 }), async (contents) => {
        const files = write(language, contents)
        const path = language.path(3)
        const { updated, anew } = await bothWays(files, {
          ...files,
          [path]: `${files[path]}${mark} a remark\n`,
        })
        expect(updated).toEqual(anew)
      }),
      { numRuns: 10 },
    )
  })
})

/** Paths that lead imports to one another or away, with what may stand in each: what is said of one may come to mean another. */
type Ground = {
  readonly paths: readonly string[]
  readonly lines: readonly string[]
  readonly manifests?: Files
}

const grounds: Readonly<Record<string, Ground>> = {
  TypeScript: {
    paths: [
      ...['src/a.ts', 'src/a.tsx', 'src/a.js', 'src/a/index.ts', 'src/a.d.ts', 'src/b.ts', 'src/b/index.ts'],
      ...[
        'src/index.ts',
        'lib/a.ts',
        'lib/b.ts',
        'a.ts',
        'dist/a.js',
        'test/a.test.ts',
        'src/c.ts',
        'src/a.json',
      ],
    ],
    lines: [
      "import { fill } from './a'",
      "import { fill, take } from './a.js'",
      "import { take } from '../src/b'",
      "import { fill } from '@/a'",
      "import { take } from 'shop'",
      "import { sum } from 'shop/b'",
      "import { sum } from '#b'",
      "export * from './a'",
      "export { take } from './b.ts'",
      "export * from '../lib/b.ts'",
      'export function fill() { return x.take() }',
      'export function take() { return x.sum() + fill() }',
      'export class Shelf { sum() { return take() } }',
      'function hidden() { fill(); x.fill(); x.sum(); new Shelf() }',
    ],
    manifests: {
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      'src/tsconfig.app.json': '{ "compilerOptions": { "baseUrl": ".." } }',
      'package.json': '{ "name": "shop", "main": "./dist/a.js", "imports": { "#b": "./lib/b.ts" } }',
      'lib/package.json': '{ "name": "shop", "exports": { ".": "./b.ts", "./b": "./a.ts" } }',
    },
  },
  Python: {
    paths: [
      ...[
        'p/__init__.py',
        'p/a.py',
        'p/a.pyi',
        'p/a/__init__.py',
        'p/a/fill.py',
        'p/b.py',
        'p/b/c.py',
        'a.py',
      ],
      ...[
        'b.py',
        'q/p/a.py',
        'q/p/__init__.py',
        'src/p/a.py',
        'src/a/__init__.py',
        'q/run.py',
        'q/a.py',
        'fill.py',
      ],
      ...['tests/test_a.py', 'p/take.py', 'p/a.txt'],
    ],
    lines: [
      'from .a import fill',
      'from . import a, b',
      'from p import a',
      'from p.a import fill, take',
      'import p.b',
      'import a',
      'from a import fill',
      'from .b import *',
      'from p.b.c import sum',
      'import fill',
      'def fill():\n    return x.take()',
      'def take():\n    return x.sum() + fill()',
      'class Shelf:\n    def sum(self):\n        return take()',
      'def _hidden():\n    fill()\n    x.fill()\n    x.sum()\n    Shelf()',
    ],
    manifests: { 'q/pyproject.toml': '', 'p/setup.py': '' },
  },
  Go: {
    paths: [
      'p/a.go',
      'p/b.go',
      'p/a_test.go',
      'q/a.go',
      'q/b.go',
      'q/r/a.go',
      'main.go',
      'q/go.txt',
      'p/q/a.go',
    ],
    lines: [
      'import "m/p"',
      'import "m/q"',
      'import "m/q/r"',
      'import "n/r"',
      'func Fill() { p.Take(); Sum() }',
      'func Take() { x.Sum(); Fill() }',
      'type Shelf struct { a int }',
      'func (s *Shelf) Sum() { s.Fill(); Take() }',
    ],
    manifests: { 'go.mod': 'module m\n', 'q/go.mod': 'module n\n' },
  },
  C: {
    paths: [
      'a.h',
      'a.c',
      'src/a.h',
      'src/a.c',
      'src/b.c',
      'src/b.h',
      'include/a.h',
      'include/x/b.h',
      'lib/inc/b.h',
    ],
    lines: [
      '#include "a.h"',
      '#include <a.h>',
      '#include "x/b.h"',
      '#include <b.h>',
      '#include "../src/b.h"',
      'void fill(void) { take(); }',
      'void take(void) { sum(); fill(); }',
      'int sum(int a) { return shelf(a); }',
      'struct shelf { int a; };',
    ],
  },
  Markdown: {
    paths: ['README.md', 'a.md', 'docs/a.md', 'docs/README.md', 'docs/b/index.md', 'docs/b.md', 'docs/a.png'],
    lines: ['# One', '[a](a.md)', '[b](docs/b)', '[up](../a.md)', '[root](/docs)', '[b](b)', '![a](a.png)'],
  },
  Lua: {
    paths: ['a.lua', 'src/a.lua', 'src/a/init.lua', 'src/b.lua', 'lib/src/b.lua', 'lib/a.lua'],
    lines: [
      "local a = require('a')",
      "local b = require('src.b')",
      'function fill() take() end',
      'function take() fill() sum() end',
      'function sum() a.fill() end',
    ],
  },
  Bash: {
    paths: ['a.sh', 'bin/a.sh', 'bin/b.sh', 'lib/a.sh', 'lib/b.sh'],
    lines: [
      'source ./a.sh',
      '. "$DIR/lib/b.sh"',
      '. lib/a.sh',
      'fill() { take; }',
      'take() { sum; fill; }',
      'sum() { fill; }',
    ],
  },
  Swift: {
    paths: [
      'Sources/A/a.swift',
      'Sources/A/b.swift',
      'Sources/B/a.swift',
      'Tests/A/a.swift',
      'C/a.swift',
      'a.txt',
      'B/b.txt',
    ],
    lines: [
      'import A',
      'import B',
      'public func fill() { take() }',
      'public func take() { x.sum() }',
      'public class Shelf { public func sum() { fill() } }',
    ],
    manifests: { 'Package.swift': 'let p = Package(targets: [.target(name: "A"), .target(name: "B")])' },
  },
  Ruby: {
    paths: [
      'lib/a.rb',
      'lib/shelf.rb',
      'app/models/shelf.rb',
      'lib/a/shelf.rb',
      'a.rb',
      'README.md',
      'lib/a.md',
      'lib/b.txt',
    ],
    lines: [
      "require 'a'",
      "require_relative './shelf'",
      'class Shelf\n  def fill\n    x.take\n  end\nend',
      'module A\n  def take\n    Shelf.new.fill\n  end\nend',
      'def sum\n  A::Shelf.new.fill\n  ::Shelf.new\nend',
    ],
  },
  Rust: {
    paths: [
      'src/lib.rs',
      'src/a.rs',
      'src/a/mod.rs',
      'src/b.rs',
      'src/a/b.rs',
      'src/main.rs',
      'x/src/lib.rs',
      'a.txt',
      'src/b.md',
      'README.md',
      'x/a.txt',
      'src/a.txt',
      'b.txt',
    ],
    lines: [
      'mod a;',
      'mod b;',
      'use crate::a::fill;',
      'use super::b::take;',
      'use x::sum;',
      'pub fn fill() { take(); }',
      'pub fn take() { y.sum(); fill(); }',
      'pub struct Shelf;\nimpl Shelf { pub fn sum(&self) { take() } }',
    ],
    manifests: {
      'Cargo.toml': '[package]\nname = "m"\n[dependencies]\nx = { path = "x" }\n',
      'x/Cargo.toml': '[package]\nname = "x"\n',
    },
  },
}

/** A tree and what becomes of it: files that come, go, are moved or written anew. */
function treesOf({ paths, lines, manifests = {} }: Ground): fc.Arbitrary<readonly [Files, Files]> {
  const text = fc.array(fc.constantFrom(...lines), { maxLength: 5 }).map((some) => `${some.join('\n')}\n`)
  const file = fc.tuple(fc.constantFrom(...paths), text)
  const told = fc.subarray(Object.entries(manifests))
  const tree = fc.tuple(fc.array(file, { minLength: 3, maxLength: 12 }), told).map((parts) => parts.flat())
  const step = fc.oneof(
    { weight: 8, arbitrary: file.map(([path, own]) => ({ path, text: own })) },
    { weight: 5, arbitrary: fc.nat().map((which) => ({ which })) },
    {
      weight: 5,
      arbitrary: fc.tuple(fc.nat(), fc.constantFrom(...paths)).map(([which, to]) => ({ which, to })),
    },
    ...Object.entries(manifests).map(([path, own]) => ({
      weight: 1,
      arbitrary: fc.constant({ path, text: own }),
    })),
  )
  return fc
    .tuple(tree, fc.array(step, { minLength: 1, maxLength: 3 }))
    .map(([files, steps]) => [Object.fromEntries(files), steps.reduce(walk, Object.fromEntries(files))])
}

type MoveStep = { path?: string; text?: string; which?: number; to?: string }

function walk(files: Files, { path, text = '', which = 0, to }: MoveStep): Files {
  if (path !== undefined) return { ...files, [path]: text }
  const known = Object.keys(files).sort()
  const from = known[which % known.length] ?? ''
  const { [from]: own = '', ...rest } = files
  return to === undefined ? rest : { ...rest, [to]: own }
}

describe.each(Object.entries(grounds))('a graph of %s where files have come and gone', (_, ground) => {
  it('is the one that would be built anew, or none', async () => {
    let updates = 0
    await fc.assert(
      fc.asyncProperty(treesOf(ground), async ([before, now]) => {
        const { updated, anew } = await bothWays(before, now)
        if (updated === null) return
        if (Object.keys(before).sort().join() !== Object.keys(now).sort().join()) updates += 1
        expect(updated).toEqual(anew)
      }),
      { numRuns: RUNS },
    )
    // How many there are is left to chance; that there are some is not.
    expect(updates).toBeGreaterThan(0)
  })
})

it('is right where a name has become too common, or is so no longer, for others that use it', async () => {
  const user = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, file) => [`u${file}.py`, 'import e\nx.fill()\n']))
  const files = { 'd.py': 'class A:\n    def fill(self): pass\n', 'e.py': '', ...user(21) }
  const fewer = { ...files, 'u0.py': 'import e\nx.other()\n' }
  const some = [files, fewer, { ...files, ...user(25) }, { ...files, 'g.py': files['d.py'] }]
  for (const before of some)
    for (const now of some) {
      const { updated, anew } = await bothWays(before, now)
      expect(updated).toEqual(anew)
    }
})

it('follows a name through a file that takes it from elsewhere now, for others that take it from there', async () => {
  const take = 'export function take() { return 1 }\n'
  const before = {
    'a.ts': "import { take } from './index.ts'\ntake()\n",
    'b.ts': take,
    'c.ts': take,
    'index.ts': "export { take } from './b.ts'\n",
  }
  const { updated, anew } = await bothWays(before, {
    ...before,
    'index.ts': "export { take } from './c.ts'\n",
  })
  expect(updated).toEqual(anew)
  expect(updated).not.toEqual((await bothWays(before, before)).anew)
})

it('follows an import to what extends a type now, and did so inside of another', async () => {
  const inside = 'package a\n\ninterface Lock\nclass Door {\n  fun Lock.wait() = 1\n}\n'
  const before = { 'use.kt': 'package b\n\nimport a.wait\n', 'lock.kt': inside }
  const apart = 'package a\n\ninterface Lock\nclass Door {\n}\nfun Lock.wait() = 1\n'
  const { updated, anew } = await bothWays(before, { ...before, 'lock.kt': apart })
  expect(updated ?? anew).toEqual(anew)
  expect(anew).not.toEqual((await bothWays(before, before)).anew)
})
