import { readNames } from '#context/code/snapshot/name-table.ts'
import { rowAt } from '#context/code/snapshot/rows.ts'
import type { ArraysFile } from '#kit/arrays-file.ts'
import type { Query } from '../words/score-words.ts'

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

/** The past that `indexHistory` made arrays of, for the files that there are now. */
export function readPast({ bytes, integers, numbers }: ArraysFile, paths: readonly string[]): Past {
  const known = readNames({ starts: integers('pathStarts'), bytes: bytes('paths') })
  // By the place of a path in the past: the file that it is now, or -1.
  const fileOf = new Int32Array(known.count).fill(-1)
  const recency = new Float64Array(paths.length)
  const [changedAt, [newest = 0]] = [numbers('changedAt'), numbers('newest')]
  for (const [file, path] of paths.entries()) {
    const place = known.find(path)
    if (place === null) continue
    fileOf[place] = file
    recency[file] = 1 / (1 + (newest - (changedAt[place] ?? 0)) / DAY / RECENT_DAYS)
  }
  const commits = { starts: integers('commitStarts'), members: integers('commits') }
  return {
    score: startScoring({ bytes, integers, numbers }, { fileOf, count: paths.length }),
    changedWith: (seeds) => {
      const worths = new Map(seeds.map(({ file, worth }) => [file, worth]))
      const together = countTogether(commits, { fileOf, seeds: worths })
      const scores = new Float64Array(paths.length)
      for (const [seed, { changes, others }] of together)
        for (const [file, times] of others)
          scores[file] = (scores[file] ?? 0) + ((worths.get(seed) ?? 0) ** 2 * times) / (changes + SHY)
      return scores
    },
    recency,
  }
}

const DAY = 86_400
const RECENT_DAYS = 90
/** Twice together out of two is no custom yet. */
const SHY = 5

type Readable = Pick<ArraysFile, 'bytes' | 'integers' | 'numbers'>
type Files = { readonly fileOf: Int32Array; readonly count: number }

function startScoring({ bytes, integers, numbers }: Readable, { fileOf, count }: Files): Past['score'] {
  const terms = readNames({ starts: integers('termStarts'), bytes: bytes('terms') })
  const said = { starts: integers('saidStarts'), members: integers('said') }
  const weights = numbers('saidWeights')
  const lengths = new Float64Array(count)
  for (const [entry, place] of said.members.entries()) {
    const file = fileOf[place] ?? -1
    if (file >= 0) lengths[file] = (lengths[file] ?? 0) + (weights[entry] ?? 0)
  }
  const documents = lengths.filter((length) => length > 0).length
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, documents)
  return (query) => {
    const scores = new Float64Array(count)
    for (const [term, worth] of query) {
      const number = terms.find(term)
      if (number === null) continue
      const start = said.starts[number] ?? 0
      const found = [...rowAt(said, number)].flatMap((place, offset) => {
        const file = fileOf[place] ?? -1
        return file < 0 ? [] : [{ file, amount: weights[start + offset] ?? 0 }]
      })
      const part = worth * Math.log(1 + (documents - found.length + 0.5) / (found.length + 0.5))
      for (const { file, amount } of found) {
        const even = amount / (1 - LENGTH_SHARE + LENGTH_SHARE * ((lengths[file] ?? 0) / mean))
        scores[file] = (scores[file] ?? 0) + (part * even * (SATURATION + 1)) / (even + SATURATION)
      }
    }
    return scores
  }
}

const SATURATION = 1.5
const LENGTH_SHARE = 0.8

type Together = { changes: number; readonly others: Map<number, number> }

function countTogether(
  commits: { readonly starts: Uint32Array; readonly members: Uint32Array },
  { fileOf, seeds }: { fileOf: Int32Array; seeds: ReadonlyMap<number, number> },
): Map<number, Together> {
  const together = new Map<number, Together>()
  for (let commit = 0; commit < commits.starts.length - 1; commit += 1) {
    const files = [...rowAt(commits, commit)].map((place) => fileOf[place] ?? -1).filter((file) => file >= 0)
    for (const seed of files.filter((file) => seeds.has(file))) {
      const known = together.get(seed) ?? { changes: 0, others: new Map<number, number>() }
      together.set(seed, known)
      known.changes += 1
      for (const file of files) if (file !== seed) known.others.set(file, (known.others.get(file) ?? 0) + 1)
    }
  }
  return together
}
