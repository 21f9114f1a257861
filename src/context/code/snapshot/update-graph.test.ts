import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeArrays } from '#kit/arrays-file.ts'
import { codeOf, type Files } from '../../../../test/contracts/code.ts'
import { scratch } from '../../../../test/contracts/program.ts'
import { buildGraph } from '../graph/build-graph.ts'
import type { CodeFile } from '../graph/code-file.ts'
import type { CodeGraph } from '../graph/code-graph.ts'
import { openSnapshot } from './open-snapshot.ts'
import { startResolving } from './start-resolving.ts'
import { takeSnapshot } from './take-snapshot.ts'
import { updateGraph } from './update-graph.ts'

/** How a file of a language is written: one of eight, with parts that name others and what they have. */
type Language = {
  readonly path: (file: number) => string
  readonly head: (file: number) => string
  readonly part: (kind: number, about: { readonly file: number; readonly name: string }) => string
  /** Something with a body, and what is done in it: such names are used, and such are made. */
  readonly body: (file: number, names: readonly string[]) => string
  readonly manifest?: Files
}

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

/** A graph from a snapshot of what was, and the one that is built anew of what is. */
async function bothWays(before: Files, now: Files): Promise<{ updated: unknown; anew: unknown }> {
  const read = (files: Files) => (path: string) => files[path] ?? null
  const [old, current] = [await codeOf(before), await codeOf(now)]
  const file = join(scratch().base, 'snapshot')
  writeArrays(file, takeSnapshot({ files: old, graph: buildGraph(old, read(before)), about: null }))
  const snapshot = openSnapshot(file)
  if (snapshot === null) throw new Error('no snapshot')
  const changed = new Map<number, CodeFile>(
    current.flatMap((one, place) => (before[one.path] === now[one.path] ? [] : [[place, one] as const])),
  )
  const paths = current.map(({ path }) => path)
  const { resolve } = startResolving({ snapshot, paths, changed, read: read(now) })
  const updated = updateGraph({ snapshot, paths, changed, resolve })
  const answer = {
    updated: updated === null ? null : told(updated),
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
      { numRuns: 80 },
    )
    expect(updates).toBeGreaterThan(3)
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

it('is no graph where a name has become too common, or is so no longer, for others that use it', async () => {
  const user = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, file) => [`u${file}.py`, 'x.fill()\n']))
  const files = { 'd.py': 'class A:\n    def fill(self): pass\n', ...user(21) }
  const fewer = { ...files, 'u0.py': 'x.other()\n' }
  expect((await bothWays(files, fewer)).updated).toBeNull()
  expect((await bothWays(fewer, files)).updated).toBeNull()
  const more = { ...files, ...user(25) }
  const { updated, anew } = await bothWays(more, { ...more, 'u0.py': 'x.other()\n' })
  expect(updated).toEqual(anew)
})
