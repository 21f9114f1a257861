import { groupBy } from '#kit/group-by.ts'
import { remember } from '#kit/remember.ts'
import { isTestFile } from '../../is-test-file.ts'
import { languageOf } from '../languages/all.ts'
import type { TestCase, TestFile } from '../reading/test-file.ts'
import { tokensIn } from '../text/values-in.ts'
import { wordsIn } from '../text/words-in.ts'
import { expectationOf } from './expectation-of.ts'

export type TestPair = { readonly before: TestCase; readonly after: TestCase }

export type Matched = {
  /** Tests that are still there, perhaps under another name, in another file, or edited. */
  readonly pairs: readonly TestPair[]
  /** Tests that are nowhere, neither as such nor as a part of others. */
  readonly lost: readonly TestCase[]
}

export type Sides = { readonly before: readonly TestFile[]; readonly after: readonly TestFile[] }

/** Which test became which: by place and name first, then by name, then by what they say. */
export function matchTests({ before, after }: Sides): Matched {
  const weigh = weightsOf(before)
  const placed = matchPlaces({ before, after })
  const { pairs, lost: unplaced, unmatched: unknown } = withRenamed(placed, weigh)
  let [lost, unmatched] = [unplaced, unknown]
  for (const { candidates, fits } of [sameText(), sameName(weigh), alike(weigh), longerName(weigh)]) {
    const taken = new Set<TestCase>()
    const candidatesOf = candidates(unmatched)
    const byLikeness = lost
      .flatMap((old) =>
        candidatesOf(old).map((test) => ({ old, test, score: canFollow(old, test) ? fits(old, test) : 0 })),
      )
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
    for (const { old, test } of byLikeness) {
      if (taken.has(old) || taken.has(test)) continue
      taken.add(old).add(test)
      pairs.push({ before: old, after: test })
    }
    lost = lost.filter((test) => !taken.has(test))
    unmatched = unmatched.filter((test) => !taken.has(test))
  }
  const additions = findAdditions({ pairs, unmatched, after, before, lost })
  const isCase = casesIn(after)
  return { pairs, lost: lost.filter((test) => !isCase(test) && !isFoldedInto(additions, test)) }
}

/** Tells of a test whether its name is one of a case now, of a test in its own file that asserts something: `#[case::name(…)]`. */
function casesIn(files: readonly TestFile[]): (test: TestCase) => boolean {
  const names = new Set(
    files.flatMap(({ path, tests, language: { mayFail } }) =>
      tests
        .filter(
          ({ assertions, text }) =>
            assertions.length > 0 || (mayFail !== undefined && text.search(mayFail) !== -1),
        )
        .flatMap(({ text }) =>
          [...text.matchAll(/#\[\s*case::(\w+)/g)].map(([, name]) => `${path}\0${name}`),
        ),
    ),
  )
  return ({ path, leaf }) => names.has(`${path}\0${leaf}`)
}

type Placing = { pairs: TestPair[]; lost: TestCase[]; unmatched: TestCase[] }

/** A new test may have been given the name of one that goes on under another: it is that one which is to be compared. */
function withRenamed({ pairs, lost, unmatched }: Placing, weigh: Weigh): Placing {
  const candidatesOf = sharingRareWords(unmatched, weigh)
  const left = new Set(unmatched)
  const moved = pairs.map((pair) => {
    const { before: old, after: now } = pair
    if (left.size === 0 || old.text === now.text) return pair
    const enough = Math.max(SAME, likenessOf({ old, now, weigh }) + NEARER)
    const isOld = (test: TestCase) =>
      inner(test) === inner(old) || likenessOf({ old, now: test, weigh }) >= enough
    const other = candidatesOf(old).find((test) => left.has(test) && test.path === old.path && isOld(test))
    if (other === undefined) return pair
    left.delete(other)
    left.add(now)
    return { before: old, after: other }
  })
  return { pairs: moved, lost, unmatched: [...left] }
}

const SAME = 0.8
const NEARER = 0.3

/** Tests of the same file and name; where a file has several of one name, in their order. */
function matchPlaces({ before, after }: Sides): Placing {
  const waiting = groupBy(
    after.flatMap(({ tests }) => tests),
    ({ path, name }) => `${path}\0${name}`,
  )
  const pairs: TestPair[] = []
  const lost = before
    .flatMap(({ tests }) => tests)
    .filter((test) => {
      const found = waiting.get(`${test.path}\0${test.name}`)?.shift()
      if (found !== undefined) pairs.push({ before: test, after: found })
      return found === undefined
    })
  return { pairs, lost, unmatched: [...waiting.values()].flat() }
}

type Likeness = {
  /** Those of many that may fit a test at all, in their order: there are too many to look at each for each. */
  readonly candidates: (some: readonly TestCase[]) => (old: TestCase) => readonly TestCase[]
  readonly fits: (old: TestCase, now: TestCase) => number
}

function sameText(): Likeness {
  const innerOf = remember(inner)
  return {
    candidates: (some) => {
      const byText = groupBy(some, innerOf)
      return (old) => byText.get(innerOf(old)) ?? []
    },
    fits: (old, now) => (old.path === now.path ? 2 : 1),
  }
}

/** Without its head, in which the name is. */
function inner({ text }: TestCase): string {
  return text.slice(text.indexOf('\n') + 1).replaceAll(/\s+/g, '')
}

function sameName(weigh: Weigh): Likeness {
  return {
    candidates: (some) => {
      const byName = groupBy(some, ({ leaf }) => leaf)
      return ({ leaf }) => byName.get(leaf) ?? []
    },
    fits: (old, now) => {
      const likeness = likenessOf({ old, now, weigh })
      // In its own file a name is enough; elsewhere another test may have it by chance.
      return old.path === now.path ? 1 + likeness : likeness >= 0.3 ? likeness : 0
    },
  }
}

function alike(weigh: Weigh): Likeness {
  return {
    candidates: (some) => sharingRareWords(some, weigh),
    fits: (old, now) => {
      const likeness = likenessOf({ old, now, weigh })
      return likeness >= ALIKE ? likeness : 0
    },
  }
}

const ALIKE = 0.6

/** One of several that a test was split into: its name goes on where the old one ended. */
function longerName(weigh: Weigh): Likeness {
  return {
    candidates: (some) => {
      const beginnings = some.flatMap((test) =>
        [...test.name.matchAll(/\s(?=\w)/g)].map(({ index }) => ({ start: test.name.slice(0, index), test })),
      )
      const byStart = groupBy(beginnings, ({ start }) => start)
      return ({ name }) => (byStart.get(name) ?? []).map(({ test }) => test)
    },
    fits: (old, now) => {
      const likeness = likenessOf({ old, now, weigh })
      return old.path === now.path && likeness >= 0.2 ? likeness : 0
    },
  }
}

/** Who is alike shares so much that it cannot all be among the commonest words: one of the others has to be shared, too. */
function sharingRareWords(some: readonly TestCase[], weigh: Weigh): (old: TestCase) => TestCase[] {
  const order = new Map(some.map((test, place) => [test, place]))
  const uses = some.flatMap((test) => [...test.words.keys()].map((word) => ({ word, test })))
  const byWord = groupBy(uses, ({ word }) => word)
  const usesOf = (word: string) => byWord.get(word) ?? []
  return ({ words }) => {
    const weights = [...words].map(([word, count]) => ({ word, weight: weigh(word) * count }))
    const enough = (ALIKE / 2) * weights.reduce((sum, { weight }) => sum + weight, 0)
    let common = 0
    const rare = weights
      .sort((one, other) => usesOf(other.word).length - usesOf(one.word).length)
      .filter(({ weight }) => {
        common += weight
        return common >= enough - ROUNDING
      })
    const found = new Set(rare.flatMap(({ word }) => usesOf(word).map(({ test }) => test)))
    return [...found].sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0))
  }
}

const ROUNDING = 1e-9

type Weigh = (word: string) => number

/** A word that every test of a file has tells nothing of one. */
function weightsOf(files: readonly TestFile[]): Weigh {
  const counts = new Map<string, number>()
  for (const { tests } of files)
    for (const { words } of tests)
      for (const word of words.keys()) counts.set(word, (counts.get(word) ?? 0) + 1)
  return (word) => 1 / (counts.get(word) ?? 1)
}

function likenessOf({ old, now, weigh }: { old: TestCase; now: TestCase; weigh: Weigh }): number {
  let shared = 0
  let all = 0
  for (const [word, count] of old.words) {
    shared += 2 * weigh(word) * Math.min(count, now.words.get(word) ?? 0)
    all += weigh(word) * count
  }
  for (const [word, count] of now.words) all += weigh(word) * count
  return all === 0 ? 0 : shared / all
}

/** A test lives on only where the program that runs the tests would look for it. */
export function canFollow(old: Placed, now: Placed): boolean {
  if (old.path === now.path) return true
  const [from, to] = [languageOf(old.path), languageOf(now.path)]
  if (from !== to) return false
  if (isTestFile(old.path) && !isTestFile(now.path) && from?.where !== 'everywhere') return false
  const { suffix } = from ?? {}
  if (suffix?.test(old.path) === true && !suffix.test(now.path) && !now.path.includes('__tests__/'))
    return false
  return from?.found?.test(old.path) !== true || to?.found?.test(now.path) === true
}

type Placed = { readonly path: string }

type Addition = {
  readonly path: string
  readonly words: ReadonlySet<string>
  readonly tokens: ReadonlySet<string>
}

/** What is new in tests: all of a new one, and what was added to an older one or to a table beside them. */
function findAdditions({
  pairs,
  unmatched,
  after,
  before,
  lost,
}: Sides & {
  pairs: readonly TestPair[]
  unmatched: readonly TestCase[]
  lost: readonly TestCase[]
}): Addition[] {
  const growingPaths = new Set([
    ...unmatched.map(({ path }) => path),
    ...pairs
      .filter((pair) => pair.after.text.length > pair.before.text.length)
      .map((pair) => pair.after.path),
  ])
  const formerAt = new Map(before.map((file) => [file.path, file.source.bare]))
  const lostFrom = groupBy(lost, ({ path }) => path)
  return after.flatMap(({ path, source }) => {
    if (!growingPaths.has(path)) return []
    const old = without(formerAt.get(path) ?? '', lostFrom.get(path) ?? [])
    const added = addedLines({ old, now: source.bare }).join('\n')
    return [{ path, words: new Set(wordsIn(added).keys()), tokens: new Set(tokensIn(added)) }]
  })
}

/** What a lost test said is new where it is said now. */
function without(text: string, tests: readonly TestCase[]): string {
  const kept: string[] = []
  let from = 0
  for (const test of tests.toSorted((one, other) => one.from - other.from)) {
    kept.push(text.slice(from, Math.max(from, test.from)))
    from = Math.max(from, test.to)
  }
  return [...kept, text.slice(from)].join('')
}

function addedLines({ old, now }: { old: string; now: string }): string[] {
  const known = new Set(old.split('\n'))
  return now.split('\n').filter((line) => !known.has(line))
}

/** Several tests may have become rows of one, or one have become steps of another. */
function isFoldedInto(additions: readonly Addition[], test: TestCase): boolean {
  const name = wordsIn(test.leaf)
  const { values, said } = expectationOf(test)
  const others = [...test.words.keys()].filter((word) => !name.has(word) && !said.has(word))
  // Some tests have no other name than all that they say.
  const wanted = others.length > 0 ? others : [...test.words.keys()]
  return additions.some((place) => {
    if (!canFollow(test, place) || !values.every((value) => place.tokens.has(value))) return false
    const found = wanted.filter((word) => place.words.has(word)).length
    return wanted.length > 0 && found / wanted.length >= 0.8
  })
}
