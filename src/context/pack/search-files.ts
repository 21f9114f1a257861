import { wordsOf } from '#kit/words-of.ts'
import { singular } from './clues.ts'
import { type LeftOut, readTextFile } from './list-text-files.ts'
import { type WordMatcher, wordMatcher } from './word-matcher.ts'

export type SearchQuestion = {
  readonly root: string
  readonly paths: readonly string[]
  readonly words: readonly string[]
}

export type Search = {
  /** Files with at least one of the words, the best first. */
  readonly hits: readonly Hit[]
  /** How rare each word is here, and so how much it tells. */
  readonly weights: ReadonlyMap<string, number>
  readonly leftOut: readonly LeftOut[]
}

export type Hit = {
  readonly path: string
  /** The score as a part of the best one's: from 0 to 1. */
  readonly relevance: number
  readonly reason: string
}

type Counted = {
  readonly path: string
  readonly length: number
  readonly counts: ReadonlyMap<string, number>
}

/** Plain full-text search by BM25. Every file is read anew: an index will come when there is more to keep in it. */
export function searchFiles({ root, paths, words }: SearchQuestion): Search {
  if (words.length === 0) return { hits: [], weights: new Map(), leftOut: [] }
  const find = wordMatcher(words)
  const counted: Counted[] = []
  const leftOut: LeftOut[] = []
  let length = 0
  let searched = 0
  for (const path of paths) {
    const file = readTextFile(root, path)
    if (file.kind === 'left-out') {
      if (file.why !== null) leftOut.push({ path, why: file.why })
      continue
    }
    searched += 1
    length += file.text.length
    const counts = countWords({ path, text: file.text, words, find })
    if (counts.size > 0) counted.push({ path, length: file.text.length, counts })
  }
  const weights = new Map(
    words.map((word) => [word, rarity(counted.filter(({ counts }) => counts.has(word)).length, searched)]),
  )
  return { hits: rank(counted, { weights, mean: length / Math.max(1, searched) }), weights, leftOut }
}

/** A file's own name says as much as so many mentions in it. */
const PATH_WEIGHT = 6

function countWords({
  path,
  text,
  words,
  find,
}: {
  path: string
  text: string
  words: readonly string[]
  find: WordMatcher
}): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (word: string, amount: number) => counts.set(word, (counts.get(word) ?? 0) + amount)
  for (const { word } of find(text)) add(words[word] ?? '', 1)
  for (const word of wordsOf(path).map(singular)) if (words.includes(word)) add(word, PATH_WEIGHT)
  return counts
}

function rarity(found: number, searched: number): number {
  return Math.log(1 + (searched - found + 0.5) / (found + 0.5))
}

/** The customary constants: how soon more of the same stops to count, and how much a long file is held to be long. */
const SATURATION = 1.2
const LENGTH_SHARE = 0.75

function rank(
  counted: readonly Counted[],
  { weights, mean }: { weights: ReadonlyMap<string, number>; mean: number },
): Hit[] {
  const scored = counted.map(({ path, length, counts }) => {
    const size = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * (length / mean))
    const parts = [...counts]
      .map(([word, count]) => ({
        word,
        score: ((weights.get(word) ?? 0) * count * (SATURATION + 1)) / (count + size),
      }))
      .sort((one, other) => other.score - one.score)
    return { path, parts, score: parts.reduce((sum, { score }) => sum + score, 0) }
  })
  const best = scored.reduce((highest, { score }) => Math.max(highest, score), 0)
  return scored
    .sort((one, other) => other.score - one.score || (one.path < other.path ? -1 : 1))
    .map(({ path, score, parts }) => ({
      path,
      relevance: score / best,
      reason: reasonFor(parts.map(({ word }) => word)),
    }))
}

function reasonFor(words: readonly string[]): string {
  return `It speaks of ${words.slice(0, 4).join(', ')}.`
}
