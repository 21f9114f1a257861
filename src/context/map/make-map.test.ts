import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadTokenCounter } from '#kit/tokens.ts'
import { scratch } from '../../../test/contracts/program.ts'
import { makeMap } from './make-map.ts'
import type { MapRequest } from './map-request.ts'

const git = (cwd: string, ...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd, stdio: 'ignore' })

function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const FILES = {
  'package.json': '{ "name": "shop", "scripts": { "test": "vitest" } }\n',
  'src/basket.ts': "import { price } from './price.ts'\nexport class Basket { total() { return price() } }\n",
  'src/price.ts': 'export function price() { return 1 }\nexport const tax = 2\n',
  'src/index.ts': "export * from './basket.ts'\n",
  'app/main.py': 'from app.shelf import Shelf\n\ndef main():\n    return Shelf().fill()\n',
  'app/shelf.py': 'class Shelf:\n    def fill(self):\n        return 1\n',
  'go.mod': 'module shop\n',
  'cmd/main.go': 'package main\n\nimport "shop/store"\n\nfunc main() { store.Open() }\n',
  'store/store.go': 'package store\n\nfunc Open() {}\n',
  'README.md': '# Shop\n',
}

/** What would lead imports elsewhere, or is of the same package. */
const NEW = ['app/moved.py', 'app/shelf/__init__.py', 'src/price/index.ts', 'src/price.js', 'store/other.go']

/** What somebody may do to a repository. What cannot be done is not done. */
type Step = readonly [kind: string, path: string, text: string]

const path = fc.constantFrom(...Object.keys(FILES))
const text = fc.constantFrom(
  'export function price() { return tax }\n',
  "import { Basket } from './basket.ts'\nexport const tax = new Basket().total()\n",
  'class Shelf:\n    def fill(self):\n        return self.empty()\n\n    def empty(self):\n        return 2\n',
  'package store\n\nfunc Open() { Close() }\n\nfunc Close() {}\n',
  '{ "name": "other", "scripts": { "lint": "biome check" } }\n',
  '',
)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.constantFrom('write', 'append', 'append'), path, text),
  fc.tuple(fc.constantFrom('delete', 'touch', 'chmod', 'hide', 'show', 'add'), path, fc.constant('')),
  fc.tuple(fc.constant('rename'), path, fc.constantFrom('src/renamed.ts', ...NEW)),
  fc.tuple(fc.constant('write'), fc.constantFrom(...NEW), text),
  fc.tuple(fc.constant('link'), fc.constantFrom('Makefile', 'src/link.ts'), path),
  fc.tuple(
    fc.constantFrom('commit', 'stash', 'unstash', 'switch'),
    fc.constant(''),
    fc.constantFrom('one', 'two'),
  ),
  fc.tuple(fc.constant('ignore'), path, fc.constant('')),
)

const acts: Readonly<Record<string, (root: string, path: string, text: string) => void>> = {
  write: put,
  append: (root, path, more) => appendFileSync(join(root, path), more),
  delete: (root, path) => rmSync(join(root, path), { force: true }),
  touch: (root, path) => appendFileSync(join(root, path), ''),
  chmod: (root, path) => chmodSync(join(root, path), 0o755),
  hide: (root, path) => git(root, 'update-index', '--assume-unchanged', path),
  show: (root, path) => git(root, 'update-index', '--no-assume-unchanged', path),
  add: (root, path) => git(root, 'add', path),
  rename: (root, path, to) => {
    mkdirSync(dirname(join(root, to)), { recursive: true })
    renameSync(join(root, path), join(root, to))
  },
  link: (root, path, to) => {
    rmSync(join(root, path), { force: true })
    symlinkSync(to, join(root, path))
  },
  commit: (root) => {
    git(root, 'add', '-A')
    git(root, 'commit', '-q', '--allow-empty', '-m', 'step')
  },
  stash: (root) => git(root, 'stash', '-q'),
  unstash: (root) => git(root, 'stash', 'pop', '-q'),
  switch: (root, _, branch) => git(root, 'switch', '-q', '--discard-changes', branch),
  ignore: (root, path) => put(root, '.gitignore', `${path}\n`),
}

function act(root: string, [kind, path, text]: Step): void {
  try {
    acts[kind]?.(root, path, text)
  } catch {
    // There is no such file, or git would not.
  }
}

function request(root: string, cache: string | null): MapRequest {
  return {
    root,
    cache,
    tokens: 1200,
    depth: 4,
    codeIntelligence: true,
    focus: [],
    health: null,
    version: '0.0.0',
    exclude: { name: '', load: async () => () => false },
    loadTokenCounter,
  }
}

/** A repository with these files, committed. */
function repository(files: Readonly<Record<string, string>>): { root: string; cache: string } {
  const { project: root, base } = scratch()
  for (const [path, text] of Object.entries(files)) put(root, path, text)
  git(root, 'init', '-q')
  git(root, 'add', '-A')
  git(root, 'commit', '-qm', 'first')
  return { root, cache: join(base, 'cache') }
}

/** What is remembered, and what would be told without. */
async function bothWays({ root, cache }: { root: string; cache: string }): Promise<[string, string]> {
  return [(await makeMap(request(root, cache))).text, (await makeMap(request(root, null))).text]
}

/** Long, so that much of what is remembered can be seen in the map. */
const REMARK = `/** ${'What somebody pays for all that is in the basket, '.repeat(4)}. */`

type Flip = { readonly at: number; readonly bit: number }

/** Few, since many would leave nothing that could be taken for good. */
const flips = fc.array(fc.record({ at: fc.noBias(fc.nat()), bit: fc.nat({ max: 4 }) }), {
  minLength: 1,
  maxLength: 2,
})

function flipped(bytes: Buffer, some: readonly Flip[]): Buffer {
  const other = Buffer.from(bytes)
  for (const { at, bit } of some) {
    const place = at % other.length
    other[place] = (other[place] ?? 0) ^ (1 << bit)
  }
  return other
}

describe('a map', () => {
  it('is what it would be if nothing were remembered, whatever was done to the repository', async () => {
    let recalled = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 7 }), async (steps) => {
        const { project: root, base } = scratch()
        for (const [path, text] of Object.entries(FILES)) put(root, path, text)
        git(root, 'init', '-q')
        git(root, 'add', '-A')
        git(root, 'commit', '-qm', 'first')
        for (const branch of ['one', 'two']) git(root, 'branch', branch)
        const cache = join(base, 'cache')
        await makeMap(request(root, cache))
        for (const one of steps) {
          act(root, one)
          const { parsed, ...kept } = await makeMap(request(root, cache))
          const { parsed: all, ...anew } = await makeMap(request(root, null))
          expect(kept).toEqual(anew)
          expect(await makeMap(request(root, cache))).toEqual({ ...anew, parsed: 0 })
          if (parsed < all) recalled += 1
        }
      }),
      { numRuns: 12 },
    )
    expect(recalled).toBeGreaterThan(10)
  }, 180_000)

  it.each(
    ['src/price.ts', 'package.json', 'go.mod', 'README.md', 'src'].flatMap((path) => [
      { path, before: 'anew' },
      { path, before: 'after a change' },
    ]),
  )('does not remember that $path was gone while it was drawn $before', async ({ path, before }) => {
    const { root, cache } = repository(FILES)
    if (before !== 'anew') {
      await makeMap(request(root, cache))
      for (const one of ['src/price.ts', 'package.json', 'go.mod', 'README.md'])
        appendFileSync(join(root, one), '\n')
    }
    const away = join(root, '..', 'away')
    const load = async () => {
      // Now the tree is listed, and nothing is read.
      renameSync(join(root, path), away)
      return () => false
    }
    const drawn = await makeMap({ ...request(root, cache), exclude: { name: '', load } })
    renameSync(away, join(root, path))
    const [kept, anew] = await bothWays({ root, cache })
    expect(kept).toBe(anew)
    if (path === 'src') expect(drawn.text).not.toBe(anew)
  })

  it('says of a focus that it is not parsed, where somebody else wrote it, and shows what lies in a module', async () => {
    const { root, cache } = repository({
      'deps/lua/code.c': '#include "lua.h"\nint code(void) { return 1; }\n',
      'deps/lua/lua.h': 'int lua(void);\n',
      'lib/shop.ex': 'defmodule Shop do\n  def hello(name), do: name\nend\n',
    })
    const focused = async (path: string) => (await makeMap({ ...request(root, cache), focus: [path] })).text
    expect(await focused('deps/lua/code.c')).toContain('was put here: `deps/lua/code.c`.')
    expect(await focused('deps')).toContain('was put here: 2 files of the focus.')
    const own = await focused('lib/shop.ex')
    expect(own).toContain('- Shop.`def hello(name)`')
    expect(own).not.toContain('was put here')
  })

  it('sees what git does not: a configuration that is ignored, a link through an ignored link, how commits are written', async () => {
    const paths = (folder: string) =>
      JSON.stringify({ compilerOptions: { baseUrl: '..', paths: { '$x/*': [`src/${folder}/*`] } } })
    const place = repository({
      '.gitignore': 'gen\ncurrent\n',
      'tsconfig.json': '{ "extends": "./gen/tsconfig.json" }\n',
      'src/one/lib.ts': 'export function first() { return 1 }\n',
      'src/two/lib.ts': 'export function second() { return 2 }\n',
      'src/main.ts': "import { first, second } from '$x/lib'\nfirst()\nsecond()\n",
      'v1/Makefile': 'test:\n\techo one\n',
      'v2/Makefile': 'lint:\n\techo two\n',
    })
    const { root } = place
    put(root, 'gen/tsconfig.json', paths('one'))
    symlinkSync('v1', join(root, 'current'))
    symlinkSync('current/Makefile', join(root, 'Makefile'))
    git(root, 'add', '-A')
    git(root, 'commit', '-qm', 'feat(core): links')
    const seen: string[] = []
    const look = async () => {
      const [kept, anew] = await bothWays(place)
      expect(kept).toBe(anew)
      expect((await bothWays(place))[0]).toBe(anew)
      seen.push(anew)
    }
    await look()
    put(root, 'gen/tsconfig.json', paths('two'))
    await look()
    rmSync(join(root, 'current'))
    symlinkSync('v2', join(root, 'current'))
    await look()
    for (let time = 0; time < 30; time += 1)
      git(root, 'commit', '-q', '--allow-empty', '-m', `feat(core): part ${time}`)
    await look()
    expect(new Set(seen).size).toBe(4)
  })

  it.each([
    { where: 'at its top', part: 'shallow' },
    { where: 'below it', part: 'shallow/src' },
    { where: 'in a worktree beside it', part: 'beside' },
    { where: 'below one', part: 'beside/src' },
  ])(
    'knows how commits are written when a shallow clone gets the rest of its history: $where',
    async ({ part }) => {
      const { root: origin, cache } = repository({ 'src/main.ts': 'export function main() { return 1 }\n' })
      for (let time = 0; time < 30; time += 1)
        git(origin, 'commit', '-q', '--allow-empty', '-m', `feat(core): part ${time}`)
      const shallow = join(cache, '../shallow')
      git(origin, 'clone', '-q', '--depth', '1', `file://${origin}`, shallow)
      git(shallow, 'worktree', 'add', '-q', '../beside')
      const root = join(cache, '..', part)
      const [before] = await bothWays({ root, cache })
      git(shallow, 'fetch', '-q', '--unshallow')
      const [kept, anew] = await bothWays({ root, cache })
      expect(kept).toBe(anew)
      expect(kept).not.toBe(before)
    },
  )

  it('knows how commits are written on a branch that stands for another one', async () => {
    const { root, cache } = repository({ 'src/main.ts': 'export function main() { return 1 }\n' })
    git(root, 'branch', '-m', 'real')
    git(root, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/real')
    git(root, 'symbolic-ref', 'HEAD', 'refs/heads/alias')
    const [before] = await bothWays({ root, cache })
    for (let time = 0; time < 30; time += 1)
      git(root, 'commit', '-q', '--allow-empty', '-m', `feat(core): part ${time}`)
    const [kept, anew] = await bothWays({ root, cache })
    expect(kept).toBe(anew)
    expect(kept).not.toBe(before)
  })

  it('sees every change where the names of two changed files are no text and read the same', async () => {
    const { root, cache } = repository({ 'z.py': 'def zed(): pass\n' })
    const odd = ['\xfe', '\xff'].map((letter) => Buffer.from(`${root}/inv${letter}.py`, 'latin1'))
    try {
      for (const path of odd) writeFileSync(path, 'def inv(): pass\n')
    } catch {
      // Some systems have only names that are texts.
      return
    }
    git(root, 'add', '-A')
    git(root, 'commit', '-qm', 'second')
    await bothWays({ root, cache })
    for (const path of odd) {
      appendFileSync(path, '# more\n')
      await bothWays({ root, cache })
    }
    for (const words of ['x', 'x, y']) {
      put(root, 'z.py', `def zed(${words}): pass\n`)
      const [kept, anew] = await bothWays({ root, cache })
      expect(kept).toBe(anew)
      expect(kept).toContain(`zed(${words})`)
    }
  })

  it('shows no secret of a command that starts or tests something, and ends what it has quoted', async () => {
    const token = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
    const { root } = repository({
      'app.py': 'def app(): pass\n',
      Dockerfile: `FROM scratch\nENTRYPOINT ["srv/run","--password","hunter2hunter2","--token=${token}"]\n`,
      '.github/workflows/ci.yml': `jobs:\n  test:\n    steps:\n      - run: pytest --api-key=${token}\n`,
    })
    const { text } = await makeMap(request(root, null))
    expect(text).not.toMatch(/hunter2|ghp_/)
    expect(text).toContain('`pytest --api-key=[redacted]`')
    expect(text).toContain('`srv/run --password [redacted] --token=[redacted]`')
  })

  it.each([
    { part: 'a map of the same state', flips: /^recent/, without: ['maps'] },
    { part: 'a map of the same input', flips: /^maps/, without: ['recent'] },
    { part: 'the structure', flips: /^structures/, without: ['recent', 'maps'] },
    { part: 'what the structure was told by', flips: /^grounds/, without: ['recent', 'maps', 'structures'] },
    { part: 'the graph', flips: /^graphs.\w+$/, without: ['recent', 'maps'] },
    { part: 'what was parsed since', flips: /^outcomes/, without: ['recent', 'maps'] },
    { part: 'the index', flips: /^code\.db$/, without: ['recent', 'maps', 'graphs'] },
    { part: 'all of it', flips: /./, without: [] },
  ])('is what it was where bits of what is remembered have flipped: $part', async (broken) => {
    const { root, cache } = repository(FILES)
    await makeMap(request(root, cache))
    // With a change, so that what was parsed since the snapshot is remembered too.
    put(root, 'src/price.ts', FILES['src/price.ts'].replaceAll('export', `${REMARK}\nexport`))
    await makeMap(request(root, cache))
    const { parsed: _, ...anew } = await makeMap(request(root, null))
    const good = readdirSync(cache, { recursive: true, encoding: 'utf8' })
      .filter((name) => broken.flips.test(name) && statSync(join(cache, name)).isFile())
      .map((name) => ({ path: join(cache, name), bytes: readFileSync(join(cache, name)) }))
    expect(good).not.toEqual([])
    await fc.assert(
      fc.asyncProperty(flips, async (some) => {
        for (const part of broken.without) rmSync(join(cache, part), { recursive: true, force: true })
        for (const { path, bytes } of good) writeFileSync(path, flipped(bytes, some))
        const { parsed: _, ...kept } = await makeMap(request(root, cache))
        expect(kept).toEqual(anew)
      }),
      { numRuns: 12 },
    )
  })
})
