import { enclosing, indentOf } from './enclosing.ts'
import { findEarlyReturn, findSkip } from './find-skip.ts'
import { findSpans, type Span, statementEnd } from './find-spans.ts'
import { languageOf } from './languages/all.ts'
import type { TestLanguage } from './languages/contract.ts'
import { lineCounter } from './line-counter.ts'
import { pairBrackets } from './pair-brackets.ts'
import { readTables } from './read-tables.ts'
import { type StrippedSource, stripSource } from './strip-source.ts'
import type { Assertion, Mark, Reading, TestCase, TestFile } from './test-file.ts'
import { conditionOf, whyIdle } from './why-idle.ts'
import { wordsIn } from './words-in.ts'

export type Written = {
  readonly path: string
  readonly text: string
  /** Whether it is loaded before tests are. */
  readonly isSetUp: boolean
}

/** The tests of a file; null where nobody knows its language. */
export function readTests({ path, text, isSetUp }: Written): TestFile | null {
  const language = languageOf(path)
  if (language === null) return null
  const source = stripSource(text, language.tokens)
  const brackets = pairBrackets(source.code)
  const ground = { source, brackets, decorators: language.decorators }
  const found = withoutUnbound(findSpans(ground, language.tests), { language, source })
  const groups = findSpans(ground, language.groups)
  const lineOf = lineCounter(text)
  const reading = { language, source, brackets, lineOf }
  const tests = found.map((span): TestCase => {
    const around = [...groups, ...found].filter((other) => other.at < span.at && other.to >= span.to)
    const inner = found.filter((other) => other.at > span.at && other.to <= span.to)
    const written = findAssertions(reading, { span, from: span.at, to: span.to })
    const assertions = written.filter(({ idle }) => idle === null)
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
      idle: written.filter(({ idle }) => idle !== null),
      own: assertions.filter(({ at }) => !inner.some((test) => test.from <= at && at < test.to)),
      skip: findSkip({ ...reading, span, around, inner }),
      earlyReturn: findEarlyReturn({ ...reading, span, first: assertions[0] }),
      passedBy: passedByMark(reading, { path, span, around }),
      from: span.from,
      to: span.to,
    }
  })
  const functions = findSpans(ground, language.functions)
    .filter(({ at }) => !found.some((test) => test.from <= at && at < test.to))
    .map((span) => ({
      name: span.name,
      line: lineOf(span.at),
      assertions: findAssertions(reading, { span, from: span.bodyFrom, to: span.to }).filter(
        ({ idle }) => idle === null,
      ),
    }))
  const file = {
    path,
    isSetUp,
    language,
    source,
    tests,
    functions,
    hooks: findSpans(ground, language.hooks),
    tables: [],
  }
  return { ...file, tables: readTables(file, brackets) }
}

function passedByMark(
  { language, source: { bare }, lineOf }: Reading,
  { path, span, around }: { path: string; span: Span; around: readonly Span[] },
): Mark | null {
  const why = language.passedBy?.({
    path,
    head: bare.slice(span.from, span.bodyFrom),
    body: bare.slice(span.bodyFrom, span.to),
    groups: around.map(({ from, to }) => bare.slice(from, to)),
    file: bare,
  })
  return why === undefined || why === null
    ? null
    : { at: span.at, line: lineOf(span.at), text: why, isConditional: false }
}

function findAssertions(
  reading: Reading,
  { span, from, to }: { span: Span; from: number; to: number },
): Assertion[] {
  const { language, source, brackets, lineOf } = reading
  const found: Assertion[] = []
  let last = from
  for (const match of source.bare.slice(from, to).matchAll(language.assertions)) {
    const at = from + match.index + (/^\s*/.exec(match[0])?.[0].length ?? 0)
    if (at < last || (source.code[at] !== source.bare[at] && !match[0].startsWith('//'))) continue
    const end = Math.min(to, statementEnd({ code: source.code, brackets, from: at }))
    const start = Math.max(last, source.code.lastIndexOf('\n', at) + 1)
    const text = source.bare.slice(start, end).replaceAll(/\s+/g, ' ').trim()
    last = Math.max(end, at + 1)
    found.push({
      text,
      core: source.bare.slice(at, argumentEnd(reading, { span, at, end })),
      at,
      line: lineOf(at),
      words: new Set(wordsIn(text).keys()),
      condition: conditionOf(reading, { span, at }),
      idle: whyIdle(reading, { span, at }),
    })
  }
  return found
}

/** Where an assertion that is an argument ends: other arguments may follow. */
function argumentEnd(
  { source: { code }, brackets }: Reading,
  { span, at, end }: { span: Span; at: number; end: number },
): number {
  const around = enclosing({ code, brackets, from: span.bodyFrom, at }).at(-1)
  if (around === undefined || code[around] !== '(') return end
  for (let place = at; place < end; place++) {
    if (code[place] === ',') return place
    place = Math.max(place, brackets.partner(place))
  }
  return end
}

type Unbinding = { readonly language: TestLanguage; readonly source: StrippedSource }

/** Without the tests that something below takes the name away from. */
function withoutUnbound(spans: readonly Span[], { language, source: { code } }: Unbinding): readonly Span[] {
  const { unbinds, shadows } = language
  if (unbinds === undefined && shadows === undefined) return spans
  const taken = [...code.matchAll(unbinds ?? /(?!)/g)].map(({ index, groups }) => ({
    at: index + (/^\s*/.exec(code.slice(index))?.[0].length ?? 0),
    name: groups?.['name'] ?? groups?.['assigned'],
  }))
  return spans.filter((span) => {
    const isSamePlace = (other: { at: number; name: string | undefined }) =>
      other.name === span.name && other.at > span.at && isBeside({ code, span, at: other.at })
    return !taken.some(isSamePlace) && !(shadows === true && spans.some(isSamePlace))
  })
}

/** Whether something below stands as deep, and nothing between is less deep. */
function isBeside({ code, span, at }: { code: string; span: Span; at: number }): boolean {
  const indent = indentOf(code, span.at)
  const between = code.slice(span.to, code.lastIndexOf('\n', at) + 1).split('\n')
  return (
    indentOf(code, at) === indent &&
    between.every((line) => line.trim() === '' || line.search(/\S/) >= indent)
  )
}

/** What a name says of being skipped is no part of it. */
function plainName(name: string): string {
  return name
    .replace(/^["']|["']$/g, '')
    .replaceAll(/\bDISABLED_/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
