import { groupBy } from '#kit/group-by.ts'
import { isTestFile } from '../../is-test-file.ts'
import type { TestCase, TestFile } from '../reading/test-file.ts'
import { squeezed } from '../text/squeezed.ts'

export type Phrase = {
  readonly path: string
  readonly at: number
  readonly line: number
  readonly text: string
  /** The innermost test that it is in. */
  readonly test: TestCase | null
  /** Whether it says of something that it is itself. */
  readonly isSame: boolean
  /** Whether it is no way to assert anything, whatever else the test has. */
  readonly isSure: boolean
}

type Searching = {
  readonly before: readonly TestFile[]
  readonly after: readonly TestFile[]
  readonly shape: (file: TestFile) => readonly RegExp[]
}

/** What is said now, and was not said as often before: in the same test first, and then anywhere. */
export function newPhrases({ before, after, shape }: Searching): Phrase[] {
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
  const left = groupBy(known, key)
  const fresh = found.filter((phrase) => left.get(key(phrase))?.pop() === undefined)
  return { known: [...left.values()].flat(), found: fresh }
}

function phrasesIn({ path, source, isSetUp, lineOf, testAt }: TestFile, shapes: readonly RegExp[]): Phrase[] {
  const isTests = isTestFile(path)
  return shapes.flatMap((shape) =>
    [...source.bare.matchAll(shape)].flatMap((match): Phrase[] => {
      const at = match.index + (/^\s*/.exec(match[0])?.[0].length ?? 0)
      if (source.code[at] !== source.bare[at]) return []
      const test = testAt(at)
      if (test === null && !isTests && !isSetUp) return []
      const text = match[0].replaceAll(/\s+/g, ' ').trim()
      const isSame = match.groups?.['same'] !== undefined
      const isSure = match.groups?.['sure'] !== undefined
      return [{ path, at, line: lineOf(at), text, test, isSame, isSure }]
    }),
  )
}

/** What is loaded before tests are, by the customs of their frameworks. */
export const SET_UP =
  /(?:^|\/)(?:conftest|sitecustomize|usercustomize)\.py$|(?:^|\/)(?:(?:jest|vitest|mocha|test|tests|global|karma)[._-]?(?:set-?up|global-?set-?up|helper|bootstrap|hooks)\w*|set-?up-?(?:tests?|jest|vitest|mocha|env)\w*|global-?set-?up|global-?tear-?down)(?:[._-]\w+)*\.[cm]?[jt]sx?$|(?:^|\/)(?:spec_helper|rails_helper|test_helper)\.(?:rb|exs|bash|sh)$/i
