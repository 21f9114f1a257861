import { type Rows, rowAt } from '#context/code/snapshot/rows.ts'
import type { ArraysFile } from '#kit/arrays-file.ts'
import { openDictionary } from '../words/dictionary.ts'
import type { Query } from '../words/score-terms.ts'

/** What the past says of files: what was said when they were changed, with which others, and how long ago. */
export type Past = {
  /** By file: how well what was said of its changes answers a question. */
  readonly score: (query: Query) => Float64Array
  /** By file: how often it was changed with these. */
  readonly changedWith: (seeds: readonly Seed[]) => Float64Array
  /** By file, from 0 to 1. */
  readonly recency: Float64Array
}

export type Seed = { readonly file: number; readonly worth: number }

/** The past that `indexHistory` made arrays of, for the files that there are now: their paths are in order. */
export function readPast(file: ArraysFile, paths: readonly string[]): Past {
  const { text, integers, numbers } = file
  const fileOf = filesNow(text('paths').split('\0'), paths)
  const recency = new Float64Array(paths.length)
  const [changedAt, [newest = 0]] = [numbers('changedAt'), numbers('newest')]
  for (let place = 0; place < fileOf.length; place += 1) {
    const now = fileOf[place] ?? -1
    if (now >= 0) recency[now] = 1 / (1 + (newest - (changedAt[place] ?? 0)) / DAY / RECENT_DAYS)
  }
  return {
    score: startScoring(file, { fileOf, count: paths.length }),
    changedWith: (seeds) => {
      const worths = new Map(seeds.map(({ file: seed, worth }) => [seed, worth]))
      const commits = { starts: integers('commitStarts'), members: integers('commits') }
      const together = countTogether(commits, { fileOf, seeds: worths })
      const scores = new Float64Array(paths.length)
      for (const [seed, { changes, others }] of together)
        for (const [other, times] of others)
          scores[other] = (scores[other] ?? 0) + ((worths.get(seed) ?? 0) ** 2 * times) / (changes + SHY)
      return scores
    },
    recency,
  }
}

const DAY = 86_400
const RECENT_DAYS = 90
/** Twice together out of two is no custom yet. */
const SHY = 5

/** By the place of a path in the past: the file that it is now, or -1. Both are in order, and so gone through side by side. */
function filesNow(before: readonly string[], now: readonly string[]): Int32Array {
  const files = new Int32Array(before.length)
  let file = 0
  for (let place = 0; place < before.length; place += 1) {
    const path = before[place] ?? ''
    while (file < now.length && (now[file] ?? '') < path) file += 1
    files[place] = now[file] === path ? file : -1
  }
  return files
}

type Files = { readonly fileOf: Int32Array; readonly count: number }

function startScoring(file: ArraysFile, { fileOf, count }: Files): Past['score'] {
  const find = openDictionary(file)
  const lengths = new Float64Array(count)
  const before = file.numbers('lengths')
  for (let place = 0; place < fileOf.length; place += 1) {
    const now = fileOf[place] ?? -1
    if (now >= 0) lengths[now] = before[place] ?? 0
  }
  let [documents, sum] = [0, 0]
  for (let now = 0; now < count; now += 1) {
    if ((lengths[now] ?? 0) > 0) documents += 1
    sum += lengths[now] ?? 0
  }
  const mean = sum / Math.max(1, documents)
  return (query) => {
    const scores = new Float64Array(count)
    for (const [term, worth] of query) {
      const { members, weights } = find(term, 'said') ?? NOTHING
      const { files, found } = filesOf(members, fileOf)
      const part = worth * Math.log(1 + (documents - found + 0.5) / (found + 0.5))
      for (let entry = 0; entry < files.length; entry += 1) {
        const now = files[entry] ?? -1
        if (now < 0) continue
        const even = (weights[entry] ?? 0) / (1 - LENGTH_SHARE + LENGTH_SHARE * ((lengths[now] ?? 0) / mean))
        scores[now] = (scores[now] ?? 0) + (part * even * (SATURATION + 1)) / (even + SATURATION)
      }
    }
    return scores
  }
}

/** What these paths are now, and how many of them are there. */
function filesOf(members: Uint32Array, fileOf: Int32Array): { files: Int32Array; found: number } {
  const files = new Int32Array(members.length)
  let found = 0
  for (let entry = 0; entry < members.length; entry += 1) {
    const now = fileOf[members[entry] ?? 0] ?? -1
    files[entry] = now
    if (now >= 0) found += 1
  }
  return { files, found }
}

const NOTHING = { members: new Uint32Array(), weights: new Float32Array() }
const SATURATION = 1.5
const LENGTH_SHARE = 0.8

type Together = { changes: number; readonly others: Map<number, number> }

function countTogether(
  commits: Rows,
  { fileOf, seeds }: { fileOf: Int32Array; seeds: ReadonlyMap<number, number> },
): Map<number, Together> {
  const together = new Map<number, Together>()
  const isSeed = fileOf.map((file) => (seeds.has(file) ? 1 : 0))
  for (let commit = 0; commit < commits.starts.length - 1; commit += 1) {
    if (!hasAny(commits, { row: commit, isWanted: isSeed })) continue
    const row = rowAt(commits, commit)
    const files = [...row].map((place) => fileOf[place] ?? -1).filter((file) => file >= 0)
    for (const seed of files.filter((file) => seeds.has(file))) {
      const known = together.get(seed) ?? { changes: 0, others: new Map<number, number>() }
      together.set(seed, known)
      known.changes += 1
      for (const file of files) if (file !== seed) known.others.set(file, (known.others.get(file) ?? 0) + 1)
    }
  }
  return together
}

/** Of thousands of commits few have a seed: to see that, none is cut out of its rows. */
function hasAny(
  { starts, members }: Rows,
  { row, isWanted }: { row: number; isWanted: Int32Array },
): boolean {
  const end = starts[row + 1] ?? 0
  for (let place = starts[row] ?? 0; place < end; place += 1)
    if (isWanted[members[place] ?? 0] === 1) return true
  return false
}
