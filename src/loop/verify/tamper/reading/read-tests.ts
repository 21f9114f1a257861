import { groupBy } from '#kit/group-by.ts'
import { remember } from '#kit/remember.ts'
import { languageOf } from '../languages/all.ts'
import type { TestLanguage } from '../languages/contract.ts'
import { lastAround } from '../text/last-around.ts'
import { lineCounter } from '../text/line-counter.ts'
import { type LineTree, lineTree } from '../text/line-tree.ts'
import { pairBrackets } from '../text/pair-brackets.ts'
import { type StrippedSource, stripSource } from '../text/strip-source.ts'
import { wordsIn } from '../text/words-in.ts'
import { conditionBehind } from './condition-behind.ts'
import { bracesAround } from './enclosing.ts'
import { findGate } from './find-gate.ts'
import { findEarlyReturn, findFileMark, findHeadMark, findSkip } from './find-skip.ts'
import { findSpans, type Span, statementEnd } from './find-spans.ts'
import { type Idleness, idlenessIn, UNREACHED, WAITS } from './idleness-in.ts'
import { leadsBefore } from './leads-before.ts'
import { nestSpans } from './nest-spans.ts'
import { readTables } from './read-tables.ts'
import type { Assertion, Mark, Reading, TestCase, TestFile } from './test-file.ts'

export type Written = {
  readonly path: string
  readonly text: string
  /** Whether it is loaded before tests are. */
  readonly isSetUp: boolean
  /** Of a program without tests, all of it. */
  readonly as?: 'one-test'
}

/** The tests of a file; null where nobody knows its language. */
export function readTests({ path, text, isSetUp, as }: Written): TestFile | null {
  const language = languageOf(path)
  if (language === null) return null
  const source = stripSource(text, language.tokens)
  const brackets = pairBrackets(source.code)
  const ground = { source, brackets, decorators: language.decorators }
  const lines = lineTree(source.code)
  const written = as === 'one-test' ? [wholeOf(path, text)] : findSpans(ground, language.tests)
  const found = withoutUnbound(written, { language, source, lines })
  const groups = findSpans(ground, language.groups)
  const reading = readingOf({ language, source, brackets, lines, lineOf: lineCounter(text) })
  const judging = { ...reading, ...idlenessIn(reading) }
  const { lineOf } = reading
  const nested = nestSpans(found, groups)
  const headMark = remember((span: Span) => findHeadMark(reading, span))
  const markOfFile = remember(findFileMark)
  const fileMark = () => markOfFile(reading)
  const passedBy = passedByMark(reading, path)
  const uses = groupBy(found, ({ name }) => name)
  const gateOf = (span: Span) => {
    const gate = findGate(judging, span)
    // One of several with a name may be taken for each case.
    return gate?.isConditional === true && (uses.get(span.name)?.length ?? 0) > 1 ? null : gate
  }
  const tests = found.map((span): TestCase => {
    const { around, isInner } = nested(span)
    const asserted = findAssertions(judging, { span, from: span.at, to: span.to })
    const assertions = asserted.filter(({ idle }) => idle === null)
    const body = source.bare.slice(span.from, span.to)
    const leaf = plainName(span.name)
    return {
      path,
      leaf,
      name: [...around.map(({ name }) => plainName(name)), leaf].join(' › '),
      line: lineOf(span.at),
      text: body,
      words: wordsIn(body),
      assertions,
      idle: asserted.filter(({ idle }) => idle !== null),
      own: assertions.filter(({ at }) => !isInner(at)),
      skip: findSkip({ ...reading, span, around, isInner, headMark, fileMark }),
      earlyReturn: findEarlyReturn({
        ...reading,
        span,
        first: asserted.find(({ idle }) => idle === null || idle === UNREACHED),
      }),
      passedBy: passedBy(span, around) ?? gateOf(span),
      isEmpty: isEmpty(reading, span),
      from: span.from,
      to: span.to,
    }
  })
  const spanAt = lastAround(found)
  const functions = findSpans(ground, language.functions)
    .filter(({ at }) => spanAt(at) === null)
    .map((span) => ({
      name: span.name,
      line: lineOf(span.at),
      assertions: findAssertions(judging, { span, from: span.bodyFrom, to: span.to }).filter(
        ({ idle }) => idle === null,
      ),
      from: span.from,
      to: span.to,
    }))
  const file = {
    path,
    isSetUp,
    language,
    source,
    tests,
    shadowed: shadowedIn(written, found).map(({ name, at, to }) => ({
      name,
      line: lineOf(at),
      text: source.bare.slice(at, to),
    })),
    functions,
    hooks: findSpans(ground, language.hooks),
    tables: [],
    lineOf,
    testAt: lastAround(tests),
  }
  return { ...file, tables: readTables(file, brackets) }
}

function wholeOf(path: string, text: string): Span {
  return { name: path, from: 0, at: 0, bodyFrom: 0, to: text.length }
}

/** What is asked of the same test again and again is looked for once. */
function readingOf(parts: Omit<Reading, 'leadsAt' | 'usesIn' | 'isWaiting'>): Reading {
  const { bare, code } = parts.source
  return {
    ...parts,
    leadsAt: remember((at: number) => leadsBefore(parts, at)),
    usesIn: remember(({ at, to }) => {
      const uses = new Map<string, number>()
      for (const [word] of bare.slice(at, to).matchAll(/[\w$]+/g)) uses.set(word, (uses.get(word) ?? 0) + 1)
      return uses
    }),
    isWaiting: remember(({ at, to }) => WAITS.test(code.slice(at, to))),
  }
}

function isEmpty({ language: { depth, empty }, source: { code } }: Reading, span: Span): boolean {
  return empty?.test(code.slice(depth === 'indent' ? span.at : span.bodyFrom, span.to)) === true
}

function passedByMark(
  { language, source: { bare }, lineOf }: Reading,
  path: string,
): (span: Span, around: readonly Span[]) => Mark | null {
  const whyPassedBy = language.passedBy?.({ path, text: bare })
  const textOf = remember(({ from, to }: Span) => bare.slice(from, to))
  return (span, around) => {
    const why = whyPassedBy?.({
      head: bare.slice(span.from, span.bodyFrom),
      body: bare.slice(span.bodyFrom, span.to),
      groups: around.map(textOf),
    })
    return why === undefined || why === null
      ? null
      : { at: span.at, line: lineOf(span.at), text: why, isConditional: false }
  }
}

function findAssertions(
  reading: Reading & Idleness,
  { span, from, to }: { span: Span; from: number; to: number },
): Assertion[] {
  const { language, source, brackets, lines, lineOf, conditionOf, guardOf, whyIdle } = reading
  const found: Assertion[] = []
  let last = from
  for (const match of source.bare.slice(from, to).matchAll(language.assertions)) {
    const at = from + match.index + (/^\s*/.exec(match[0])?.[0].length ?? 0)
    if (at < last || (source.code[at] !== source.bare[at] && !match[0].startsWith('//'))) continue
    const end = Math.min(to, statementEnd({ code: source.code, brackets, from: at }))
    const start = Math.max(last, lines.startOf(at), headEnd(reading, { span, at }))
    const text = source.bare.slice(start, end).replaceAll(/\s+/g, ' ').trim()
    last = Math.max(end, at + 1)
    const ends = [argumentEnd(reading, { span, at, end }), conditionBehind(reading, at)?.from ?? end]
    found.push({
      text,
      core: source.bare.slice(at, Math.min(...ends)),
      at,
      line: lineOf(at),
      words: new Set(wordsIn(text).keys()),
      condition: conditionOf({ span, at }),
      guard: guardOf({ span, at }),
      idle: whyIdle({ span, at }),
    })
  }
  return found
}

/** Where the name and the options of a test end that is written in one line: they are not what is asserted. */
function headEnd({ source: { code }, brackets }: Reading, { span, at }: { span: Span; at: number }): number {
  if (at < span.bodyFrom) return (bracesAround({ code, brackets, from: span.at, at })[0] ?? -1) + 1
  return span.bodyFrom + (OPENS_BODY.exec(code.slice(span.bodyFrom, at))?.[0].length ?? 0)
}

const OPENS_BODY = /^(?:(?:=>|func(?:tion)?\b[\s*]*\w*\s*\([^()]*\))\s*)?\{?/

/** Where an assertion that is an argument ends: other arguments may follow. */
function argumentEnd(
  { source: { code }, brackets }: Reading,
  { span, at, end }: { span: Span; at: number; end: number },
): number {
  const around = brackets.around(at)
  if (around < span.bodyFrom || code[around] !== '(') return end
  for (let place = at; place < end; place++) {
    if (code[place] === ',') return place
    place = Math.max(place, brackets.partner(place))
  }
  return end
}

type Unbinding = {
  readonly language: TestLanguage
  readonly source: StrippedSource
  readonly lines: LineTree
}

/** Without the tests that something below takes the name away from: it stands as deep, and nothing between is less deep. */
function withoutUnbound(
  spans: readonly Span[],
  { language: { unbinds, shadows }, source: { code }, lines }: Unbinding,
): readonly Span[] {
  if (unbinds === undefined && shadows === undefined) return spans
  const taken = [...code.matchAll(unbinds ?? /(?!)/g)].map(({ index, 0: text, groups }) => ({
    at: index + text.search(/\S/),
    name: Object.values(groups ?? {}).find((group) => group !== undefined),
  }))
  const placeOf = ({ at, name }: { at: number; name: string | undefined }) =>
    `${name}\0${lines.indentOf(at)}\0${lines.above(at)}`
  const last = new Map<string, number>()
  for (const other of [...taken, ...(shadows === true ? spans : [])])
    last.set(placeOf(other), Math.max(other.at, last.get(placeOf(other)) ?? 0))
  return spans.filter((span) => (last.get(placeOf(span)) ?? 0) <= span.at)
}

function shadowedIn(written: readonly Span[], found: readonly Span[]): Span[] {
  const [left, names] = [new Set(found), new Set(found.map(({ name }) => name))]
  return written.filter((span) => !left.has(span) && names.has(span.name))
}

/** What a name says of being skipped is no part of it. */
function plainName(name: string): string {
  return name
    .replace(/^["']|["']$/g, '')
    .replaceAll(/\bDISABLED_/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
