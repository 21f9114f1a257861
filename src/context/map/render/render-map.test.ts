import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTokenCounter, type TokenCounter } from '#kit/tokens.ts'
import { isCurrentMap } from '../is-current-map.ts'
import { readStamp } from '../map-stamp.ts'
import type { CommitStyle, Folder, Structure } from '../structure/structure.ts'
import type { MapSymbol } from '../symbols/symbols-of-file.ts'
import { healthLines } from './health-lines.ts'
import type { MapLine } from './map-line.ts'
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
    builders: fc.constant([]),
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

const health: fc.Arbitrary<MapLine[] | null> = fc
  .option(
    fc.record({
      done: fc.nat(500),
      open: fc.nat(500),
      attempts: fc.nat(2000),
      active: fc.array(fc.record({ folder: word, attempts: fc.nat(50) }), { maxLength: 5 }),
    }),
  )
  .map((found) => (found === null ? null : healthLines(found)))
const commits: fc.Arbitrary<CommitStyle | null> = fc.option(
  fc.record({
    style: fc.constantFrom('conventional', 'free'),
    share: fc.constant(1),
    words: fc.array(word, { maxLength: 8 }),
  }),
)
const local = fc.record({ lines: health, style: commits })
const budget = fc.integer({ min: 100, max: 3000 })
const stamp = { version: '1.2.3', input: '0123456789ab' }

function withCommits(what: Structure, style: CommitStyle | null): Structure {
  return { ...what, conventions: { ...what.conventions, commits: style } }
}

describe('the map', () => {
  it('never has one token more than its budget, and says how many it has', () => {
    fc.assert(
      fc.property(structure, symbols, paths, local, budget, (what, which, named, { lines, style }, most) => {
        const { text, tokens } = renderMap({
          structure: withCommits(what, style),
          symbols: which,
          paths: named.slice(0, 30),
          others: named.slice(30),
          health: lines,
          notes: [],
          stamp,
          budget: most,
          countTokens,
        })
        expect(countTokens(text)).toBeLessThanOrEqual(most)
        expect(countTokens(text)).toBe(tokens)
        expect(text).toContain(`· ${tokens} tokens -->`)
        expect(readStamp(text)).toMatchObject({ ...stamp, isEdited: false })
        // However full the map is: that room was kept.
        if (most >= 800 && style === null && lines !== null && lines.length > 0)
          expect(text).toContain('## Project health\n- Tasks: ')
      }),
      { numRuns: 300 },
    )
  })

  it('is the same on every machine but for its health and how commits are written', () => {
    const machine = fc.record({ lines: health.map((lines) => lines ?? []), style: commits })
    fc.assert(
      fc.property(structure, symbols, machine, machine, budget, (what, which, here, there, most) => {
        const drawn = ({ lines, style }: typeof here) =>
          renderMap({
            structure: withCommits(what, style),
            symbols: which,
            paths: [],
            others: [],
            health: lines,
            notes: [],
            stamp,
            budget: most,
            countTokens,
          })
        expect(isCurrentMap(drawn(here).text, drawn(there).text)).toBe(true)
        expect(drawn(here).symbols).toBe(drawn(there).symbols)
      }),
      { numRuns: 300 },
    )
  })

  it('shows health last, in the room that is kept for it', () => {
    const [what] = fc.sample(structure, { numRuns: 1, seed: 1 })
    const [which] = fc.sample(symbols, { numRuns: 1, seed: 3 })
    if (what === undefined || which === undefined) throw new Error('nothing to draw')
    const active = ['src/loop', 'src/verbs', 'src/kit', 'docs'].map((folder, place) => ({
      folder,
      attempts: 9 - place,
    }))
    const lines = healthLines({ done: 12, open: 3, attempts: 21, active })
    const { text } = renderMap({
      structure: what,
      symbols: which,
      paths: [],
      others: [],
      health: lines,
      notes: [],
      stamp,
      budget: 800,
      countTokens,
    })
    expect(readStamp(text)?.text.split('\n\n').at(-1)).toBe(
      [
        '## Project health',
        '- Tasks: 12 completed, 3 open; 1.4 attempts each',
        '- Most active: `src/loop` (9), `src/verbs` (8), `src/kit` (7)',
      ].join('\n'),
    )
    expect(healthLines({ done: 0, open: 0, attempts: 0, active: [] })).toEqual([])
  })
})
