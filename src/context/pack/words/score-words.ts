import type { Placed, Postings } from './segment.ts'

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

export type Asked = { readonly query: Query; readonly settings?: Settings }

/** All that is in a tree of so many files. */
export type Words = { readonly parts: readonly Placed[]; readonly count: number }

/** By file: how well it answers, by what its chunks have together. BM25 over weighted fields. */
export function scoreFiles({ parts, count }: Words, { query, settings = FILES }: Asked): Float64Array {
  const lengths = new Float64Array(count)
  for (const part of parts)
    eachChunk(part, (chunk, place) => {
      lengths[place] = (lengths[place] ?? 0) + (part.segment.lengthOf[chunk] ?? 0)
    })
  const sizes = sizesOf(lengths, settings)
  const filesOf = parts.map(filesOfChunks)
  const scores = new Float64Array(count)
  for (const [term, worth] of query) {
    const found = new Map<number, number>()
    const add = (place: number, amount: number) => {
      if (place >= 0) found.set(place, (found.get(place) ?? 0) + amount)
    }
    for (const [number, { segment, placeOf }] of parts.entries()) {
      const fileOf = filesOf[number] ?? new Uint32Array()
      each(segment.chunksWith(term), (chunk, weight) => {
        const place = placeOf[fileOf[chunk] ?? 0] ?? -1
        add(place, weight / (sizes[place] ?? 1))
      })
      each(segment.pathsWith(term), (file, weight) => add(placeOf[file] ?? -1, weight * settings.path))
    }
    const part = worth * rarity(found.size, count)
    for (const [place, amount] of found)
      scores[place] = (scores[place] ?? 0) + part * saturate(amount, settings)
  }
  return scores
}

/** By part and chunk. */
export function scoreChunks({ parts }: Words, { query, settings = CHUNKS }: Asked): Float64Array[] {
  const alive = parts.flatMap((part) => {
    const lengths: number[] = []
    eachChunk(part, (chunk) => lengths.push(part.segment.lengthOf[chunk] ?? 0))
    return lengths
  })
  const mean = meanOf(alive)
  const filesOf = parts.map(filesOfChunks)
  const scores = parts.map(({ segment }) => new Float64Array(segment.lengthOf.length))
  for (const [term, worth] of query) {
    const found = parts.map(({ segment, placeOf }, number) => {
      const postings = segment.chunksWith(term)
      const fileOf = filesOf[number] ?? new Uint32Array()
      let count = 0
      each(postings, (chunk) => {
        if ((placeOf[fileOf[chunk] ?? 0] ?? -1) >= 0) count += 1
      })
      return { postings, count }
    })
    const part =
      worth *
      rarity(
        found.reduce((sum, { count }) => sum + count, 0),
        alive.length,
      )
    for (const [number, { segment, placeOf }] of parts.entries()) {
      const fileOf = filesOf[number] ?? new Uint32Array()
      const inPath = new Map<number, number>()
      each(segment.pathsWith(term), (file, weight) => inPath.set(file, weight * settings.path))
      const own = scores[number] ?? new Float64Array()
      each(found[number]?.postings ?? null, (chunk, weight) => {
        const file = fileOf[chunk] ?? 0
        if ((placeOf[file] ?? -1) < 0) return
        const size = sizeOf(segment.lengthOf[chunk] ?? 0, { mean, ...settings })
        own[chunk] = (own[chunk] ?? 0) + part * saturate(weight / size + (inPath.get(file) ?? 0), settings)
      })
    }
  }
  return scores
}

/** By file: how much of a question its path has. */
export function scorePaths({ parts, count }: Words, query: Query): Float64Array {
  const scores = new Float64Array(count)
  for (const [term, worth] of query) {
    const found = parts.flatMap(({ segment, placeOf }) => {
      const places: number[] = []
      each(segment.pathsWith(term), (file) => {
        const place = placeOf[file] ?? -1
        if (place >= 0) places.push(place)
      })
      return places
    })
    const part = worth * rarity(found.length, count)
    for (const place of found) scores[place] = (scores[place] ?? 0) + part
  }
  return scores
}

/** The chunks of files that are there, with the places of those. */
export function eachChunk({ segment, placeOf }: Placed, use: (chunk: number, place: number) => void): void {
  for (let file = 0; file < segment.files; file += 1) {
    const place = placeOf[file] ?? -1
    if (place < 0) continue
    const end = segment.chunkStarts[file + 1] ?? 0
    for (let chunk = segment.chunkStarts[file] ?? 0; chunk < end; chunk += 1) use(chunk, place)
  }
}

function filesOfChunks({ segment: { files, chunkStarts, lengthOf } }: Placed): Uint32Array {
  const fileOf = new Uint32Array(lengthOf.length)
  for (let file = 0; file < files; file += 1)
    fileOf.fill(file, chunkStarts[file] ?? 0, chunkStarts[file + 1] ?? 0)
  return fileOf
}

function each(postings: Postings | null, use: (member: number, weight: number) => void): void {
  if (postings === null) return
  for (const [place, member] of postings.members.entries()) use(member, postings.weights[place] ?? 0)
}

function sizesOf(lengths: Float64Array, { lengthShare }: Settings): Float64Array {
  const mean = meanOf(lengths)
  return lengths.map((length) => sizeOf(length, { mean, lengthShare }))
}

function sizeOf(length: number, { mean, lengthShare }: { mean: number; lengthShare: number }): number {
  return 1 - lengthShare + lengthShare * (length / Math.max(1, mean))
}

function meanOf(lengths: ArrayLike<number>): number {
  let sum = 0
  for (let place = 0; place < lengths.length; place += 1) sum += lengths[place] ?? 0
  return sum / Math.max(1, lengths.length)
}

function saturate(amount: number, { saturation }: Settings): number {
  return (amount * (saturation + 1)) / (amount + saturation)
}

function rarity(found: number, all: number): number {
  return Math.log(1 + (all - found + 0.5) / (found + 0.5))
}

/** By file: the terms of a question that it has, the most telling first. */
export function scoreTerms(
  { parts, count }: Words,
  query: Query,
): Map<number, { readonly term: string; readonly score: number }[]> {
  const found = new Map<number, { readonly term: string; readonly score: number }[]>()
  const filesOf = parts.map(filesOfChunks)
  for (const [term, worth] of query) {
    const places = new Set<number>()
    for (const [number, { segment, placeOf }] of parts.entries()) {
      each(segment.chunksWith(term), (chunk) => places.add(placeOf[filesOf[number]?.[chunk] ?? 0] ?? -1))
      each(segment.pathsWith(term), (file) => places.add(placeOf[file] ?? -1))
    }
    places.delete(-1)
    const score = worth * rarity(places.size, count)
    for (const place of places) {
      const known = found.get(place) ?? []
      found.set(place, known)
      known.push({ term, score })
    }
  }
  for (const terms of found.values()) terms.sort((one, other) => other.score - one.score)
  return found
}
