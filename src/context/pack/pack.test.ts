import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Definition } from '#context/code/tags.ts'
import { loadTokenCounter } from '#kit/tokens.ts'
import { wordsOf } from '#kit/words-of.ts'
import { packQuestion, repositoryOf } from '../../../test/contracts/pack.ts'
import { scratch } from '../../../test/contracts/program.ts'
import type { Candidate } from './fit/candidate.ts'
import { fitFiles } from './fit/fit-files.ts'
import { quoteName } from './fit/quote.ts'
import { sayGaps } from './fit/say-gaps.ts'
import { strategies } from './fit/strategy.ts'
import { wordMatcher } from './fit/word-matcher.ts'
import { pack } from './pack.ts'
import type { PackQuestion } from './pack-question.ts'

const countTokens = await loadTokenCounter()

const packed = (root: string, task: string, asked: Partial<PackQuestion> = {}) =>
  pack(packQuestion(root, { task, ...asked }))
const paths = async (root: string, task: string) => (await packed(root, task)).files.map(({ path }) => path)

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  )
}

const shop = {
  'src/cart/add-to-cart.ts': 'export function addToCart(item: Item) {\n  cart.push(item)\n}\n',
  'src/cart/total-price.ts': 'export function totalPrice(items: Item[]) {\n  return sum(items)\n}\n',
  'src/user/session.py': 'class UserSession:\n    def refresh_token(self):\n        return renew(self)\n',
  'src/index.ts': 'export {}\n',
  'web/index.ts': 'export {}\n',
  Makefile: 'all:\n\techo\n',
  'docs/shipping.md': 'Parcels are shipped on weekdays.\n',
}

describe('a pack', () => {
  it.each([
    ['the price in src/cart/total-price.ts:2 is wrong', 'src/cart/total-price.ts', 'The task names'],
    ['see session.py.', 'src/user/session.py', 'The task names session.py.'],
    ['the Makefile is wrong', 'Makefile', 'The task names Makefile.'],
    ['`addToCart` forgets an item', 'src/cart/add-to-cart.ts', 'It defines addToCart.'],
    ['refresh_token() fails', 'src/user/session.py', 'It defines refresh_token.'],
    ['when are parcels shipped?', 'docs/shipping.md', 'It speaks of'],
    ['a user session expires', 'src/user/session.py', 'It speaks of user, session.'],
  ])('for %j starts with %s', async (task, path, reason) => {
    const { files, text } = await packed(repositoryOf(shop), task)
    expect(files[0]).toMatchObject({ path, lines: 'all' })
    expect(files[0]?.reasons[0]).toContain(reason)
    expect(text).toContain(`## ${path}\n`)
  })

  it('holds nothing that shares no word with the task', async () => {
    expect(await paths(repositoryOf(shop), 'parcels')).toEqual(['docs/shipping.md'])
    expect(await packed(repositoryOf(shop), 'please do it')).toMatchObject({
      files: [],
      text: '## Gaps\n\n- No file here shares a word with the task.\n\n',
    })
  })

  it('takes nobody at his word whose name so many bear', async () => {
    const namesakes = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e'].map((folder) => [`${folder}/index.ts`, 'x\n']),
    )
    expect((await packed(repositoryOf(namesakes), 'index.ts')).files[0]?.reasons[0]).not.toContain('names')
  })

  it('leaves out what no agent should read, and says so', async () => {
    const root = repositoryOf({
      'token.ts': 'the token\n',
      '.env': 'TOKEN=x\n',
      'package-lock.json': '{"token": 1}\n',
      'dist/app.min.js': 'token\n',
      'lib/blob.ts': 'token\0\0',
      'lib/one-line.js': `${'token();'.repeat(1000)}\n`,
      'lib/huge.csv': 'token\n'.repeat(60_000),
      'token.png': 'token',
      '.keel/journal/token.jsonl': 'token\n',
      'ignored/token.ts': 'token\n',
      '.gitignore': 'ignored/\n',
    })
    symlinkSync('/etc/hosts', join(root, 'token-link.ts'))
    const { files, leftOut } = await packed(root, 'token')
    expect(files.map(({ path }) => path)).toEqual(['token.ts'])
    expect(leftOut).toEqual([
      { why: 'binary', count: 2, examples: ['lib/blob.ts', 'token.png'] },
      { why: 'generated', count: 3, examples: ['dist/app.min.js', 'lib/one-line.js', 'package-lock.json'] },
      { why: 'huge', count: 1, examples: ['lib/huge.csv'] },
      { why: 'secret', count: 1, examples: ['.env'] },
    ])
  })

  it('is the same whatever has happened to what is remembered', async () => {
    const root = repositoryOf(shop)
    const cache = join(scratch().base, 'cache')
    const ask = () => packed(root, 'refresh the token of a session', { cache })
    const anew = await ask()
    for (const path of filesBelow(join(cache, 'words')))
      for (const part of [0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9]) {
        const bytes = readFileSync(path)
        const at = Math.floor(bytes.length * part)
        writeFileSync(path, bytes.fill((bytes[at] ?? 0) ^ 1, at, at + 1))
        expect(await ask(), `${path} at ${part}`).toEqual(anew)
      }
    expect(await ask(), 'remembered').toEqual(anew)
  })

  it('shows the lines that matter of a file that does not fit', async () => {
    const filler = (name: string) =>
      Array.from({ length: 400 }, (_, n) => `const ${name}${n} = ${n}`).join('\n')
    const root = repositoryOf({ 'long.ts': `${filler('a')}\nfunction renderInvoice() {}\n${filler('b')}\n` })
    const { files, text, tokens } = await packed(root, 'renderInvoice is slow', { budget: 400 })
    expect(files).toMatchObject([{ path: 'long.ts', lines: [[expect.any(Number), expect.any(Number)]] }])
    expect(text).toContain('function renderInvoice() {}')
    expect(text).toMatch(/^## long\.ts, lines 401-401\n/)
    expect(tokens).toBeLessThanOrEqual(400)
  })

  it('names what there was no room for', async () => {
    const root = repositoryOf(
      Object.fromEntries(
        Array.from({ length: 30 }, (_, n) => [
          `part-${n}-of-a-name-that-is-long/invoice-${n}.ts`,
          'invoice '.repeat(200),
        ]),
      ),
    )
    const { files, noRoom, tokens } = await packed(root, 'invoice', { budget: 100 })
    expect(files.length).toBeGreaterThan(0)
    expect(files.every(({ level }) => level === 'stub')).toBe(true)
    expect(noRoom.length).toBeGreaterThan(0)
    expect(tokens).toBeLessThanOrEqual(100)
  })

  it('quotes a file whose own fences could end the quotation', async () => {
    const { text } = await packed(repositoryOf({ 'guide.md': '````\ninvoice\n````\n' }), 'invoice')
    expect(text).toContain('`````md\n````\ninvoice\n````\n`````\n')
  })
})

const text = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('```', '', 'const a = 1', '  ', '#')), {
    maxLength: 60,
  })
  .map((lines) => lines.join('\n'))
const definition: fc.Arbitrary<Definition> = fc.record({
  name: fc.string({ minLength: 1 }),
  kind: fc.constantFrom('class', 'function', 'heading'),
  line: fc.integer({ min: 1, max: 80 }),
  endLine: fc.integer({ min: 1, max: 80 }),
  signature: fc.string(),
  doc: fc.constant(null),
  exported: fc.boolean(),
  parent: fc.constant(null),
})
const candidate: fc.Arbitrary<Candidate> = fc
  .record({
    path: fc.string({ minLength: 1 }),
    score: fc.double({ min: 0, max: 1, noNaN: true }),
    reasons: fc.array(fc.string(), { maxLength: 2 }),
    isNamed: fc.boolean(),
    text,
    definitions: fc.array(definition, { maxLength: 8 }),
    lines: fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 6 }),
  })
  .map((one) => ({ ...one, best: one.definitions.slice(0, 3) }))

describe('fitting', () => {
  it('never exceeds the budget and counts exactly, whatever the files and the strategy', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(candidate, { maxLength: 12, selector: ({ path }) => path }),
        fc.integer({ min: 0, max: 1500 }),
        fc.constantFrom(...strategies),
        (candidates, budget, strategy) => {
          const prospects = candidates.map((one) => ({
            path: one.path,
            isNamed: one.isNamed,
            read: () => one,
          }))
          const fitted = fitFiles({ prospects, budget, strategy, countTokens })
          expect(fitted.tokens).toBeLessThanOrEqual(budget)
          expect(countTokens(fitted.text)).toBe(fitted.tokens)
          expect(fitted.files.length + fitted.noRoom.length).toBe(candidates.length)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('never exceeds the budget with what it says of gaps, and says all of them where there is room', () => {
    const gap = fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme' })
    fc.assert(
      fc.property(
        fc.uniqueArray(candidate, { maxLength: 8, selector: ({ path }) => path }),
        fc.array(gap, { maxLength: 6 }),
        fc.integer({ min: 0, max: 1500 }),
        (candidates, gaps, budget) => {
          const prospects = candidates.map((one) => ({ ...one, read: () => one }))
          const said = sayGaps({
            budget,
            countTokens,
            fitInto: (room) => fitFiles({ prospects, budget: room, strategy: 'relevance', countTokens }),
            gapsOf: (fitted) => [...gaps, ...(fitted?.noRoom ?? [])],
          })
          expect(said.tokens).toBeLessThanOrEqual(budget)
          expect(countTokens(said.text)).toBe(said.tokens)
          expect(said.gaps).toEqual([...gaps, ...said.noRoom])
          const whole = gaps.map((one) => `- ${quoteName(one)}\n`).join('')
          if (gaps.length > 0 && countTokens(`## Gaps\n\n${whole}\n`) <= budget / 2)
            expect(said.text.startsWith(`## Gaps\n\n${whole}`)).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('has a line of every file that is named, before it shows much of any', () => {
    const one = (path: string, isNamed: boolean): Candidate => ({
      path,
      score: 0.9,
      reasons: ['Because.'],
      isNamed,
      text: 'word '.repeat(2000),
      definitions: [],
      best: [],
      lines: [1],
    })
    const candidates = [...Array.from({ length: 5 }, (_, n) => one(`a${n}.ts`, false)), one('z.ts', true)]
    const prospects = candidates.map((own) => ({ path: own.path, isNamed: own.isNamed, read: () => own }))
    const { files } = fitFiles({ prospects, budget: 120, strategy: 'relevance', countTokens })
    expect(files.map(({ path }) => path)).toContain('z.ts')
  })
})

describe('matching words', () => {
  it('finds the same words that splitting the text would', () => {
    const part = fc.constantFrom(
      'user',
      'User',
      'USER',
      'users',
      'log',
      'Log',
      'HTTP',
      'http',
      '_',
      ' ',
      '-',
      '9',
      'e',
      'E',
    )
    const words = ['user', 'log', 'http']
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const text = parts.join('')
        const found = [...wordMatcher(words)(text)].map(({ word }) => words[word])
        const split = wordsOf(text)
          .map((word) =>
            word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word,
          )
          .filter((word) => words.includes(word))
        expect(found).toEqual(split)
      }),
      { numRuns: 2000 },
    )
  })
})
