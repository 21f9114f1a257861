import { isTestFile } from '../is-test-file.ts'
import { languageOf } from './languages/all.ts'
import type { TestCase, TestFile } from './test-file.ts'
import { wordsIn } from './words-in.ts'

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
  const { pairs, lost: unplaced, unmatched: unknown } = matchPlaces({ before, after })
  let [lost, unmatched] = [unplaced, unknown]
  for (const fits of [sameText, sameName(weigh), alike(weigh)]) {
    const taken = new Set<TestCase>()
    const byLikeness = lost
      .flatMap((old) =>
        unmatched.map((test) => ({ old, test, score: canFollow(old, test) ? fits(old, test) : 0 })),
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
  return { pairs, lost: lost.filter((test) => !isFoldedInto(additions, test)) }
}

/** Tests of the same file and name; where a file has several of one name, in their order. */
function matchPlaces({ before, after }: Sides): {
  pairs: TestPair[]
  lost: TestCase[]
  unmatched: TestCase[]
} {
  const waiting = new Map<string, TestCase[]>()
  for (const test of after.flatMap(({ tests }) => tests)) {
    const key = `${test.path}\0${test.name}`
    waiting.set(key, [...(waiting.get(key) ?? []), test])
  }
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

type Likeness = (old: TestCase, now: TestCase) => number

function sameText(old: TestCase, now: TestCase): number {
  if (inner(old) !== inner(now)) return 0
  return old.path === now.path ? 2 : 1
}

/** Without its head, in which the name is. */
function inner({ text }: TestCase): string {
  return text.slice(text.indexOf('\n') + 1).replaceAll(/\s+/g, '')
}

function sameName(weigh: Weigh): Likeness {
  return (old, now) => {
    if (old.leaf !== now.leaf) return 0
    const likeness = likenessOf({ old, now, weigh })
    // In its own file a name is enough; elsewhere another test may have it by chance.
    return old.path === now.path ? 1 + likeness : likeness >= 0.3 ? likeness : 0
  }
}

function alike(weigh: Weigh): Likeness {
  return (old, now) => {
    const likeness = likenessOf({ old, now, weigh })
    return likeness >= 0.6 ? likeness : 0
  }
}

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
function canFollow(old: Placed, now: Placed): boolean {
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

type Addition = { readonly path: string; readonly words: ReadonlySet<string> }

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
  return after.flatMap(({ path, source }) => {
    if (!growingPaths.has(path)) return []
    const old = before.find((file) => file.path === path)?.source.bare ?? ''
    const added = addedLines({
      old: without(
        old,
        lost.filter((test) => test.path === path),
      ),
      now: source.bare,
    })
    return [{ path, words: new Set(wordsIn(added.join('\n')).keys()) }]
  })
}

/** What a lost test said is new where it is said now. */
function without(text: string, tests: readonly TestCase[]): string {
  return tests.reduceRight((rest, { from, to }) => `${rest.slice(0, from)}${rest.slice(to)}`, text)
}

function addedLines({ old, now }: { old: string; now: string }): string[] {
  const known = new Set(old.split('\n'))
  return now.split('\n').filter((line) => !known.has(line))
}

/** Several tests may have become rows of one, or one have become steps of another. */
function isFoldedInto(additions: readonly Addition[], test: TestCase): boolean {
  const name = wordsIn(test.leaf)
  const others = [...test.words.keys()].filter((word) => !name.has(word))
  // Some tests have no other name than all that they say.
  const wanted = others.length > 0 ? others : [...test.words.keys()]
  return additions.some((place) => {
    if (!canFollow(test, place)) return false
    const found = wanted.filter((word) => place.words.has(word)).length
    return wanted.length > 0 && found / wanted.length >= 0.8
  })
}
