import { findEarlyReturn, findSkip } from './find-skip.ts'
import { findSpans, statementEnd } from './find-spans.ts'
import { languageOf } from './languages/all.ts'
import { lineCounter } from './line-counter.ts'
import { pairBrackets } from './pair-brackets.ts'
import { stripSource } from './strip-source.ts'
import type { Assertion, Reading, TestCase, TestFile } from './test-file.ts'
import { wordsIn } from './words-in.ts'

export type Written = { readonly path: string; readonly text: string }

/** The tests of a file; null where nobody knows its language. */
export function readTests({ path, text }: Written): TestFile | null {
  const language = languageOf(path)
  if (language === null) return null
  const source = stripSource(text, language.tokens)
  const brackets = pairBrackets(source.code)
  const ground = { source, brackets, decorators: language.decorators }
  const found = findSpans(ground, language.tests)
  const groups = findSpans(ground, language.groups)
  const lineOf = lineCounter(text)
  const reading = { language, source, brackets, lineOf }
  const tests = found.map((span): TestCase => {
    const around = [...groups, ...found].filter((other) => other.at < span.at && other.to >= span.to)
    const inner = found.filter((other) => other.at > span.at && other.to <= span.to)
    const assertions = findAssertions(reading, { from: span.at, to: span.to })
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
      own: assertions.filter(({ at }) => !inner.some((test) => test.from <= at && at < test.to)),
      skip: findSkip({ ...reading, span, around, inner }),
      earlyReturn: findEarlyReturn({ ...reading, span, first: assertions[0] }),
      from: span.from,
      to: span.to,
    }
  })
  const functions = findSpans(ground, language.functions)
    .filter(({ at }) => !found.some((test) => test.from <= at && at < test.to))
    .map(({ name, at, bodyFrom, to }) => ({
      name,
      line: lineOf(at),
      assertions: findAssertions(reading, { from: bodyFrom, to }),
    }))
  return { path, language, source, tests, functions, hooks: findSpans(ground, language.hooks) }
}

function findAssertions(
  { language, source, brackets, lineOf }: Reading,
  { from, to }: { from: number; to: number },
): Assertion[] {
  const found: Assertion[] = []
  let last = from
  for (const match of source.bare.slice(from, to).matchAll(language.assertions)) {
    const at = from + match.index + (/^\s*/.exec(match[0])?.[0].length ?? 0)
    if (at < last || (source.code[at] !== source.bare[at] && !match[0].startsWith('//'))) continue
    const end = Math.min(to, statementEnd({ code: source.code, brackets, from: at }))
    // From the beginning of its line, for what is asserted may stand in front: `response.should…`.
    const start = Math.max(last, source.code.lastIndexOf('\n', at) + 1)
    const text = source.bare.slice(start, end).replaceAll(/\s+/g, ' ').trim()
    last = Math.max(end, at + 1)
    found.push({ text, at, line: lineOf(at), words: new Set(wordsIn(text).keys()) })
  }
  return found
}

/** What a name says of being skipped is no part of it. */
function plainName(name: string): string {
  return name
    .replace(/^["']|["']$/g, '')
    .replaceAll(/\bDISABLED_/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
