import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dumpStore } from '../../../test/contracts/dump-store.ts'
import { testSameOrder } from '../../../test/contracts/knowledge-store.ts'
import { memoryMaker } from '../../../test/contracts/memory-maker.ts'
import { scratch } from '../../../test/contracts/program.ts'
import { scratchDatabase, sqliteMaker } from '../../../test/contracts/sqlite-maker.ts'
import { listTree } from '../code/walk/list-tree.ts'
import type { Embedder } from './embedder.ts'
import type { KnowledgeDocument } from './knowledge-store.ts'
import { readRepository } from './read-repository.ts'
import { type Scan, type ScanRequest, scan } from './scan.ts'
import { searchKnowledge } from './search-knowledge.ts'
import { openSqliteStore } from './sqlite/open-sqlite-store.ts'

const SHOP = {
  'src/user.ts': [
    "import { ask } from './store.ts'",
    '/** Looks a customer up. */',
    'export function getUserById(id: string): string {',
    '  return ask(id)',
    '}',
    'export class Basket {',
    '  total(): number {',
    '    return 0',
    '  }',
    '}',
  ].join('\n'),
  'src/store.ts': 'export function ask(id: string): string {\n  return id\n}\n',
  'lib/price.ts': "import { ask } from '../src/store.ts'\nexport const price = () => ask('price')\n",
  'README.md': '# The shop\n\nSells things.\n',
  '.env': 'TOKEN=hunter2hunter2\n',
  'src/secret.ts': "export const password = 'correcthorsebatterystaple1'\n",
  'logo.png': 'not looked at',
  'data.bin2': 'a\0b',
}

describe('a scan', () => {
  it('makes documents of files, definitions and modules, with who needs whom', async () => {
    const { store, run } = shop(SHOP)
    const done = await run()
    expect(done).toMatchObject({
      mode: 'incremental',
      files: 5,
      changed: 5,
      deleted: 0,
      moved: 0,
      dependencies: 2,
    })
    expect(await store.get('src/user.ts')).toMatchObject({
      about: {
        kind: 'file',
        language: 'TypeScript',
        symbols: ['getUserById', 'Basket', 'total'],
        exports: ['getUserById', 'Basket'],
        needs: ['src/store.ts'],
      },
    })
    expect(await store.get('src/user.ts#Basket.total:7')).toMatchObject({
      path: 'src/user.ts',
      about: { kind: 'symbol', symbolKind: 'method', signature: 'total(): number', line: 7, endLine: 9 },
    })
    expect(await store.get('lib/')).toMatchObject({
      about: { kind: 'module', needs: [{ module: 'src/', edges: expect.any(Number) }] },
    })
    expect(done.symbols).toBe(
      (await store.search({ terms: new Map(), most: 0, kinds: ['symbol'] })).documents,
    )
  })

  it('keeps secret, binary and keel’s own files out, and secrets out of lines', async () => {
    const { store, run, file } = shop(SHOP)
    await run()
    expect([...(await store.files()).keys()].sort()).toEqual([
      'README.md',
      'lib/price.ts',
      'src/secret.ts',
      'src/store.ts',
      'src/user.ts',
    ])
    expect(JSON.stringify(dumpStore(file))).not.toMatch(/hunter2|correcthorse/)
  })

  it('finds getUserById by "user by id", and first', async () => {
    const { store, run } = shop(SHOP)
    await run()
    const asked = { store, embedder: null, under: '', limit: 5, signal: new AbortController().signal }
    const { hits } = await searchKnowledge({ ...asked, words: 'user by id', kinds: ['symbol'] })
    expect(hits[0]?.document.id).toBe('src/user.ts#getUserById:3')
    expect(hits[0]?.score).toBe(1)
  })

  it('writes nothing anew where nothing changed, and only what did where something did', async () => {
    const { write, run, remove } = shop(SHOP)
    await run()
    expect(await run()).toMatchObject({ changed: 0, deleted: 0 })
    write({ 'src/store.ts': 'export function ask(id: string): string {\n  return id + id\n}\n' })
    expect(await run()).toMatchObject({ changed: 1, deleted: 0 })
    remove('lib/price.ts')
    expect(await run()).toMatchObject({ changed: 0, deleted: 1 })
  })

  it('writes a file anew whose needs are others although it is the same', async () => {
    const { write, run, store } = shop({ 'a.ts': "import { b } from './b.ts'\nb()\n" })
    await run()
    write({ 'b.ts': 'export function b(): void {}\n' })
    expect(await run()).toMatchObject({ changed: 2 })
    expect(await store.get('a.ts')).toMatchObject({ about: { needs: ['b.ts'] } })
  })

  it('comes to the same, whatever was changed before, as one that begins anew', async () => {
    const path = fc.constantFrom('a.ts', 'b.ts', 'lib/c.ts', 'lib/deep/d.ts', 'lib/e.py')
    const content = fc.constantFrom(
      'export function one(): void {}\n',
      "import { one } from './b.ts'\nexport const two = () => one()\n",
      "import { one } from '../a.ts'\nexport class Three { four() { return one() } }\n",
      'def five():\n    return 5\n',
      'a\0b',
      null,
    )
    const edits = fc.array(fc.record({ path, content }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(fc.array(edits, { minLength: 2, maxLength: 4 }), async (rounds) => {
        const project = shop({ 'README.md': '# Here\n' })
        for (const round of rounds) {
          for (const edit of round)
            if (edit.content === null) project.remove(edit.path)
            else project.write({ [edit.path]: edit.content })
          await project.run()
        }
        const anew = scratchDatabase()
        await project.run({ database: anew, mode: 'full' })
        expect(dumpStore(project.file)).toEqual(dumpStore(anew))
        expectWhole(project.file)
      }),
      { numRuns: 8 },
    )
  }, 120_000)

  it('embeds documents with the embedder, and all of them anew with another', async () => {
    const { store, run } = shop(SHOP)
    await run()
    const first = await run({ embedder: embedderOf('one') })
    expect(first.changed).toBe(5)
    expect((await store.get('src/user.ts'))?.vector).toEqual(Float32Array.of(1, 0, 0))
    expect(await run({ embedder: embedderOf('one') })).toMatchObject({ changed: 0 })
    expect(await run({ embedder: embedderOf('other') })).toMatchObject({ changed: 5 })
    expect(await run()).toMatchObject({ changed: 5 })
    expect((await store.get('src/user.ts'))?.vector).toBeNull()
  })

  it('takes no vectors of an embedder that gives too few of them: nobody could tell which are missing', async () => {
    const { store, run } = shop(SHOP)
    const embedder = embedderOf('one')
    const short: Embedder = {
      identity: 'short',
      embed: async (...asked) => (await embedder.embed(...asked)).slice(1),
    }
    await expect(run({ embedder: short })).rejects.toThrow(/`short` gave \d+ vectors for \d+ texts/)
    expect((await store.get('src/user.ts'))?.vector ?? null).toBeNull()
  })

  it('ends when somebody says so while it writes, and the next one completes it', async () => {
    const many = Array.from({ length: 900 }, (_, n) => [`src/part${n}.ts`, `export const part${n} = ${n}\n`])
    const { run, file } = shop({ ...SHOP, ...Object.fromEntries(many) })
    const controller = new AbortController()
    const begun = run({
      signal: controller.signal,
      onProgress: ({ done }) => {
        if (done === 200) setImmediate(() => controller.abort(new Error('enough')))
      },
    })
    await expect(begun).rejects.toThrow('enough')
    await run()
    expectWhole(file)
    const anew = scratchDatabase()
    await run({ database: anew, mode: 'full' })
    expect(dumpStore(file)).toEqual(dumpStore(anew))
  }, 60_000)

  it('finds by meaning what shares no word, and by words alone where the embedder fails', async () => {
    const { store, run } = shop(SHOP)
    const embedder = embedderOf('one')
    await run({ embedder })
    const asked = {
      store,
      words: 'costs',
      kinds: ['file' as const],
      under: '',
      limit: 3,
      signal: new AbortController().signal,
    }
    const near = await searchKnowledge({ ...asked, embedder })
    expect(near.hits[0]?.document.path).toBe('lib/price.ts')
    const broken = { ...embedder, embed: () => Promise.reject(new Error('no network')) }
    const never: Embedder = {
      identity: 'never',
      embed: (_, { signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
        }),
    }
    for (const [failing, unheard] of [
      [broken, 'no network'],
      [never, '`never` did not answer within 30 ms.'],
    ] as const)
      expect(
        await searchKnowledge({ ...asked, words: 'basket', embedder: failing, patienceMs: 30 }),
      ).toMatchObject({
        unheard,
        hits: [{ document: { path: 'src/user.ts' } }],
      })
  })
})

testSameOrder([sqliteMaker, memoryMaker], {
  documents: () => documentsOf(join(import.meta.dirname, '../../..')),
  questions: ['user by id', 'parse configuration', 'knowledge store search', 'what is kept of a tree'],
})

/** Of a real repository. */
async function documentsOf(root: string): Promise<readonly KnowledgeDocument[]> {
  const tree = await listTree({ root })
  const repository = await readRepository({ root, tree, cache: null, embedder: null })
  const files = [...repository.contents.keys()]
    .filter((path) => path.startsWith('src/context/'))
    .flatMap((path) => {
      const described = repository.describeFile(path)
      return described === null ? [] : [...described.symbols, described.file]
    })
  const modules = [repository.describeModule('src/context/code/', ['src/context/code/read-code.ts'])]
  repository.close()
  expect(files.length).toBeGreaterThan(500)
  return [...files, ...modules].map(({ document }) => document)
}

/** One direction for prices, one for everything else, and one for who asks. */
function embedderOf(identity: string): Embedder {
  return {
    identity,
    embed: async (texts, { as }) =>
      texts.map((text) =>
        /price|cost/.test(text) ? Float32Array.of(0, 1, 0) : Float32Array.of(1, 0, as === 'query' ? 1 : 0),
      ),
  }
}

type Options = {
  database?: string
  mode?: Scan['mode']
  embedder?: Embedder
  signal?: AbortSignal
  onProgress?: ScanRequest['onProgress']
}

function shop(files: Readonly<Record<string, string>>) {
  const { project } = scratch()
  execFileSync('git', ['init', '-q'], { cwd: project })
  const file = scratchDatabase()
  const store = openSqliteStore(file)
  const write = (some: Readonly<Record<string, string>>) => {
    for (const [path, content] of Object.entries(some)) {
      mkdirSync(dirname(join(project, path)), { recursive: true })
      writeFileSync(join(project, path), content)
    }
  }
  write(files)
  return {
    store,
    file,
    write,
    remove: (path: string) => rmSync(join(project, path), { force: true }),
    run: async ({ database, mode = 'incremental', embedder, signal, onProgress }: Options = {}) =>
      scan({
        root: project,
        tree: await listTree({ root: project }),
        cache: null,
        store: database === undefined ? store : openSqliteStore(database),
        embedder: embedder ?? null,
        mode,
        unfit: new Set(),
        doubtful: [],
        onModules: () => {},
        signal: signal ?? new AbortController().signal,
        onProgress: onProgress ?? (() => {}),
      }),
  }
}

function expectWhole(file: string): void {
  const { orphans, totals, counted } = dumpStore(file)
  expect(orphans).toEqual([])
  expect(totals).toEqual(counted)
}
