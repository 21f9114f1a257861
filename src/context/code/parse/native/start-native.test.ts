import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { packageFile } from '#kit/package-file.ts'
import { languageOf, languages } from '../../languages/all.ts'
import { python } from '../../languages/python.ts'
import { scala } from '../../languages/scala.ts'
import { type Parsers, startParsing } from '../start-parsing.ts'
import { findNative } from './find-native.ts'
import { type NativeParsers, startNative } from './start-native.ts'

const FIXTURES = packageFile('test/fixtures/code')
const native = findNative(packageFile('dist/native'))
const shared = languages.filter(({ grammar }) => grammar in (native?.grammars ?? {}))

const NONE = { program: '', grammars: {} }

let inWasm: Promise<Parsers> | null = null
let natively: NativeParsers | null = null
afterAll(() => natively?.end())

async function compare(language: (typeof languages)[number], source: string): Promise<void> {
  inWasm ??= startParsing({ grammars: packageFile('dist/grammars') })
  natively ??= startNative(native ?? NONE)
  const [here, there] = [await (await inWasm)(language), await natively.parserOf(language)]
  const found = await there?.({ source, limitMs: 20_000 })?.()
  // It is for WebAssembly then.
  if (found === undefined || found === null) {
    expect(source).toMatch(/[^\0-\u086f\u2000-\u33ff]/)
    return
  }
  expect(found.kind).toBe('parsed')
  expect(found).toEqual(here?.({ source, limitMs: 20_000 })())
  if (!/\p{Surrogate}/u.test(source))
    expect(await there?.({ source, bytes: Buffer.from(source), limitMs: 20_000 })?.()).toEqual(found)
}

function sampleOf({ grammar }: (typeof languages)[number]): string {
  const folder = join(FIXTURES, grammar)
  const name = readdirSync(folder).find((one) => languageOf(one)?.grammar === grammar) ?? ''
  return readFileSync(join(folder, name), 'utf8')
}

/** A text with a piece taken out of it, or put in from elsewhere, or a letter that stands for trouble. */
const damage = fc.record({
  at: fc.nat(),
  without: fc.nat({ max: 40 }),
  piece: fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
    fc.constantFrom(
      '',
      '{',
      '}',
      '(',
      '"',
      "'",
      '`',
      '<',
      '/*',
      '#',
      '\n',
      '\t',
      'é',
      '日本',
      '😀',
      '\u{feff}',
      '\0',
    ),
    fc.tuple(fc.nat(), fc.nat({ max: 40 })),
  ),
})

function damaged(
  text: string,
  { at, without, piece }: typeof damage extends fc.Arbitrary<infer One> ? One : never,
): string {
  const place = at % (text.length + 1)
  const from = typeof piece === 'string' ? 0 : piece[0] % (text.length + 1)
  const put = typeof piece === 'string' ? piece : text.slice(from, from + piece[1])
  return text.slice(0, place) + put + text.slice(place + without)
}

/** Words with letters of all kinds in them, a line each: what an expression takes for a letter is another in each Unicode. */
const LETTERS = {
  few: wordsWith([0, 0x870], [0x2000, 0x3400]),
  most: wordsWith([0, 0xd800], [0xe000, 0x20000]),
}

function wordsWith(...ranges: readonly (readonly [number, number])[]): string {
  const letters = ranges.flatMap(([from, until]) =>
    Array.from({ length: until - from }, (_, place) => from + place),
  )
  // Each of the first, and of the others so many as can be parsed in a moment.
  const chosen = letters.filter((letter) => letter < 0x870 || letter % 41 === 0)
  return chosen.map((letter) => `a${String.fromCodePoint(letter)}b(c)\n`).join('')
}

const SOURCE = `
class Basket(ware, shelf): pass
def fill(apple, pear=1, *plums) -> crate: pack(apple, pears, 'nuts')
def empty(): 'peel'; throw('rind'); sort(seeds, stones=heap)
weigh(scale)  # pound
price(('cent', euro), coin, change(note), purse.pocket.find(hole)[lining], # till
  'receipt')
`

/** Of each thing that a query may say, on its own and with others. */
const QUERIES = [
  '(argument_list . (identifier) @ref.call)',
  '(argument_list (identifier) @ref.call .)',
  '(argument_list (identifier) @ref.call . (identifier) @ref.type)',
  '(block . (expression_statement (string))? . (expression_statement (call function: (identifier) @ref.call)))',
  '(argument_list . (identifier)? @ref.type (string) @ref.call)',
  '(argument_list (identifier) @ref.call (string)? .)',
  '(argument_list (identifier) @ref.call (identifier)? @ref.type (string)? @ref.new .)',
  '(argument_list "(" . _ @ref.call)',
  '(call function: (identifier) @ref.call arguments: (argument_list (_)? @ref.type))',
  '(call function: (_) @ref.call (argument_list . [(identifier) (string)] @ref.type))',
  '[(identifier) (string)] @ref.call',
  '(_ name: (identifier) @ref.call)',
  '(_ [(call function: (identifier) @ref.call) (keyword_argument value: (_) @ref.type)])',
  '(function_definition !return_type name: (identifier) @ref.call)',
  '(function_definition name: (identifier) @ref.call return_type: (_)? @ref.type) @ref.new',
  '(block (expression_statement (string))? (expression_statement (call function: (identifier) @ref.call)))',
  '((call function: (identifier) @ref.call) @ref.type (#match? @ref.call "^[a-q]"))',
  '(call function: (identifier) @ref.call (#not-any-of? @ref.call "pack" "price" "\\n"))',
  '; a remark\n(call (identifier) @ref.call @ref.type) (attribute object: (_) @ref.new) ; another',
]

const why = native === null ? ' (skipped: no native parser was built, see what `npm run build` says)' : ''

describe.skipIf(native === null)(`the native parser${why}`, () => {
  it('has the languages that most files are written in', () => {
    expect(shared.length).toBeGreaterThanOrEqual(16)
  })

  for (const language of shared) {
    it(`finds what WebAssembly finds: ${language.name}`, async () => {
      await compare(language, sampleOf(language))
    })

    it(`takes the same letters for letters: ${language.name}`, async () => {
      await compare(language, LETTERS[native?.grammars[language.grammar] ?? 'few'])
    })

    it(`and in texts that are broken, too: ${language.name}`, async () => {
      const text = sampleOf(language)
      await fc.assert(
        fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), (all) =>
          compare(language, all.reduce(damaged, text)),
        ),
        { numRuns: Number(process.env['KEEL_NATIVE_RUNS'] ?? 25) },
      )
    })
  }

  it('finds all of what stands in several lists, as WebAssembly does', async () => {
    await compare(scala, 'case class Shelf(x: Int)(y: Int)(implicit z: Int)\n')
  })

  it.each(QUERIES)('understands a query as tree-sitter does: %s', async (query) => {
    await compare({ ...python, query }, SOURCE)
    const parse = await natively?.parserOf({ ...python, query })
    const found = await parse?.({ source: SOURCE, limitMs: 20_000 })?.()
    expect(found?.kind === 'parsed' && found.tags.references).not.toEqual([])
  })

  it.each([
    '(module (expression_statement)* @ref.call)',
    '(module (expression_statement)+ @ref.call)',
    '(expression_statement (_) . (_)) (ERROR) @ref.call',
    '((identifier) . (identifier) @ref.call)',
    '(expression) @ref.call',
    '(nothing_of_the_kind) @ref.call',
    '(call nothing: (_) @ref.call)',
    '(call _ . (argument_list) @ref.call)',
    '(module (#eq? @ref.call',
    '(module',
  ])('and leaves one to WebAssembly that has more than keel’s own: %s', async (query) => {
    natively ??= startNative(native ?? NONE)
    expect(await natively.parserOf({ ...python, query })).toBe(null)
  })

  it('gives up what takes too long, and goes on with the next', async () => {
    const [language] = shared
    if (language === undefined) throw new Error('it has no language')
    natively ??= startNative(native ?? NONE)
    const parse = await natively.parserOf(language)
    const long = sampleOf(language).repeat(2000)
    expect(await parse?.({ source: long, limitMs: 5 })?.()).toEqual({ kind: 'failed', why: 'timeout' })
    await compare(language, sampleOf(language))
  })
})
