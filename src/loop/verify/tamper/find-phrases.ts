import type { Tampering } from '#words/evidence.ts'
import { isTestFile } from '../is-test-file.ts'
import { lineCounter } from './line-counter.ts'
import type { Matched } from './match-tests.ts'
import type { TestCase, TestFile } from './test-file.ts'

type Phrase = {
  readonly path: string
  readonly at: number
  readonly line: number
  readonly text: string
  /** The innermost test that it is in. */
  readonly test: TestCase | null
  /** Whether it says of something that it is itself. */
  readonly isSame: boolean
}

type Sides = {
  readonly before: readonly TestFile[]
  readonly after: readonly TestFile[]
  readonly matched: Matched
}

/** Tests that are singled out, so that all others are not run. A new one silences the others as well as an old one. */
export function findSingledOut({ before, after }: Sides): Tampering[] {
  const shape = ({ language }: TestFile) => (language.singles === null ? [] : [language.singles])
  return newPhrases({ before, after, shape }).map(({ path, line, text }) => ({
    kind: 'test-singled-out',
    path,
    line,
    text: `Only what is marked is run now: \`${text}\`.`,
  }))
}

export function findTautologies({ before, after, matched }: Sides): Tampering[] {
  const rewritten = new Set(
    matched.pairs.filter((pair) => hasLost(pair.before, pair.after)).map((pair) => pair.after),
  )
  return newPhrases({ before, after, shape: ({ language }) => language.tautologies })
    .filter(({ isSame, test, text }) => {
      if (test === null || rewritten.has(test)) return test !== null || !isSame
      // That it was reached is what some tests have to say, beside others or counted; a new one may compare with itself.
      return (
        /\bor True\b|\|\|/.test(text) ||
        (!isSame && test.assertions.length <= 1 && !/\.plan\(/.test(test.text))
      )
    })
    .map(({ path, line, text }) => ({
      kind: 'tautology',
      path,
      line,
      text: `This cannot fail: \`${text.slice(0, 100)}\`.`,
    }))
}

function hasLost(before: TestCase, after: TestCase): boolean {
  const now = new Set(after.assertions.map(({ text }) => text))
  return before.assertions.some(({ text }) => !now.has(text))
}

export function findExits({ before, after }: Sides): Tampering[] {
  const exits = newPhrases({ before, after, shape: ({ language }) => [language.exits] }).filter(
    (phrase) =>
      !isHarmless(
        after.find(({ path }) => path === phrase.path),
        phrase,
      ),
  )
  return [
    ...exits.map(
      ({ path, line, text }): Tampering => ({
        kind: 'early-exit',
        path,
        line,
        text: `This ends the tests as if all were well: \`${text}\`.`,
      }),
    ),
    ...after.flatMap((file) => findIdleMain(file, before)),
  ]
}

/** Go's own way out: a main function for the tests that runs none. */
function findIdleMain({ path, source, hooks }: TestFile, before: readonly TestFile[]): Tampering[] {
  if (!path.endsWith('_test.go')) return []
  return hooks.flatMap(({ at, to }): Tampering[] => {
    const text = source.code.slice(at, to)
    if (!text.includes('TestMain') || /\.Run\(/.test(text)) return []
    const old = before.find((file) => file.path === path)
    if (old?.source.code.includes(text) === true) return []
    const line = lineCounter(source.text)(at)
    return [{ kind: 'early-exit', path, line, text: 'TestMain runs none of the tests.' }]
  })
}

/** A program that tests start, the last line of a script, and a file that is run by itself may end well. */
function isHarmless(file: TestFile | undefined, { path, at }: Phrase): boolean {
  if (file === undefined || PROGRAMS.test(path)) return true
  const { bare, code } = file.source
  const line = bare.slice(bare.lastIndexOf('\n', at - 1) + 1, at)
  const near = bare.slice(Math.max(0, at - 300), at)
  if (/__name__\s*==\s*['"]__main__['"][^\n]*\n(?:[ \t]+[^\n]*\n|\s*\n)*[ \t]*$/.test(near)) return true
  // After a fork it is the child that ends.
  if (/\bfork\s*\(|\bpid\s*==\s*0|\bfork\b/.test(near)) return true
  if (!/\.(?:sh|bash|zsh|bats)$/.test(path)) return false
  return code.slice(at).split('\n').slice(1).join('').trim() === '' || /&&|\|\||\bif\b/.test(line)
}

const PROGRAMS =
  /(?:^|\/)(?:fixtures?|testdata|test-data|__fixtures__|mocks?|__mocks__|data|samples?|examples?|apps?|bin|scripts|stubs?|workers?|child\w*)\/|(?:^|\/)[^/]*(?:fixture|child|worker|subprocess|stub)[^/]*$/i

type Searching = {
  readonly before: readonly TestFile[]
  readonly after: readonly TestFile[]
  readonly shape: (file: TestFile) => readonly RegExp[]
}

/** What is said now, and was not said as often before: in the same test first, and then anywhere. */
function newPhrases({ before, after, shape }: Searching): Phrase[] {
  const known = before.flatMap((file) => phrasesIn(file, shape(file)))
  const sameTest = (phrase: Phrase) => `${phrase.path}\0${phrase.test?.name}\0${squeezed(phrase.text)}`
  const fresh = takeOut({
    known,
    found: after.flatMap((file) => phrasesIn(file, shape(file))),
    key: sameTest,
  })
  return takeOut({ ...fresh, key: ({ text }) => squeezed(text) }).found
}

type Taking = {
  readonly known: readonly Phrase[]
  readonly found: readonly Phrase[]
  readonly key: (phrase: Phrase) => string
}

function takeOut({ known, found, key }: Taking): { known: Phrase[]; found: Phrase[] } {
  const left = new Map<string, Phrase[]>()
  for (const phrase of known) left.set(key(phrase), [...(left.get(key(phrase)) ?? []), phrase])
  const fresh = found.filter((phrase) => left.get(key(phrase))?.pop() === undefined)
  return { known: [...left.values()].flat(), found: fresh }
}

function phrasesIn({ path, source, tests }: TestFile, shapes: readonly RegExp[]): Phrase[] {
  const lineOf = lineCounter(source.text)
  const isTests = isTestFile(path)
  return shapes.flatMap((shape) =>
    [...source.bare.matchAll(shape)].flatMap((match): Phrase[] => {
      const at = match.index + (/^\s*/.exec(match[0])?.[0].length ?? 0)
      if (source.code[at] !== source.bare[at]) return []
      const test = tests.findLast(({ from, to }) => from <= at && at < to) ?? null
      if (test === null && !isTests && !SET_UP.test(path)) return []
      const text = match[0].replaceAll(/\s+/g, ' ').trim()
      return [{ path, at, line: lineOf(at), text, test, isSame: match.groups?.['same'] !== undefined }]
    }),
  )
}

/** What is loaded before tests are, by the customs of their frameworks. */
export const SET_UP =
  /(?:^|\/)(?:conftest|sitecustomize|usercustomize)\.py$|(?:^|\/)(?:(?:jest|vitest|mocha|test|tests|global|karma)[._-]?(?:set-?up|global-?set-?up|helper|bootstrap|hooks)\w*|set-?up-?(?:tests?|jest|vitest|mocha|env)\w*|global-?set-?up|global-?tear-?down)(?:[._-]\w+)*\.[cm]?[jt]sx?$|(?:^|\/)(?:spec_helper|rails_helper|test_helper)\.(?:rb|exs|bash|sh)$/i

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, '')
}
