import { groupBy } from '#kit/group-by.ts'
import type { TestLanguage } from '../languages/contract.ts'
import type { Assertion } from '../reading/test-file.ts'
import { wordsIn } from '../text/words-in.ts'
import { assertionsWithout } from './assertions-without.ts'
import type { TestPair } from './match-tests.ts'

/** Weak assertions in the place of a stronger one about the same. */
export function findLoosened({ before, after }: TestPair, { weak }: TestLanguage): Assertion[] {
  const isWeak = (text: string) => weak.test(text) || TYPE_ALONE.test(text) || widthIn(text) !== null
  const lost = assertionsWithout(before.assertions, after.assertions).filter(
    ({ text }) =>
      !isWeak(text) &&
      !/\b(?:true|false|null|nil|none|undefined|nullptr)\b|!=|not[_.]?(?:equal|empty|to|be)/i.test(text),
  )
  const added = assertionsWithout(after.assertions, before.assertions)
  const strong = added.filter(({ text }) => !isWeak(text))
  const [isOfLost, isOfStrong] = [coverage(lost), coverage(strong)]
  const loosened = added.filter(({ text, words }) => {
    if (added.length > lost.length || !isWeak(text)) return false
    const subject = subjectOf({ text, words, weak })
    return isOfLost(subject) && !isOfStrong(subject)
  })
  return [...loosened, ...findWidened(lost, added), ...findNegated(lost, added)]
}

/** What gives an expected number so much room that half or twice of it would do; null where nothing does. */
function widthIn(text: string): string | null {
  for (const shape of WIDTHS) {
    const { 0: all, groups } = shape.exec(text) ?? {}
    const [value, width] = [Number(groups?.['value'] ?? 1), Number(groups?.['width'])]
    if (all !== undefined && width >= Math.abs(value) / 2 && value !== 0) return all
  }
  return null
}

const WIDTHS = [
  /\bapprox\(\s*(?<value>-?[\d.]+)\s*,[^()]*?\babs\s*=\s*(?<width>[\d.]+(?:e[+-]?\d+)?)[^()]*\)/,
  /\bapprox\([^()]*?\brel\s*=\s*(?<width>[\d.]+(?:e[+-]?\d+)?)[^()]*\)/,
  /,\s*(?<value>-?[\d.]+)\s*,\s*delta\s*=\s*(?<width>[\d.]+)/,
  /\bInDelta\(\s*\w+\s*,\s*(?<value>-?[\d.]+)\s*,(?=.*,\s*(?<width>[\d.]+)\s*\))/,
  /\b(?:closeTo|approximately)\(\s*(?<value>-?[\d.]+)\s*,\s*(?<width>[\d.]+)\s*\)/,
]

/** What tells no more than of what type a thing is. */
const TYPE_ALONE =
  /\b(?:expect|assert(?:\.\w+)?|t\.\w+)\s*\(\s*typeof\b(?!.*\?)|\.to\.be\.an?\(\s*['"]\w+['"]\s*\)|\.toBeInstanceOf\s*\(\s*(?:Number|String|Object|Boolean)\s*\)|\.to\w+\(\s*expect\.any\(\w+\)\s*\)|\bNumber\.is(?:Finite|Integer)\b|\bassert\.(?:isNumber|isString|isObject)\b|^assert\s+(?:isinstance|type)\s*\(|\.assertIsInstance\s*\(|\b(?:assert|require)\.(?:IsType|NotZero)\b/

/** Any failure, where it was a certain one. */
function findWidened(lost: readonly Assertion[], added: readonly Assertion[]): Assertion[] {
  const isBroad = ({ text }: Assertion) => THROWS_ANYTHING.test(text)
  const narrow = (some: readonly Assertion[]) =>
    some.filter((one) => THROWS.test(one.text) && !isBroad(one)).length
  return narrow(lost) > 0 && narrow(added) === 0 ? added.filter(isBroad) : []
}

const THROWS =
  /\braises\s*\(\s*[\w.(]|\.assertRaises\w*\s*\(\s*\w|\bassertThrows(?:Exactly)?\s*\(\s*\w|\bassertFailsWith\s*[<(]|\bThrows(?:Any|Exactly|Async)*\s*<|\braise_error[ (]+[A-Z]|\bexpectException\s*\(|\bisInstanceOf\s*\(/
const THROWS_ANYTHING =
  /\braises\s*\(\s*(?:Base)?Exception\s*\)|\.assertRaises\s*\(\s*(?:Base)?Exception\b|\bassertThrows\s*\(\s*(?:Throwable|Exception)\.class\b|\bassertFailsWith\s*<\s*(?:Throwable|Exception)\s*>|\bThrows(?:Any)?(?:Async)?\s*<\s*(?:System\.)?Exception\s*>|\braise_error[ (]+(?:Exception|StandardError)\s*\)?\s*$|\bexpectException\s*\(\s*\\?(?:Throwable|Exception)::class\s*\)/

/** That it is not some other value, where the value was told. */
function findNegated(lost: readonly Assertion[], added: readonly Assertion[]): Assertion[] {
  return added.filter(({ text, words }) => {
    if (!NEGATED.test(text)) return false
    return lost.some((old) => {
      const others = [...words].filter((word) => !old.words.has(word) && !NEGATED_WORDS.test(word))
      const names = [...words].filter((word) => /^[a-z_$]/i.test(word) && old.words.has(word))
      const isOfLiteral = others.length > 0 && others.every((word) => /^\d+$/.test(word))
      return isOfLiteral && names.length > 0 && /\d/.test(old.text)
    })
  })
}

const NEGATED =
  /\bassert_ne!|\.not\.(?:toBe|toEqual|toStrictEqual|to\.equal)\s*\(|\bassert(?:Not(?:Equals?|Same)|_not_equal)\b|\bAssert\.(?:NotEqual|AreNotEqual)\b|^assert\b[^=<>]*!=|\brefute_equal\b|\bnot_to eq\b|\bNotEqual\(/
const NEGATED_WORDS =
  /^(?:assert_ne|assertNot\w+|assert_not_equal|refute_equal|NotEqual|AreNotEqual|not_to|toBe|toEqual)$/

type Weak = { readonly text: string; readonly words: ReadonlySet<string>; readonly weak: RegExp }

/** The names that a weak assertion is about, without those of what it asserts. */
function subjectOf({ text, words, weak }: Weak): Set<string> {
  const width = widthIn(text)
  const others = [
    ...wordsIn(
      text
        .replace(weak, ' ')
        .replace(TYPE_ALONE, ' ')
        .replace(width ?? '', ' '),
    ).keys(),
  ].filter((word) => width === null || !/^\d+$/.test(word))
  return new Set((others.length > 0 ? others : [...words]).filter((word) => !WEAK_WORDS.test(word)))
}

const WEAK_WORDS =
  /^(?:typeof|number|string|boolean|object|isinstance|type|callable|int|float|str|bool|dict|list|tuple|Number|String|Boolean|isFinite|isInteger|isNumber|isString|isObject|strictEqual|deepEqual|deepStrictEqual|IsType|InDelta|strict|approx|abs|rel|delta|close\w*|pytest|toBe\w+|toThrow\w*|anything|any|Object|assert\w*|isOk|exist|be_\w+|not_to|NotNil|NotEmpty|NotNull|IsNotNull|isNotNull|is_ok|is_some|Should|NotBeNull|Assert|refute\w*|XCTAssert\w+|True|raise_error|addToAssertionCount)$/

/** Says of a subject whether one of some assertions has all of its words. Only those with the rarest of them are looked at. */
function coverage(some: readonly Assertion[]): (subject: ReadonlySet<string>) => boolean {
  const pairs = some.flatMap((one) => [...one.words].map((word) => ({ word, one })))
  const byWord = groupBy(pairs, ({ word }) => word)
  return (subject) => {
    const lists = [...subject].map((word) => byWord.get(word) ?? [])
    const shortest = lists.sort((one, other) => one.length - other.length)[0] ?? []
    return shortest.some(({ one }) => [...subject].every((word) => one.words.has(word)))
  }
}
