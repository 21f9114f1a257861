import { describe, expect, it, onTestFinished } from 'vitest'
import { fuse } from '#context/knowledge/fuse.ts'
import type {
  Found,
  KnowledgeDocument,
  KnowledgeStore,
  SymbolSummary,
  TermQuestion,
} from '#context/knowledge/knowledge-store.ts'
import { rankFound } from '#context/knowledge/rank-found.ts'
import { termsOf } from '#kit/terms-of.ts'

/** Where a store of a kind can be opened: each call is another look at the same data, empty at first. */
export type StorePlace = { readonly open: () => Promise<KnowledgeStore> }

export type StoreMaker = {
  readonly name: string
  /** A place with nothing in it, taken away when the test is over. For vectors of three numbers. */
  readonly make: () => Promise<StorePlace>
}

/** The conformance suite of `KnowledgeStore`: whatever keeps the documents, the same is found, and counted in the same way. */
export function testKnowledgeStore({ name, make }: StoreMaker): void {
  const openIn = async ({ open }: StorePlace) => {
    const store = await open()
    onTestFinished(() => store.close())
    return store
  }
  const storeWith = async (...documents: KnowledgeDocument[]) => {
    const store = await openIn(await make())
    await store.index(documents)
    return store
  }

  describe(`a knowledge store: ${name}`, () => {
    it('is up and empty at first', async () => {
      const store = await storeWith()
      expect(await store.health()).toMatchObject({ kind: 'up', documents: 0 })
      expect(await store.files()).toEqual(new Map())
      expect(await store.search(asking('basket'))).toMatchObject({ documents: 0, hits: [] })
      expect(await store.nearest({ vector: Float32Array.of(1, 0, 0), most: 5 })).toEqual([])
      expect(await store.get('src/basket.ts')).toBeNull()
    })

    it('gives back a document as it was put in, at once', async () => {
      const file = fileOf('src/basket.ts', {
        symbols: 'basket total',
        body: 'return sum',
        vector: [0.25, -1, 0.5],
      })
      const symbol = symbolOf('src/basket.ts', { name: 'Basket.total', line: 7 })
      const store = await storeWith(file, symbol, moduleOf('src/'))
      expect(await store.get(file.id)).toEqual(file)
      expect(await store.get(symbol.id)).toEqual(symbol)
      expect(await store.get('src/')).toEqual(moduleOf('src/'))
      expect(await store.health()).toMatchObject({ kind: 'up', documents: 3 })
    })

    it('finds what has any of the terms, in whichever field, and counts them there', async () => {
      const store = await storeWith(
        fileOf('src/basket.ts', { symbols: 'basket total basket', body: 'total total total =baskettotal' }),
        fileOf('src/price.ts', { documentation: 'total of nothing', signatures: 'price' }),
        fileOf('src/other.ts', { body: 'totally different' }),
      )
      const found = await store.search(asking('total', '=baskettotal', 'absent'))
      expect(idsOf(found)).toEqual(['src/basket.ts', 'src/price.ts'])
      expect(found.documents).toBe(3)
      expect(found.frequencies).toEqual(
        new Map([
          ['total', 2],
          ['=baskettotal', 1],
          ['absent', 0],
        ]),
      )
      const [basket, price] = sorted(found)
      expect(basket?.counts).toEqual(
        new Map([
          ['total', { symbols: 1, body: 3 }],
          ['=baskettotal', { body: 1 }],
        ]),
      )
      expect(price?.counts).toEqual(new Map([['total', { documentation: 1 }]]))
      expect(basket?.lengths).toEqual({ path: 2, symbols: 3, signatures: 0, documentation: 0, body: 4 })
      expect(found.meanLengths).toEqual({
        path: 2,
        symbols: 1,
        signatures: expect.closeTo(1 / 3, 6),
        documentation: 1,
        body: 2,
      })
      expect(basket).toMatchObject({
        path: 'src/basket.ts',
        content: 'content of src/basket.ts',
        about: { kind: 'file' },
      })
    })

    it('counts within the kinds that are asked for', async () => {
      const store = await storeWith(
        fileOf('src/basket.ts', { body: 'total one two three' }),
        symbolOf('src/basket.ts', { name: 'total', line: 3 }),
        symbolOf('src/basket.ts', { name: 'other', line: 9 }),
        moduleOf('src/', 'total'),
      )
      const symbols = await store.search({ ...asking('total'), kinds: ['symbol'] })
      expect(idsOf(symbols)).toEqual(['src/basket.ts#total:3'])
      expect(symbols.documents).toBe(2)
      expect(symbols.frequencies.get('total')).toBe(1)
      expect(symbols.meanLengths.body).toBe(0)
      const both = await store.search({ ...asking('total'), kinds: ['file', 'module'] })
      expect(idsOf(both)).toEqual(['src/', 'src/basket.ts'])
      expect(both).toMatchObject({ documents: 2 })
      expect(both.frequencies.get('total')).toBe(2)
      expect(both.meanLengths.body).toBe(2)
      const every = await store.search(asking('total'))
      expect(every.hits).toHaveLength(3)
      expect(every.frequencies.get('total')).toBe(3)
    })

    it('finds under a path, letter by letter, and counts everywhere', async () => {
      const paths = [
        'src/a_b/x.ts',
        'src/aXb/x.ts',
        'src/a%/x.ts',
        'src/a*/x.ts',
        'SRC/a_b/x.ts',
        'lib/src/a_b/x.ts',
      ]
      const store = await storeWith(...paths.map((path) => fileOf(path, { body: 'total' })))
      const under = async (path: string) => idsOf(await store.search({ ...asking('total'), under: path }))
      expect(await under('src/a_b/')).toEqual(['src/a_b/x.ts'])
      expect(await under('src/a%')).toEqual(['src/a%/x.ts'])
      expect(await under('src/a*/')).toEqual(['src/a*/x.ts'])
      expect(await under('src/a')).toHaveLength(4)
      expect(await under('nowhere/')).toEqual([])
      const found = await store.search({ ...asking('total'), under: 'lib/' })
      expect(found).toMatchObject({ documents: 6 })
      expect(found.frequencies.get('total')).toBe(6)
    })

    it('gives no more than are wanted, and of those the better', async () => {
      const rare = fileOf('src/rare.ts', { symbols: 'needle', body: 'needle' })
      const common = range(50).map((number) => fileOf(`src/${number}.ts`, { body: 'hay '.repeat(30).trim() }))
      const store = await storeWith(...common, rare)
      const found = await store.search({ ...asking('needle', 'hay'), most: 5 })
      expect(found.hits).toHaveLength(5)
      expect(idsOf(found)).toContain('src/rare.ts')
      expect(found.frequencies.get('hay')).toBe(50)
    })

    it('replaces what has the same id, and counts it once', async () => {
      const store = await storeWith(
        fileOf('src/basket.ts', { body: 'old words here', vector: [1, 0, 0] }),
        fileOf('src/other.ts', { body: 'old' }),
      )
      await store.index([fileOf('src/basket.ts', { body: 'new', content: 'second', vector: [0, 1, 0] })])
      const old = await store.search(asking('old', 'words'))
      expect(idsOf(old)).toEqual(['src/other.ts'])
      expect(old).toMatchObject({ documents: 2, meanLengths: { body: 1 } })
      expect(old.frequencies).toEqual(
        new Map([
          ['old', 1],
          ['words', 0],
        ]),
      )
      expect(idsOf(await store.search(asking('new')))).toEqual(['src/basket.ts'])
      expect((await store.files()).get('src/basket.ts')).toBe('second')
      const [near] = await store.nearest({ vector: Float32Array.of(0, 1, 0), most: 1 })
      expect(near).toMatchObject({ id: 'src/basket.ts', closeness: expect.closeTo(1, 5) })
      await store.index([fileOf('src/basket.ts', { body: 'new' })])
      expect(await store.nearest({ vector: Float32Array.of(0, 1, 0), most: 9 })).toEqual([])
      expect(await store.health()).toMatchObject({ documents: 2 })
    })

    it('keeps the last of two documents with one id in the same call', async () => {
      const store = await storeWith(
        fileOf('src/basket.ts', { body: 'first' }),
        fileOf('src/basket.ts', { body: 'second' }),
      )
      expect(idsOf(await store.search(asking('first')))).toEqual([])
      expect(await store.search(asking('second'))).toMatchObject({ documents: 1, meanLengths: { body: 1 } })
    })

    it('finds what is nearest, with its cosine, by kind and path', async () => {
      const store = await storeWith(
        fileOf('src/a.ts', { vector: [1, 0, 0] }),
        fileOf('src/b.ts', { vector: [3, 3, 0] }),
        fileOf('lib/c.ts', { vector: [0, 2, 0] }),
        fileOf('lib/none.ts', {}),
        { ...symbolOf('lib/c.ts', { name: 'same', line: 1 }), vector: Float32Array.of(5, 0, 0) },
      )
      const vector = Float32Array.of(2, 0, 0)
      const near = await store.nearest({ vector, most: 2, kinds: ['file'] })
      expect(near.map(({ id }) => id)).toEqual(['src/a.ts', 'src/b.ts'])
      expect(near[0]?.closeness).toBeCloseTo(1, 5)
      expect(near[1]?.closeness).toBeCloseTo(Math.SQRT1_2, 5)
      const [symbol] = await store.nearest({ vector, most: 9, kinds: ['symbol'] })
      expect(symbol).toMatchObject({ id: 'lib/c.ts#same:1', about: { kind: 'symbol', line: 1 } })
      const under = await store.nearest({ vector, most: 9, kinds: ['file'], under: 'lib/' })
      expect(under).toMatchObject([{ id: 'lib/c.ts', closeness: expect.closeTo(0, 5) }])
    })

    it('deletes all documents of a file, and no others', async () => {
      const store = await storeWith(
        ...['src/a.ts', 'src/a.ts.bak', 'src/b.ts'].flatMap((path) => [
          fileOf(path, { body: 'total', vector: [1, 0, 0] }),
          symbolOf(path, { name: 'total', line: 1 }),
        ]),
        moduleOf('src/', 'total'),
      )
      await store.deleteFiles(['src/a.ts', 'src/never.ts'])
      const found = await store.search(asking('total'))
      expect(idsOf(found)).toEqual([
        'src/',
        'src/a.ts.bak',
        'src/a.ts.bak#total:1',
        'src/b.ts',
        'src/b.ts#total:1',
      ])
      expect(found.documents).toBe(5)
      expect(found.frequencies.get('total')).toBe(5)
      expect(await store.get('src/a.ts')).toBeNull()
      expect(await store.nearest({ vector: Float32Array.of(1, 0, 0), most: 9 })).toHaveLength(2)
      await store.deleteFiles(['src/'])
      expect((await store.search(asking('total'))).documents).toBe(4)
      await store.deleteFiles([])
      expect(await store.health()).toMatchObject({ documents: 4 })
    })

    it('deletes thousands of files in one call', async () => {
      const paths = range(3000).map((number) => `src/folder ${number % 7}/${number}.ts`)
      const store = await storeWith(...paths.map((path) => fileOf(path, { body: 'total' })))
      await store.deleteFiles(paths.slice(1))
      expect([...(await store.files()).keys()]).toEqual([paths[0]])
    }, 60_000)

    it('says that a file is in only when its own document is', async () => {
      const store = await storeWith(symbolOf('src/basket.ts', { name: 'total', line: 1 }), moduleOf('src/'))
      expect(await store.files()).toEqual(new Map())
      await store.index([fileOf('src/basket.ts', { content: 'abc' })])
      expect(await store.files()).toEqual(new Map([['src/basket.ts', 'abc']]))
    })

    it('takes terms as they are, whatever they mean to others', async () => {
      const odd = [
        'and',
        'or',
        'not',
        'near(a',
        '"quoted"',
        "it's",
        'a*',
        '^b',
        'path:c',
        '-d',
        '+e',
        '(f)',
        '{g}',
        '[h]',
        '\\i',
        '/j/',
        'größe',
        '名前',
        '🦊',
        '=getusername',
        '%',
        '_',
        '$k',
        'l~2',
        '<m>',
        '&&',
        'x'.repeat(300),
      ]
      const store = await storeWith(
        ...odd.map((term, place) => fileOf(`src/${place}.ts`, { body: `${term} shared ${term}` })),
      )
      for (const [place, term] of odd.entries()) {
        const found = await store.search(asking(term))
        expect(idsOf(found), term).toEqual([`src/${place}.ts`])
        expect(found.hits[0]?.counts, term).toEqual(new Map([[term, { body: 2 }]]))
        expect(found.frequencies.get(term), term).toBe(1)
      }
      expect((await store.search({ ...asking(...odd), most: 100 })).hits).toHaveLength(odd.length)
    })

    it.each([[[]], [['']], [[' ']], [['two words']], [['\0']], [['"']], [['a\nb']]])(
      'finds nothing by what is no term: %j',
      async (terms) => {
        const store = await storeWith(fileOf('src/a.ts', { body: 'two words a b' }))
        expect(await store.search(asking(...terms))).toMatchObject({ documents: 1, hits: [] })
        expect((await store.search(asking('two'))).hits).toHaveLength(1)
      },
    )

    it('takes ids and paths as they are', async () => {
      const paths = [
        'a b.ts',
        '"q".ts',
        "it's.ts",
        'größe/名前.ts',
        'a?b#c&d=e.ts',
        '100%.ts',
        `${'deep/'.repeat(60)}x.ts`,
      ]
      const store = await storeWith(...paths.map((path) => fileOf(path, { body: 'total' })))
      expect([...(await store.files()).keys()].sort()).toEqual([...paths].sort())
      for (const path of paths) expect(await store.get(path), path).toMatchObject({ id: path, path })
      await store.deleteFiles(paths.slice(1))
      expect(idsOf(await store.search(asking('total')))).toEqual(['a b.ts'])
    })

    it('answers a question of a thousand terms', async () => {
      const terms = range(1000).map((number) => `term${number}`)
      const store = await storeWith(
        fileOf('src/a.ts', { body: terms.join(' ') }),
        fileOf('src/b.ts', { body: 'term7' }),
      )
      const found = await store.search(asking(...terms))
      expect(idsOf(found)).toEqual(['src/a.ts', 'src/b.ts'])
      expect(found.frequencies.get('term7')).toBe(2)
      expect(found.frequencies.size).toBe(1000)
    })

    it('takes twenty thousand documents in one call, whatever hands them over', async () => {
      const store = await openIn(await make())
      await store.index(manyDocuments(20_000))
      expect(await store.health()).toMatchObject({ kind: 'up', documents: 20_000 })
      const found = await store.search({ ...asking('term17', 'shared'), most: 10 })
      expect(found).toMatchObject({ documents: 20_000 })
      expect(found.frequencies).toEqual(
        new Map([
          ['term17', 20],
          ['shared', 20_000],
        ]),
      )
      expect(found.hits).toHaveLength(10)
      expect((await store.files()).size).toBe(20_000)
    }, 120_000)

    it('keeps what was put in when it is closed', async () => {
      const place = await make()
      const first = await place.open()
      await first.index([fileOf('src/a.ts', { body: 'total' })])
      await first.close()
      expect(idsOf(await (await openIn(place)).search(asking('total')))).toEqual(['src/a.ts'])
    })

    it('may be open several times, and each sees what the others put in', async () => {
      const place = await make()
      const [one, other] = [await openIn(place), await openIn(place)]
      await Promise.all([
        one.index(range(100).map((number) => fileOf(`one/${number}.ts`, { body: 'total' }))),
        other.index(range(100).map((number) => fileOf(`other/${number}.ts`, { body: 'total' }))),
      ])
      expect((await one.search(asking('total'))).frequencies.get('total')).toBe(200)
      await other.deleteFiles(['one/0.ts'])
      expect(await one.get('one/0.ts')).toBeNull()
      expect((await one.files()).size).toBe(199)
    })
  })
}

export type SameOrder = {
  /** Real ones, or as good as real. */
  readonly documents: () => Promise<readonly KnowledgeDocument[]>
  readonly questions: readonly string[]
  /** Of a question, where the documents have vectors. */
  readonly vectorOf?: (text: string) => Float32Array
}

/** Whichever of the stores is asked, the order and the scores are the same, by terms and, where there are vectors, by both. */
export function testSameOrder(
  makers: readonly StoreMaker[],
  { documents, questions, vectorOf }: SameOrder,
): void {
  const ask = async (store: KnowledgeStore, { text, ...question }: TermQuestion & { text: string }) => {
    const byTerms = rankFound(await store.search(question), question.terms)
    if (vectorOf === undefined) return byTerms
    const near = await store.nearest({ ...question, vector: vectorOf(text), most: NEAR })
    const byMeaning = near.map(({ closeness, ...document }) => ({ document, score: closeness }))
    return fuse([
      { scored: byTerms, weight: 1 },
      { scored: byMeaning, weight: 1 },
    ])
  }
  describe(`the order of what is found in ${makers.map(({ name }) => name).join(' and ')}`, () => {
    it('is the same', async () => {
      const all = await documents()
      const stores = await Promise.all(
        makers.map(async ({ make }) => {
          const store = await (await make()).open()
          onTestFinished(() => store.close())
          await store.index(all)
          return store
        }),
      )
      let found = 0
      for (const text of questions)
        for (const kind of ['file', 'symbol', 'module'] as const) {
          const question = { ...asking(...termsOf(text)), kinds: [kind], most: 10_000, text }
          const [first = [], ...others] = await Promise.all(stores.map((store) => ask(store, question)))
          const order = (list: typeof first) => list.map(({ document, score }) => [document.id, score])
          for (const other of others) expect(order(other), `${kind}: ${text}`).toEqual(order(first))
          found += first.length
        }
      expect(found).toBeGreaterThan(questions.length)
    }, 300_000)
  })
}

const NEAR = 50

function asking(...terms: string[]): TermQuestion {
  return { terms: new Map(terms.map((term) => [term, 1])), most: 100 }
}

type Wish = Partial<KnowledgeDocument['terms']> & { content?: string; vector?: readonly number[] }

function fileOf(path: string, { content = `content of ${path}`, vector, ...terms }: Wish): KnowledgeDocument {
  return {
    id: path,
    path,
    content,
    about: {
      kind: 'file',
      language: 'typescript',
      symbols: ['Basket'],
      exports: [],
      needs: ['src/price.ts'],
    },
    terms: { ...NO_TERMS, path: 'two terms', ...terms },
    vector: vector === undefined ? null : Float32Array.from(vector),
  }
}

function symbolOf(path: string, { name, line }: { name: string; line: number }): KnowledgeDocument {
  const about: SymbolSummary = {
    kind: 'symbol',
    symbolKind: 'function',
    qualifiedName: name,
    signature: `function ${name}(it: "string"): number`,
    line,
    endLine: line + 5,
  }
  const terms = { ...NO_TERMS, symbols: termsOf(name).join(' ') }
  return { id: `${path}#${name}:${line}`, path, content: `content of ${path}`, about, terms, vector: null }
}

function moduleOf(path: string, symbols = ''): KnowledgeDocument {
  const about = { kind: 'module', needs: [{ module: 'lib/', edges: 3 }] } as const
  return { id: path, path, content: 'of its files', about, terms: { ...NO_TERMS, symbols }, vector: null }
}

const NO_TERMS = { path: '', symbols: '', signatures: '', documentation: '', body: '' }

function* manyDocuments(count: number): Generator<KnowledgeDocument> {
  for (const number of range(count))
    yield fileOf(`src/${number % 100}/file ${number}.ts`, {
      body: `shared term${number % 1000} ${'filling '.repeat(20).trim()}`,
    })
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number)
}

function sorted({ hits }: Found): Found['hits'] {
  return [...hits].sort((one, other) => (one.id < other.id ? -1 : 1))
}

function idsOf(found: Found): string[] {
  return sorted(found).map(({ id }) => id)
}
