import { remember } from '#kit/remember.ts'
import type { Postings } from './dictionary.ts'
import { type Placed, placeOfChunk, type Words } from './gather-words.ts'

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

export type Among = {
  readonly settings?: Settings
  /** By file, 1 for those among which a term is rare or not, and a text long or not; all of them, where nothing is said. */
  readonly among?: Uint8Array
}

/** By file: how well it answers a question, by what its chunks have together. BM25 over weighted fields. What is known of a term is kept for the next. */
export function scoreFiles(
  { parts, count, lengths }: Words,
  { settings = FILES, among = new Uint8Array(count).fill(1) }: Among = {},
): (query: Query) => Float64Array {
  const counted = filesAmong(lengths, among)
  const sizeOf = sizing(counted, settings)
  const amounts = new Float64Array(count)
  const touched = new Uint32Array(count)
  const find = remember((term: string): Found => {
    let files = 0
    const add = (place: number, amount: number) => {
      if (place < 0) return
      if (amounts[place] === 0) {
        touched[files] = place
        files += 1
      }
      amounts[place] = (amounts[place] ?? 0) + amount
    }
    for (const part of parts) {
      each(part.segment.chunksWith(term), (chunk, weight) => {
        const place = placeOfChunk(part, chunk)
        add(place, weight / sizeOf(lengths[place] ?? 0))
      })
      each(part.segment.pathsWith(term), (file, weight) =>
        add(part.placeOf[file] ?? -1, weight * settings.path),
      )
    }
    let likely = 0
    const places = touched.slice(0, files)
    const shares = new Float64Array(files)
    for (let entry = 0; entry < files; entry += 1) {
      const place = places[entry] ?? 0
      likely += among[place] ?? 0
      shares[entry] = saturate(amounts[place] ?? 0, settings)
      amounts[place] = 0
    }
    return { places, shares, rarity: rarity(likely, counted.count) }
  })
  return (query) => {
    const scores = new Float64Array(count)
    for (const [term, worth] of query) addFound(scores, { ...find(term), worth })
    return scores
  }
}

/** Files or chunks that have a term, how much of it counts in each, and how rare it is. */
type Found = {
  readonly places: Uint32Array
  readonly shares: Float64Array
  readonly rarity: number
}

function addFound(
  scores: Float64Array,
  { places, shares, rarity: rare, worth }: Found & { worth: number },
): void {
  const part = worth * rare
  for (let entry = 0; entry < places.length; entry += 1) {
    const place = places[entry] ?? 0
    scores[place] = (scores[place] ?? 0) + part * (shares[entry] ?? 0)
  }
}

export type ChunkScores = {
  /** By part and chunk. */
  readonly parts: readonly Float64Array[]
  /** By part: the chunks that have any, some of them more than once. There are few: nobody need look at all. */
  readonly found: readonly (readonly Uint32Array[])[]
}

/** By chunk: how well it answers a question. */
export function scoreChunks(
  words: Words,
  { settings = CHUNKS, among = new Uint8Array(words.count).fill(1) }: Among = {},
): (query: Query) => ChunkScores {
  const { parts } = words
  const all = chunksAmong(words, among)
  const sizeOf = sizing(all, settings)
  const find = remember((term: string): readonly Found[] => {
    let likely = 0
    const found = parts.map((part) => {
      const one = chunksIn(part, { term, settings, sizeOf })
      for (const chunk of one.places) likely += among[placeOfChunk(part, chunk)] ?? 0
      return one
    })
    return found.map((one) => ({ ...one, rarity: rarity(likely, all.count) }))
  })
  return (query) => {
    const scores = parts.map(({ segment }) => new Float64Array(segment.lengthOf.length))
    const found = parts.map((): Uint32Array[] => [])
    for (const [term, worth] of query)
      for (const [number, one] of find(term).entries()) {
        addFound(scores[number] ?? NONE, { ...one, worth })
        found[number]?.push(one.places)
      }
    return { parts: scores, found }
  }
}

type Term = {
  readonly term: string
  readonly settings: Settings
  readonly sizeOf: (own: number) => number
}

/** Chunks of files that are there. */
function chunksIn(part: Placed, { term, settings, sizeOf }: Term): Pick<Found, 'places' | 'shares'> {
  const { segment } = part
  const { members, weights } = segment.chunksWith(term) ?? NOWHERE
  const inPath = new Map<number, number>()
  each(segment.pathsWith(term), (file, weight) => inPath.set(file, weight * settings.path))
  const places = new Uint32Array(members.length)
  const shares = new Float64Array(members.length)
  let count = 0
  for (let entry = 0; entry < members.length; entry += 1) {
    const chunk = members[entry] ?? 0
    if (placeOfChunk(part, chunk) < 0) continue
    const named = inPath.size === 0 ? 0 : (inPath.get(segment.fileOf[chunk] ?? 0) ?? 0)
    const amount = (weights[entry] ?? 0) / sizeOf(segment.lengthOf[chunk] ?? 0) + named
    places[count] = chunk
    shares[count] = saturate(amount, settings)
    count += 1
  }
  return { places: places.subarray(0, count), shares }
}

const NONE = new Float64Array()
const NOWHERE: Postings = { members: new Uint32Array(), weights: new Float32Array() }

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
  for (const { segment, placeOf } of parts)
    for (let file = 0; file < placeOf.length; file += 1)
      if (among[placeOf[file] ?? -1] === 1)
        count += (segment.chunkStarts[file + 1] ?? 0) - (segment.chunkStarts[file] ?? 0)
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
    for (const part of parts) {
      each(part.segment.chunksWith(term), (chunk) => note(placeOfChunk(part, chunk)))
      each(part.segment.pathsWith(term), (file) => note(part.placeOf[file] ?? -1))
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
