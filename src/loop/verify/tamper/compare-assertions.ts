import type { Tampering } from '#words/evidence.ts'
import type { TestPair } from './match-tests.ts'
import type { Assertion, TestCase, TestFile } from './test-file.ts'
import { wordsIn } from './words-in.ts'

type Comparing = {
  readonly pair: TestPair
  readonly file: TestFile
  /** Functions that assert, before and after: to call one is to assert. */
  readonly asserting: { readonly before: ReadonlySet<string>; readonly after: ReadonlySet<string> }
}

/** What a test asserted and no longer does. Only what is sure: an expectation may change, and a test be rewritten. */
export function compareAssertions({ pair, file, asserting }: Comparing): Tampering[] {
  const { before, after } = pair
  const finding = { kind: 'assertion-removed', path: after.path } as const
  if (squeezed(before.text) === squeezed(after.text) || (before.skip === null && after.skip !== null))
    return []
  const calls = callsOf(after, asserting.after)
  const formerCalls = callsOf(before, asserting.before)
  const old = before.assertions.length + formerCalls
  const now = after.assertions.length + calls
  if (old > 0 && now === 0)
    return [{ ...finding, line: after.line, text: `The test “${after.leaf}” asserts nothing any more.` }]
  if (isSwallowing(after, file) && !isSwallowing(before, file)) {
    const text = `The test “${after.leaf}” now swallows what fails in it.`
    return [{ ...finding, line: after.line, text }]
  }
  return [
    ...findLoosened({ pair, file }).map(({ line, text }) => ({
      ...finding,
      line,
      text: `The test “${after.leaf}” now accepts nearly anything: \`${short(text)}\`.`,
    })),
    ...(now < old && calls <= formerCalls ? findDropped(pair, file) : []).map(({ text }) => ({
      ...finding,
      line: after.line,
      text: `The test “${after.leaf}” no longer asserts \`${short(text)}\`.`,
    })),
  ]
}

function callsOf({ text, leaf, assertions }: TestCase, names: ReadonlySet<string>): number {
  const inAssertions = new Set(assertions.flatMap(({ words }) => [...words]))
  return [...wordsIn(text)].filter(([word]) => word !== leaf && names.has(word) && !inAssertions.has(word))
    .length
}

/** Assertions that are gone while nothing new in the test speaks of the same. One that was written anew is another. */
function findDropped({ before, after }: TestPair, { language }: TestFile): Assertion[] {
  const gone = newLines({ from: after.text, to: before.text }).length
  if (gone > 2 && gone > before.text.split('\n').length / 2) return []
  const added = wordsIn(newLines({ from: before.text, to: after.text }).join('\n'))
  return without(before.own, after.assertions).filter(({ words, text }) => {
    const known = [...words].filter((word) => added.has(word)).length
    // To fail on the way is no statement about the outcome.
    if (language.weak.test(text) || /\b(?:fail|ifError)\(/.test(text)) return false
    return words.size === 0 ? added.size === 0 : known / words.size < 0.5
  })
}

/** Weak assertions in the place of a stronger one about the same. */
function findLoosened({ pair: { before, after }, file }: { pair: TestPair; file: TestFile }): Assertion[] {
  const { weak } = file.language
  const lost = without(before.assertions, after.assertions).filter(
    ({ text }) =>
      !weak.test(text) &&
      !/\b(?:true|false|null|nil|none|undefined|nullptr)\b|!=|not[_.]?(?:equal|empty|to|be)/i.test(text),
  )
  const added = without(after.assertions, before.assertions)
  const strong = added.filter(({ text }) => !weak.test(text))
  return added.filter(
    ({ text, words }) =>
      weak.test(text) &&
      lost.some((old) => covers(old.words, subjectOf(words))) &&
      !strong.some((other) => covers(other.words, subjectOf(words))) &&
      added.length <= lost.length,
  )
}

/** The names that a weak assertion is about, without those of what it asserts. */
function subjectOf(words: ReadonlySet<string>): Set<string> {
  return new Set([...words].filter((word) => !WEAK_WORDS.test(word)))
}

const WEAK_WORDS =
  /^(?:toBe\w+|toThrow\w*|anything|any|Object|assert\w*|isOk|exist|be_\w+|not_to|NotNil|NotEmpty|NotNull|IsNotNull|isNotNull|is_ok|is_some|Should|NotBeNull|Assert|refute\w*|XCTAssert\w+|True|raise_error|addToAssertionCount)$/

function covers(words: ReadonlySet<string>, subject: ReadonlySet<string>): boolean {
  return subject.size > 0 && [...subject].every((word) => words.has(word))
}

/** Something around the assertions that catches what they throw, and says nothing. */
function isSwallowing({ text }: TestCase, { language }: TestFile): boolean {
  return [...text.matchAll(SWALLOWS)].some(([, inside = '']) =>
    [...inside.matchAll(language.assertions)].some(({ index }) => {
      const line = inside.slice(index).split('\n', 1)[0] ?? ''
      // To fail where nothing was thrown is how one expects something to be thrown.
      return !/\bfail|\bFail|assert\s*\(?\s*[Ff]alse|unreachable|\bexpect\(true\)|XCTFail/.test(line)
    }),
  )
}

const SWALLOWS =
  /\b(?:try|do|begin)\b((?:(?!\b(?:try|begin)\b)[\s\S]){0,3000}?)(?:\bexcept(?:\s+(?:Exception|BaseException|AssertionError)(?:\s+as\s+\w+)?)?\s*:\s*(?:pass\b|\.\.\.)(?!\s*else\b)|\bcatch\s*(?:\(\s*(?:\w+\s+)?(?:Throwable|Error|AssertionError|Exception)?\s*\$?\w*\s*\))?\s*\{\s*\}|\brescue(?:\s+(?:Exception|StandardError|=>\s*\w+))?\s*(?:;\s*nil)?\n\s*end\b)/g

/** Those of one list that are not in the other, as often as they are not. */
function without(some: readonly Assertion[], others: readonly Assertion[]): Assertion[] {
  const left = new Map<string, number>()
  for (const { text } of others) left.set(squeezed(text), (left.get(squeezed(text)) ?? 0) + 1)
  return some.filter(({ text }) => {
    const count = left.get(squeezed(text)) ?? 0
    left.set(squeezed(text), count - 1)
    return count <= 0
  })
}

function newLines({ from, to }: { from: string; to: string }): string[] {
  const known = new Set(from.split('\n').map(squeezed))
  return to.split('\n').filter((line) => !known.has(squeezed(line)))
}

/** Without blanks and with one kind of quotes: to set a text anew changes nothing that it says. */
function squeezed(text: string): string {
  return text
    .replaceAll(/[\s;]+/g, '')
    .replaceAll(/["`]/g, "'")
    .replaceAll(/,(?=[)\]}])/g, '')
}

function short(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text
}
