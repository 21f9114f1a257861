import { groupBy } from '#kit/group-by.ts'
import type { Tampering } from '#words/evidence.ts'
import type { TestLanguage } from '../languages/contract.ts'
import type { Assertion, TestCase, TestFile } from '../reading/test-file.ts'
import { CAUGHT } from '../reading/why-unheard.ts'
import { lastUpTo } from '../text/last-up-to.ts'
import { splitOutside } from '../text/split-outside.ts'
import { squeezed } from '../text/squeezed.ts'
import { wordsIn } from '../text/words-in.ts'
import { assertionsInside } from './assertions-inside.ts'
import { assertionsWithout } from './assertions-without.ts'
import { compareClaims } from './compare-claims.ts'
import { findLoosened } from './find-loosened.ts'
import type { TestPair } from './match-tests.ts'

type Comparing = {
  readonly pair: TestPair
  readonly file: TestFile
  /** Functions that assert, before and after: to call one is to assert. */
  readonly asserting: {
    readonly before: ReadonlySet<string>
    readonly after: ReadonlySet<string>
    /** All functions that one can look into now. */
    readonly known: ReadonlySet<string>
  }
}

/** What a test asserted and no longer does. Only what is sure: an expectation may change, and a test be rewritten. */
export function compareAssertions({ pair, file, asserting }: Comparing): Tampering[] {
  const { before, after } = pair
  const finding = { kind: 'assertion-removed', path: after.path } as const
  if (squeezed(before.text) === squeezed(after.text) || isToldAsSkipped(pair)) return []
  const stilled = findStilled(pair)
  if (stilled.length > 0)
    return stilled.map(({ line, core, idle, condition }) => ({
      ...finding,
      line,
      text: `In the test “${after.leaf}”, \`${short(core)}\` asserts nothing any more: ${idle ?? `it stands under \`${short(condition ?? '')}\``}.`,
    }))
  const calls = callsOf(after, asserting.after)
  const formerCalls = callsOf(before, asserting.before)
  const gained = gainedIn(pair, { language: file.language, asserting })
  const old = before.assertions.length + formerCalls
  const now = after.assertions.length + calls + gained.length
  if (old > 0 && now === 0)
    return [{ ...finding, line: after.line, text: `The test “${after.leaf}” asserts nothing any more.` }]
  if (isSwallowing(after) && !isSwallowing(before)) {
    const text = `The test “${after.leaf}” now swallows what fails in it.`
    return [{ ...finding, line: after.line, text }]
  }
  const weakened = findWeakened(pair, file.language)
  if (weakened.length > 0) return weakened
  return [
    ...findLoosened(pair, file.language).map(({ line, text }) => ({
      ...finding,
      line,
      text: `The test “${after.leaf}” now accepts nearly anything: \`${short(text)}\`.`,
    })),
    ...(now < old && calls <= formerCalls && !gained.includes('helper')
      ? findDropped(pair, file).slice(gained.length)
      : []
    ).map(({ text }) => ({
      ...finding,
      line: after.line,
      text: `The test “${after.leaf}” no longer asserts \`${short(text)}\`.`,
    })),
  ]
}

/** Whether the test does not come to its assertions at all, which is told of it as a whole. */
function isToldAsSkipped({ before, after }: TestPair): boolean {
  return (
    (before.skip === null && after.skip !== null) ||
    (before.earlyReturn === null && after.earlyReturn?.isConditional === false)
  )
}

/** Assertions that now say the contrary, or nothing. */
function findWeakened(pair: TestPair, language: TestLanguage): Tampering[] {
  const { path, leaf } = pair.after
  return [
    ...compareClaims(pair).map(({ assertion, how }) => ({ ...assertion, ...WEAKENED[how] })),
    ...findExpectedToFail(pair, language).map((one) => ({ ...one, ...WEAKENED.failing })),
  ].map(({ kind, line, core, told }) => ({
    kind,
    path,
    line,
    text: `The test “${leaf}” ${told}: \`${short(squeezedLine(core))}\`.`,
  }))
}

const WEAKENED = {
  turned: { kind: 'assertion-removed', told: 'now asserts the contrary' },
  itself: { kind: 'tautology', told: 'now compares a thing with itself' },
  ordered: { kind: 'assertion-removed', told: 'now accepts nearly anything' },
  failing: { kind: 'assertion-removed', told: 'now expects an assertion to fail' },
} as const

function squeezedLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Assertions that something stands around now which wants them to fail. */
function findExpectedToFail({ before, after }: TestPair, { assertions }: TestLanguage): Assertion[] {
  const cores = new Set(
    assertionsWithout(before.assertions, after.assertions).map(({ core }) => squeezed(core)),
  )
  return assertionsWithout(after.assertions, before.assertions).filter(({ core }) =>
    assertionsInside(`assert(${expectedToFail(core)}`, assertions).some((inner) => cores.has(inner)),
  )
}

/** What is run in the hope that it throws: not what is then said of what it threw. */
function expectedToFail(core: string): string {
  const found = WANTS_FAILURE.exec(core)
  if (found === null) return ''
  const args = splitOutside(splitOutside(core.slice(found[0].length), ')')[0] ?? '', ',')
  if (!found[0].startsWith('expect')) return args.slice(0, JVM_THROWS.test(found[0]) ? 2 : 1).join(',')
  return /\)\s*\.(?:toThrow|to\.throw|rejects)/.test(core) ? (args[0] ?? '') : ''
}

const WANTS_FAILURE =
  /^(?:(?:assert|t|tap|t\.assert)\.(?:throws|rejects|throwsAsync)|expect|(?:Assertions?\.)?assertThrows\w*|Assert\.Throws\w*(?:<[^<>]*>)?)\s*\(/
const JVM_THROWS = /^(?:Assertions?\.)?assertThrows/

/** Assertions that are still written there, and that something new around them or the loss of their end made idle. */
function findStilled({ before, after }: TestPair): Assertion[] {
  const cores = new Set(before.assertions.map(({ core }) => squeezed(core)))
  const active = new Set(after.assertions.map(({ core }) => squeezed(core)))
  const known = new Set(before.idle.map(({ core }) => squeezed(core)))
  const longer = [...cores].filter((old) => !active.has(old)).sort()
  const idle = after.idle.filter(({ core }) => {
    const text = squeezed(core)
    if (known.has(text) || active.has(text)) return false
    const place = lastUpTo(longer, `${text}.`)
    return (
      cores.has(text) || longer.slice(Math.max(0, place), place + 2).some((old) => old.startsWith(`${text}.`))
    )
  })
  const free = new Set(
    before.assertions.filter(({ condition }) => condition === null).map(({ core }) => squeezed(core)),
  )
  const isAsserted = assertedBeside(after)
  const conditional = after.assertions.filter(
    ({ core, condition }) =>
      condition !== null &&
      free.has(squeezed(core)) &&
      // What was asserted before is asserted still where the next hangs on it.
      !free.has(squeezed(condition.replace(/\s*(?:&&|\band)$/, ''))) &&
      !isAsserted(condition, core),
  )
  return [...idle, ...conditional]
}

/** Where something is asserted in any case, or instead, the condition may be what the test is about. */
function assertedBeside({ assertions, text }: TestCase): (condition: string, but: string) => boolean {
  const isElse = DOES_INSTEAD.test(text)
  const byCondition = groupBy(assertions, ({ condition }) => condition)
  const coresUnder = [...byCondition].map(([condition, some]) => ({
    condition,
    cores: new Set(some.map(({ core }) => core)),
  }))
  return (condition, but) =>
    isElse ||
    coresUnder.some(
      ({ condition: other, cores }) => other !== condition && (cores.size > 1 || !cores.has(but)),
    )
}

/** Another branch, and not one that is there to be empty. */
const DOES_INSTEAD = /\belse\b(?!\s*(?:\{\s*\}|;|:?\s*(?:None|True|pass|\.\.\.)(?!\w)))/

/** What may fail the test now and did not before: helpers that it hands itself to, and what it gives back. */
function gainedIn(
  { before, after }: TestPair,
  { language, asserting }: { language: TestLanguage; asserting: Comparing['asserting'] },
): ('helper' | 'result')[] {
  const { mayFail } = language
  if (mayFail === undefined) return []
  const found = (text: string) =>
    [...text.matchAll(mayFail)]
      .map(({ groups }) => groups?.['name'] ?? '')
      .filter((name) => !asserting.known.has(name) || asserting.after.has(name))
  const former = new Set(found(before.text))
  const helpers = found(after.text).filter((name) => name !== '' && !former.has(name) && name !== after.leaf)
  const results = (text: string) => found(text).filter((name) => name === '').length
  return [
    ...helpers.map(() => 'helper' as const),
    ...Array.from(
      { length: Math.max(0, results(after.text) - results(before.text)) },
      () => 'result' as const,
    ),
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
  const come = newLines({ from: before.text, to: after.text }).join('\n')
  // Only what asserts, or calls what may, can say the same in other words.
  const isSilent =
    assertionsWithout(after.assertions, before.assertions).length === 0 && !callsAnew(before.text, come)
  const added = isSilent ? new Map<string, number>() : wordsIn(come)
  const inner = new Set(after.assertions.flatMap(({ core }) => assertionsInside(core, language.assertions)))
  const thrown = new Set([...come.matchAll(EXPECTS_THROWN)].map(([, type = '']) => type))
  // What was made and looked at is now made where something is expected to be thrown.
  const isExpectedToThrow = (name: string) => {
    const made = new RegExp(
      `(?<![\\w.])${name.replaceAll('$', '\\$')}\\s*:?=\\s*(?:await\\s+)?(\\w[^\\n;]*\\))`,
    ).exec(before.text)?.[1]
    return made !== undefined && !after.words.has(name) && squeezed(come).includes(squeezed(made))
  }
  return assertionsWithout(before.own, after.assertions).filter((assertion) => {
    const { text, core } = assertion
    // One that is an argument of another is no assertion of its own.
    if (inner.has(squeezed(core))) return false
    // To fail on the way is no statement about the outcome.
    if (language.weak.test(text) || /\b(?:fail\w*|ifError)\(/.test(text)) return false
    const words = wordsAbout(assertion)
    if (words.some((word) => thrown.has(word) || (thrown.size > 0 && isExpectedToThrow(word)))) return false
    if (isConditionNow({ before, after }, words)) return false
    const known = words.filter((word) => added.has(word)).length
    return words.length === 0 ? added.size === 0 : known / words.length < 0.5
  })
}

/** Whether what was asserted to hold now decides between two things that are asserted. */
function isConditionNow({ before, after }: TestPair, words: readonly string[]): boolean {
  const [name = '', ...others] = words.filter((word) => !/^(?:is)?(?:True|False)$/.test(word))
  if (others.length > 0 || !/^[A-Za-z_]\w*$/.test(name)) return false
  const branches = new RegExp(`\\bif\\s*\\(?\\s*!?${name}\\s*\\)?\\s*[{:][\\s\\S]*\\belse\\b`)
  return branches.test(after.text) && assertionsWithout(after.assertions, before.assertions).length > 0
}

/** The type of what is expected to be thrown. */
const EXPECTS_THROWN =
  /\b(?:raises|warns|assertRaises\w*|assertWarns\w*|assertThrows\w*|toThrow\w*|throws|Throws\w*)\s*[(<]\s*(?:\w+\.)*([A-Z]\w+)/g

/** What an assertion speaks of. Where a condition says that, what it prints is only for people. */
function wordsAbout({ words, text, guard }: Assertion): string[] {
  if (guard === null) return [...words]
  const about = [
    ...wordsIn(`${guard} ${text}`.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g, '')).keys(),
  ]
  return about.length === 0 ? [...words] : about
}

/** Whether new lines call something that the test did not call, and that does more than print. */
function callsAnew(before: string, come: string): boolean {
  const names = [...come.matchAll(/([\w$]+[!?]?)\s*(?:<[^<>()]*>\s*)?\(/g)].map(([, name = '']) => name)
  return [...new Set(names)].some(
    (name) =>
      !PRINTS.test(name) &&
      !new RegExp(`(?<![\\w$])${name.replaceAll(/[$?]/g, '\\$&')}\\s*[(<]`).test(before),
  )
}

const PRINTS =
  /^(?:print\w*!?|Print\w*|eprintln!|puts|p|log|Log|Logf|info|warn|debug|error|trace|printStackTrace|WriteLine|expect|assert|if|for|while|switch|catch)$/

/** Something around the assertions that catches what they throw, and says nothing. */
function isSwallowing({ idle }: TestCase): boolean {
  return idle.some((assertion) => assertion.idle === CAUGHT)
}

function newLines({ from, to }: { from: string; to: string }): string[] {
  const known = new Set(from.split('\n').map(squeezed))
  return to.split('\n').filter((line) => !known.has(squeezed(line)))
}

function short(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text
}
