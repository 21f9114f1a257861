import { groupBy } from '#kit/group-by.ts'
import type { TreePair } from '#kit/tree-changes.ts'
import type { Tampering } from '#words/evidence.ts'
import { type ChangedTests, changedTests } from './changed-tests.ts'
import { givenTo } from './tamper/comparing/given-to.ts'
import { type GivenSide, isGivenOther } from './tamper/comparing/is-given-other.ts'
import { isSameOrder } from './tamper/comparing/is-same-order.ts'
import type { TestPair } from './tamper/comparing/match-tests.ts'
import type { Assertion, TestCase } from './tamper/reading/test-file.ts'
import { squeezed } from './tamper/text/squeezed.ts'
import { withoutMessage } from './tamper/text/without-message.ts'
import { wordsIn } from './tamper/text/words-in.ts'
import { testsNamed } from './tests-named.ts'

type Turning = TreePair & {
  /** The tests that failed before the work, and do not now. */
  readonly turned: readonly string[]
}

/**
 * Tests that failed before the work, and that expect something else now: the easiest way to turn a test green is to have it expect
 * what the code does. What is added to a test is welcome, and it may be written in other words that expect the same.
 */
export async function findRewritten({ turned, ...trees }: Turning): Promise<Tampering[]> {
  if (turned.length === 0) return []
  const changed = await changedTests(trees)
  const tests = changed.before.flatMap((file) => file.tests)
  const pairs = turned.flatMap((id) =>
    testsNamed(id, tests).flatMap((test) => changed.pairs.find(({ before }) => before === test) ?? []),
  )
  return [...new Set(pairs)].flatMap((pair): Tampering[] => {
    const what = changeOf(pair, changed)
    const { path, line, leaf } = pair.after
    const text = `“${leaf}” failed before the work, and what it ${what} was changed.`
    return what === null ? [] : [{ kind: 'expectation-changed', path, line, text }]
  })
}

/** What is other in a test: what it asserts, or what it asserts that of. */
function changeOf(pair: TestPair, changed: ChangedTests): 'asserts' | 'is given' | null {
  const { before, after } = pair
  if (rowsOf(before, changed.before).some((row) => !rowsOf(after, changed.after).includes(row)))
    return 'asserts'
  const values = new Map([...givenNames(after, changed.after), ...valuesIn(after)])
  const lost = without(saidIn(before), saidIn(after))
  const meant = lost.map((one) => meaningOf(tokensOf(one)))
  const added = without(saidIn(after), saidIn(before)).map((assertion) => {
    const named = [...assertion.words].flatMap((word) => values.get(word) ?? [])
    return {
      assertion,
      means: [meaningOf(tokensOf(assertion)), meaningOf([...tokensOf(assertion), ...named])],
      plain: withValues(plainOf(assertion), values),
    }
  })
  const was = valuesIn(before)
  const isMeant = (one: Said) => {
    const [meaning, plain] = [meaningOf(tokensOf(one)), withValues(plainOf(one), was)]
    return added.some((now) => now.means.includes(meaning) && isSameOrder(plain, now.plain))
  }
  if (!lost.every(isMeant) || hasOtherValues(pair)) return 'asserts'
  const extra = added.filter(({ means }) => !means.some((one) => meant.includes(one)))
  return isGivenOther(
    sidesOf({ pair, changed, extra: new Set(extra.map(({ assertion }) => keyOf(assertion))) }),
  )
    ? 'is given'
    : null
}

type Sifting = {
  readonly pair: TestPair
  readonly changed: ChangedTests
  readonly extra: ReadonlySet<string>
}

/** A test as it was and as it is, without the assertions that came to it. Moved, it is in other company. */
function sidesOf({
  pair: { before, after },
  changed,
  extra,
}: Sifting): Record<'before' | 'after', GivenSide> {
  const sideOf = (test: TestCase, files: ChangedTests['before']): GivenSide => {
    const places = new Set(test.own.filter((one) => extra.has(keyOf(one))).map(({ at }) => at))
    const { own, beside } = givenTo({ test, files, extra: places })
    const said = saidIn(test).filter((one) => !extra.has(keyOf(one)))
    return {
      own,
      beside: before.path === after.path ? beside : [],
      said: said.map(({ core }) => withoutMessage(core)),
    }
  }
  return { before: sideOf(before, changed.before), after: sideOf(after, changed.after) }
}

type Said = Pick<Assertion, 'text' | 'core' | 'condition' | 'words'>

/** In Go a test asserts by the conditions under which it fails. */
function saidIn({ path, text, assertions }: TestCase): readonly Said[] {
  if (!path.endsWith('.go')) return assertions
  const conditions = [...text.matchAll(/^\s*(?:\} else )?if (.*)\{$/gm)].map(([, said = '']) => ({
    text: said,
    core: said,
    condition: null,
    words: new Set(wordsIn(said).keys()),
  }))
  return [...assertions, ...conditions]
}

/** Those of one list that are not in the other, as often as they are not, each with what it hangs on. */
function without(some: readonly Said[], others: readonly Said[]): Said[] {
  const left = others.map(keyOf)
  return some.filter((assertion) => {
    const at = left.indexOf(keyOf(assertion))
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

function keyOf({ text, condition }: Said): string {
  return squeezed(`${condition ?? ''}:${text}`)
}

/** What an assertion compares with, and how; neither by which names, nor what it says to people. */
function tokensOf(said: Said): string[] {
  return tokensIn(`${said.condition ?? ''} ${plainOf(said)}`)
}

function plainOf({ text, core }: Said): string {
  // It may stand in several lines, and a text is always one.
  const plain = core.replaceAll(/\s+/g, ' ').trim()
  return text.replace(plain, () => withoutMessage(plain))
}

/** With what is meant by names, in the places of these. */
function withValues(text: string, values: ReadonlyMap<string, readonly string[]>): string {
  return text.replaceAll(
    /(?<![\w$.'"`])[A-Za-z_$][\w$]*(?![\w$('"`]|\s*[:=](?!=))/g,
    (name) => values.get(name)?.join(', ') || name,
  )
}

function tokensIn(text: string): string[] {
  // Without blanks, a value would become a part of the word before it.
  const apart = text.replaceAll(/\b(assert|return|and|or|not|in|is|if)\s+(?=[\d'"`-])/g, '$1(')
  return [...squeezed(apart).matchAll(MEANING)].map(([token]) => token.toLowerCase())
}

function meaningOf(tokens: readonly string[]): string {
  return tokens.toSorted().join(' ')
}

const VALUE = /'(?:[^'\\]|\\.)*'|(?<![\w$])\d[\d_]*(?:\.\d+)?|\b(?:true|false|null|nil|none|undefined)\b/
const MEANING = new RegExp(`${VALUE.source}|[!=<>]=+|(?<![-=<])[<>](?!=)|not(?=[._A-Z(])`, 'gi')

/** What a test compares with may have a name: `const want = 6`. */
function hasOtherValues({ before, after }: TestPair): boolean {
  const words = new Set(saidIn(before).flatMap(({ words }) => [...words]))
  const now = valuesIn(after)
  return [...valuesIn(before)].some(([name, value]) => {
    const other = now.get(name)
    return words.has(name) && other !== undefined && meaningOf(other) !== meaningOf(value)
  })
}

/** What a test is given by names: what fixtures return, and what is set before each test. Only where nothing else is said of it. */
function givenNames(test: TestCase, files: ChangedTests['after']): Map<string, string[]> {
  const isPython = test.path.endsWith('.py')
  const own = files
    .filter(({ path }) => path === test.path || (isPython && /(?:^|\/)conftest\.py$/.test(path)))
    .map(({ source }) => source.bare)
  const given = own.flatMap((bare) =>
    [...bare.matchAll(isPython ? FIXTURE : SET)].map(([, name = '', value = '']) => ({ name, value })),
  )
  return new Map(
    [...groupBy(given, ({ name }) => name)].flatMap(([name, all]) => {
      const [value = [], ...others] = all.map((one) => tokensIn(one.value))
      const isSame = others.every((other) => meaningOf(other) === meaningOf(value))
      return isSame && !(isPython && isGivenElse(name, { own, times: all.length })) ? [[name, value]] : []
    }),
  )
}

const FIXTURE =
  /@(?:pytest\.)?fixture\b[^\n]*\n(?:async\s+)?def\s+(\w+)\s*\(\s*\)[^:\n]*:\s*(?:return|yield)\s([^\n]*)/g
const SET = /(?<![\w$.])([A-Za-z_$][\w$]*)\s*=(?![=>])([^\n]*)/g

type Given = { readonly own: readonly string[]; readonly times: number }

/** Whether a fixture is also made in a way that nobody can read here, or rows take its place. */
function isGivenElse(name: string, { own, times }: Given): boolean {
  const shape = new RegExp(`\\bdef\\s+${name}\\b|\\bparametrize\\([^)\\n]*\\b${name}\\b|['"]${name}['"]`, 'g')
  return own.flatMap((bare) => [...bare.matchAll(shape)]).length > times
}

function valuesIn({ text }: TestCase): Map<string, string[]> {
  const given = text.matchAll(/(?<![\w$.])([A-Za-z_$][\w$]*)(?:\s*:\s*[\w<>[\]]+)?\s*:?=(?![=>])([^\n]*)/g)
  return new Map([...given].map(([, name = '', value = '']) => [name, tokensIn(value)]))
}

/** The rows that a test is run with: those written at it, and those of a list that it names. */
function rowsOf(test: TestCase, files: ChangedTests['before']): string[] {
  return files
    .filter(({ path }) => path === test.path)
    .flatMap(({ tables }) => tables)
    .filter((table) => table.test === test || (table.test === null && test.words.has(table.name)))
    .flatMap(({ rows }) => rows.map(({ key }) => squeezed(key)))
}
