import type { Postings } from './dictionary.ts'
import { eachFile, type Words } from './gather-words.ts'

/** Terms with what each is worth in a question. */
export type Query = ReadonlyMap<string, number>

export type Settings = {
  /** How soon more of the same stops to count. */
  readonly saturation: number
  /** How much a long text is held to be long. */
  readonly lengthShare: number
  /** What a term counts in the path of a file. */
  readonly path: number
}

const FILES: Settings = { saturation: 1.5, lengthShare: 0.7, path: 5 }
const CHUNKS: Settings = { saturation: 1.5, lengthShare: 0.4, path: 2 }

export type Asked = {
  readonly query: Query
  readonly settings?: Settings
  /** By file, 1 for those among which a term is rare or not, and a text long or not; all of them, where nothing is said. */
  readonly among?: Uint8Array
}

/** By file: how well it answers, by what its chunks have together. BM25 over weighted fields. */
export function scoreFiles(
  { parts, count, lengths }: Words,
  { query, settings = FILES, among = new Uint8Array(count).fill(1) }: Asked,
): Float64Array {
  const counted = filesAmong(lengths, among)
  const sizeOf = sizing(counted, settings)
  const scores = new Float64Array(count)
  const amounts = new Float64Array(count)
  const found = new Uint32Array(count)
  for (const [term, worth] of query) {
    let files = 0
    const add = (place: number, amount: number) => {
      if (place < 0) return
      if (amounts[place] === 0) {
        found[files] = place
        files += 1
      }
      amounts[place] = (amounts[place] ?? 0) + amount
    }
    for (const { segment, placeOf, placeOfChunk } of parts) {
      each(segment.chunksWith(term), (chunk, weight) => {
        const place = placeOfChunk[chunk] ?? -1
        add(place, weight / sizeOf(lengths[place] ?? 0))
      })
      each(segment.pathsWith(term), (file, weight) => add(placeOf[file] ?? -1, weight * settings.path))
    }
    let likely = 0
    for (const place of found.subarray(0, files)) likely += among[place] ?? 0
    const part = worth * rarity(likely, counted.count)
    for (const place of found.subarray(0, files)) {
      scores[place] = (scores[place] ?? 0) + part * saturate(amounts[place] ?? 0, settings)
      amounts[place] = 0
    }
  }
  return scores
}

/** By part and chunk. */
export function scoreChunks(
  words: Words,
  { query, settings = CHUNKS, among = new Uint8Array(words.count).fill(1) }: Asked,
): Float64Array[] {
  const { parts } = words
  const chunks = chunksAmong(words, among)
  const scores = parts.map(({ segment }) => new Float64Array(segment.lengthOf.length))
  const sizeOf = sizing(chunks, settings)
  for (const [term, worth] of query) {
    const found = parts.reduce((sum, { segment, placeOfChunk }) => {
      let alive = 0
      each(segment.chunksWith(term), (chunk) => {
        alive += among[placeOfChunk[chunk] ?? -1] ?? 0
      })
      return sum + alive
    }, 0)
    const part = worth * rarity(found, chunks.count)
    for (const [number, { segment, fileOf, placeOfChunk }] of parts.entries()) {
      const inPath = new Map<number, number>()
      each(segment.pathsWith(term), (file, weight) => inPath.set(file, weight * settings.path))
      const own = scores[number] ?? NONE
      each(segment.chunksWith(term), (chunk, weight) => {
        if ((placeOfChunk[chunk] ?? -1) < 0) return
        const named = inPath.size === 0 ? 0 : (inPath.get(fileOf[chunk] ?? 0) ?? 0)
        own[chunk] =
          (own[chunk] ?? 0) + part * saturate(weight / sizeOf(segment.lengthOf[chunk] ?? 0) + named, settings)
      })
    }
  }
  return scores
}

const NONE = new Float64Array()

/** How many there are, and how long they are together. */
type Many = { readonly count: number; readonly length: number }

function filesAmong(lengths: Float64Array, among: Uint8Array): Many {
  let [count, length] = [0, 0]
  for (let place = 0; place < lengths.length; place += 1)
    if (among[place] === 1) {
      count += 1
      length += lengths[place] ?? 0
    }
  return { count, length }
}

function chunksAmong({ parts, lengths }: Words, among: Uint8Array): Many {
  let count = 0
  for (const part of parts)
    eachFile(part, (place, { start, end }) => {
      if (among[place] === 1) count += end - start
    })
  return { count, length: filesAmong(lengths, among).length }
}

/** By file: how much of a question its path has. */
export function scorePaths({ parts, count }: Words, query: Query): Float64Array {
  const scores = new Float64Array(count)
  for (const [term, worth] of query) {
    // A path that says it twice has it once.
    const found = new Set<number>()
    for (const { segment, placeOf } of parts)
      each(segment.pathsWith(term), (file) => {
        const place = placeOf[file] ?? -1
        if (place >= 0) found.add(place)
      })
    const part = worth * rarity(found.size, count)
    for (const place of found) scores[place] = (scores[place] ?? 0) + part
  }
  return scores
}

export type ScoredTerm = { readonly term: string; readonly score: number }

/** By file: the terms of a question that it has, the most telling first. */
export function scoreTerms({ parts, count }: Words, query: Query): (file: number) => ScoredTerm[] {
  const scored = Array.from(query, ([term, worth]) => {
    const has = new Uint8Array(count)
    let files = 0
    const note = (place: number) => {
      if (place < 0 || has[place] === 1) return
      has[place] = 1
      files += 1
    }
    for (const { segment, placeOf, placeOfChunk } of parts) {
      each(segment.chunksWith(term), (chunk) => note(placeOfChunk[chunk] ?? -1))
      each(segment.pathsWith(term), (file) => note(placeOf[file] ?? -1))
    }
    return { term, has, score: worth * rarity(files, count) }
  }).sort((one, other) => other.score - one.score)
  return (file) => scored.flatMap(({ term, has, score }) => (has[file] === 1 ? [{ term, score }] : []))
}

function each(postings: Postings | null, use: (member: number, weight: number) => void): void {
  if (postings === null) return
  const { members, weights } = postings
  for (let place = 0; place < members.length; place += 1) use(members[place] ?? 0, weights[place] ?? 0)
}

/** How long something is beside the mean, as far as that counts. */
function sizing({ count, length }: Many, { lengthShare }: Settings): (own: number) => number {
  const mean = Math.max(1, length / Math.max(1, count))
  return (own) => 1 - lengthShare + lengthShare * (own / mean)
}

function saturate(amount: number, { saturation }: Settings): number {
  return (amount * (saturation + 1)) / (amount + saturation)
}

function rarity(found: number, all: number): number {
  return Math.log(1 + (all - found + 0.5) / (found + 0.5))
}
