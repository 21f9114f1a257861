import type { Segment } from './segment.ts'

/** A segment in a tree. */
export type Placed = {
  readonly segment: Segment
  /** By file: its place in the tree, or -1 for one that is not there, or is another by now. */
  readonly placeOf: Int32Array
  /** By chunk: the file that it is in, as the segment counts, and the place of that. */
  readonly fileOf: Uint32Array
  readonly placeOfChunk: Int32Array
}

/** All that is in a tree of so many files. */
export type Words = {
  readonly parts: readonly Placed[]
  readonly count: number
  /** By place, in words. */
  readonly lengths: Float64Array
}

export type Placing = { readonly segment: Segment; readonly placeOf: Int32Array }

export function gatherWords(segments: readonly Placing[], count: number): Words {
  const parts = segments.map(placeSegment)
  const lengths = new Float64Array(count)
  for (const { placeOfChunk, segment } of parts)
    for (let chunk = 0; chunk < placeOfChunk.length; chunk += 1) {
      const place = placeOfChunk[chunk] ?? -1
      if (place >= 0) lengths[place] = (lengths[place] ?? 0) + (segment.lengthOf[chunk] ?? 0)
    }
  return { parts, count, lengths }
}

function placeSegment({ segment, placeOf }: Placing): Placed {
  const { files, chunkStarts, lengthOf } = segment
  const fileOf = new Uint32Array(lengthOf.length)
  const placeOfChunk = new Int32Array(lengthOf.length)
  for (let file = 0; file < files; file += 1) {
    const [start, end] = [chunkStarts[file] ?? 0, chunkStarts[file + 1] ?? 0]
    fileOf.fill(file, start, end)
    placeOfChunk.fill(placeOf[file] ?? -1, start, end)
  }
  return { segment, placeOf, fileOf, placeOfChunk }
}

/** Files that are there, with where the chunks of each begin and end. */
export function eachFile(
  { segment: { chunkStarts }, placeOf }: Placed,
  use: (place: number, chunks: { readonly start: number; readonly end: number }) => void,
): void {
  for (let file = 0; file < placeOf.length; file += 1) {
    const place = placeOf[file] ?? -1
    if (place >= 0) use(place, { start: chunkStarts[file] ?? 0, end: chunkStarts[file + 1] ?? 0 })
  }
}
