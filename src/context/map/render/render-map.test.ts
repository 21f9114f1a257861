import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTokenCounter, type TokenCounter } from '#kit/tokens.ts'
import type { Folder, Structure } from '../structure/structure.ts'
import type { MapSymbol } from '../symbols/choose-symbols.ts'
import { renderMap } from './render-map.ts'

let countTokens: TokenCounter
beforeAll(async () => {
  countTokens = await loadTokenCounter()
})

const word = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => text.replace(/\s+/g, '_'))
const folder: fc.Arbitrary<Folder> = fc.record({
  name: word,
  path: word,
  role: fc.constantFrom('source', 'tests'),
  files: fc.nat(1000),
  mostly: fc.option(fc.constant('.ts')),
  folders: fc.constant([]),
  more: fc.option(fc.record({ folders: fc.nat(9), files: fc.nat(99) })),
})
const structure: fc.Arbitrary<Structure> = fc.record({
  stack: fc.record({
    languages: fc.array(
      fc.record({ name: word, files: fc.nat(100), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
      { maxLength: 4 },
    ),
    frameworks: fc.array(fc.record({ name: word, from: word }), { maxLength: 4 }),
    libraries: fc.constant([]),
    runtimes: fc.constant([]),
    packageManagers: fc.constant([]),
    workspaces: fc.constant([]),
  }),
  commands: fc.array(
    fc.record({
      purpose: fc.constantFrom('test', 'build'),
      line: word,
      folder: fc.constantFrom('', 'a'),
      from: word,
      inCi: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
  entryPoints: fc.array(
    fc.record({ kind: fc.constant('program' as const), name: fc.option(word), target: word, from: word }),
    { maxLength: 3 },
  ),
  keyFiles: fc.array(fc.record({ path: word, kind: fc.constant('overview' as const) }), { maxLength: 5 }),
  modules: fc.array(
    fc.record({
      path: word,
      name: word,
      kind: fc.constant('package' as const),
      description: fc.option(word),
      files: fc.nat(99),
    }),
    { maxLength: 8 },
  ),
  tree: folder.chain((top) => fc.array(folder, { maxLength: 12 }).map((folders) => ({ ...top, folders }))),
  conventions: fc.constant({
    tests: { layout: 'beside the code' as const, folders: [], names: ['*.test.ts'], frameworks: [] },
    modules: [],
    formatters: [],
    linters: [],
    typecheckers: [],
    indentation: [],
    commits: null,
  }),
  problems: fc.constant([]),
})
const symbols: fc.Arbitrary<MapSymbol[]> = fc.array(
  fc.record({
    path: fc.constantFrom('a.ts', 'deep/b.ts', 'deep/er/c.py'),
    definition: fc.record({
      name: word,
      kind: fc.constant('function' as const),
      line: fc.nat(1000),
      endLine: fc.nat(2000),
      signature: fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' ')),
      doc: fc.option(fc.string({ maxLength: 80 }).map((text) => text.replace(/\s+/g, ' '))),
      exported: fc.constant(true),
      parent: fc.constant(null),
    }),
    around: fc.constant([]),
    score: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { maxLength: 80 },
)
const paths = fc.uniqueArray(fc.oneof(word, fc.constantFrom('a.ts', 'deep/b.ts')), { maxLength: 60 })

describe('the map', () => {
  it('never has one token more than its budget, and says how many it has', () => {
    fc.assert(
      fc.property(
        structure,
        symbols,
        paths,
        fc.integer({ min: 100, max: 3000 }),
        (what, which, named, budget) => {
          const stamp = { version: '1.2.3', input: '0123456789ab' }
          const { text, tokens } = renderMap({
            structure: what,
            symbols: which,
            paths: named,
            health: [],
            notes: [],
            stamp,
            budget,
            countTokens,
          })
          expect(countTokens(text)).toBeLessThanOrEqual(budget)
          expect(countTokens(text)).toBe(tokens)
          expect(text).toContain(`· ${tokens} tokens -->`)
        },
      ),
      { numRuns: 300 },
    )
  })
})
