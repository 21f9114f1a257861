import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadTokenCounter } from '#kit/tokens.ts'
import { scratch } from '../../../../test/contracts/program.ts'
import { makeMap } from '../make-map.ts'
import type { MapRequest } from '../map-request.ts'
import { diffMap } from './diff-map.ts'
import { keepTree } from './keep-tree.ts'

const git = (cwd: string, ...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd, stdio: 'ignore' })

function put(root: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

function requestIn({ project, base }: { project: string; base: string }): MapRequest {
  return {
    root: project,
    tokens: 1500,
    depth: 3,
    codeIntelligence: true,
    focus: [],
    cache: join(base, 'cache'),
    health: [],
    version: '1',
    exclude: { name: '', load: async () => () => false },
    loadTokenCounter,
  }
}

async function drawn(files: Record<string, string>) {
  const place = scratch()
  put(place.project, files)
  git(place.project, 'init', '-q')
  git(place.project, 'add', '-A')
  git(place.project, 'commit', '-qm', 'first')
  const request = requestIn(place)
  const map = await makeMap(request)
  const { text } = map
  await keepTree(request, map)
  const diff = async () => {
    const made = await diffMap(text, request)
    if (made === null) throw new Error('no stamp')
    return made
  }
  return { ...place, request, diff }
}

const told = ({ symbols }: Awaited<ReturnType<Awaited<ReturnType<typeof drawn>>['diff']>>) =>
  symbols.map(({ change, name, what }) => [change, name, ...what].join(' ')).sort()

const SHOP = {
  'a.ts': 'export function one(a: number) {}\nexport function two() {}\nfunction hidden() {}\n',
  'b.ts': "import { one, two } from './a.ts'\nexport class Box {\n  open() { one(1); two() }\n}\n",
  'c.py': 'def three(x):\n    pass\n',
}

describe('what changed since a map', () => {
  it('is nothing where nothing changed', async () => {
    const { diff } = await drawn(SHOP)
    expect(await diff()).toMatchObject({
      basis: 'tree',
      files: { added: [], removed: [], changed: [], renamed: [] },
      symbols: [],
      unknown: [],
    })
  })

  it('is told by symbol, with how it was and where it is, exported ones and those in the map first', async () => {
    const { project, diff } = await drawn(SHOP)
    put(project, {
      'a.ts':
        '// a line more\nexport function one(a: string) {}\nexport function hidden() {}\nexport const four = 4\nfunction five() {}\n',
      'b.ts': "import { one } from './a.ts'\nexport interface Box {\n  open(): void\n}\none('')\n",
    })
    const made = await diff()
    expect(told(made)).toEqual(
      expect.arrayContaining([
        'added five',
        'added four',
        'changed Box signature kind',
        'changed hidden exported',
        'changed one signature',
        'removed two',
      ]),
    )
    expect(made.symbols.at(-1)).toMatchObject({ name: 'five', exported: false })
    expect(made.symbols[0]).toMatchObject({
      name: 'one',
      path: 'a.ts',
      line: 2,
      signature: 'function one(a: string)',
      inMap: true,
      before: { line: 1, signature: 'function one(a: number)' },
    })
    expect(made.symbols.find(({ name }) => name === 'two')).toMatchObject({ inMap: true, line: 2 })
    expect(made.files.changed).toEqual(['a.ts', 'b.ts'])
  })

  it('is one rename for a file that lies elsewhere, changed or not, and a move for a symbol that does', async () => {
    const { project, diff } = await drawn({ ...SHOP, 'd.ts': 'export function six() {}\n' })
    mkdirSync(join(project, 'sub'))
    renameSync(join(project, 'c.py'), join(project, 'sub/c.py'))
    renameSync(join(project, 'b.ts'), join(project, 'sub/box.ts'))
    put(project, {
      'sub/box.ts': `${SHOP['b.ts']}export const lid = 1\n`,
      'a.ts': `${SHOP['a.ts']}export function six() {}\n`,
      'd.ts': 'export const other = 1\n',
    })
    const made = await diff()
    expect(made.files).toMatchObject({
      added: [],
      removed: [],
      renamed: [
        { from: 'b.ts', to: 'sub/box.ts' },
        { from: 'c.py', to: 'sub/c.py' },
      ],
    })
    expect(told(made)).toEqual(['added lid', 'added other', 'changed six file'])
  })

  it('is found although what was parsed is forgotten, as long as git has the content, and else said to be unknown', async () => {
    const { project, base, request, diff } = await drawn(SHOP)
    put(project, { 'a.ts': 'export const fresh = 1\n', 'c.py': 'def brand_new(): pass\n' })
    rmSync(join(base, 'cache/code.db'))
    expect(told(await diff())).toEqual(
      [
        'added fresh',
        'added brand_new',
        'removed hidden',
        'removed one',
        'removed three',
        'removed two',
      ].sort(),
    )
    // Drawn of a content that git never had, and then neither does keel.
    const map = await makeMap(request)
    await keepTree(request, map)
    put(project, { 'a.ts': 'export const later = 1\n' })
    rmSync(join(base, 'cache/code.db'))
    const made = await diffMap(map.text, request)
    expect(made?.unknown).toEqual([{ path: 'a.ts', why: 'forgotten' }])
    expect(made?.symbols).toEqual([])
  })

  it('is what two maps show where nobody kept the listing, and says so', async () => {
    const { project, base, diff } = await drawn(SHOP)
    put(project, { 'a.ts': SHOP['a.ts'].replace('a: number', 'a: string') })
    rmSync(join(base, 'cache'), { recursive: true })
    const made = await diff()
    expect(made.basis).toBe('shown')
    expect(told(made)).toEqual(['changed one signature'])
    put(project, SHOP)
    expect((await diff()).symbols).toEqual([])
  })

  it('is not asked of a tree that had changed before it could be kept', async () => {
    const { project, base, request } = await drawn(SHOP)
    const map = await makeMap(request)
    rmSync(join(base, 'cache/listings'), { recursive: true })
    put(project, { 'a.ts': 'export const meanwhile = 1\n' })
    await keepTree(request, map)
    expect((await diffMap(map.text, request))?.basis).toBe('shown')
  })

  it('is null for a text that is no map, and nothing is kept of a map that is only looked at', async () => {
    const place = scratch()
    put(place.project, SHOP)
    const request = requestIn(place)
    expect(await diffMap('# Map\n', request)).toBeNull()
    const { text } = await makeMap(request)
    expect(readdirSync(join(place.base, 'cache'))).not.toContain('listings')
    expect((await diffMap(text, request))?.basis).toBe('shown')
  })

  it('names every function that was added or removed, whatever was edited', async () => {
    const names = ['alpha', 'beta', 'gamma', 'delta', 'epsilon']
    const tree = fc.dictionary(
      fc.constantFrom('x.ts', 'y.ts', 'in/z.ts'),
      fc.uniqueArray(fc.constantFrom(...names), { maxLength: 5 }),
    )
    const textOf = (own: readonly string[]) => own.map((name) => `export function ${name}() {}\n`).join('')
    await fc.assert(
      fc.asyncProperty(tree, tree, async (before, after) => {
        const { project, diff } = await drawn({
          'keep.md': '# Kept\n',
          ...Object.fromEntries(Object.entries(before).map(([path, own]) => [path, textOf(own)])),
        })
        for (const path of Object.keys(before)) rmSync(join(project, path))
        for (const [path, own] of Object.entries(after)) put(project, { [path]: textOf(own) })
        const { symbols, files } = await diff()
        const said = new Set(
          symbols.flatMap(({ path, name, before: was }) => [`${path} ${name}`, `${was?.path} ${name}`]),
        )
        const isRenamed = (path: string) => files.renamed.some(({ from, to }) => from === path || to === path)
        for (const path of new Set([...Object.keys(before), ...Object.keys(after)])) {
          if (isRenamed(path)) continue
          const [was, is] = [new Set(before[path]), new Set(after[path])]
          for (const name of names)
            expect(said.has(`${path} ${name}`), `${path} ${name}`).toBe(was.has(name) !== is.has(name))
        }
      }),
      { numRuns: 10 },
    )
  })
})
