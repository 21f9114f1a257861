import type { Segment } from './segment.ts'

/** A segment in a tree. */
export type Placed = {
  readonly segment: Segment
  /** By file: its place in the tree, or -1 for one that is not there, or is another by now. */
  readonly placeOf: Int32Array
}

/** All that is in a tree of so many files. */
export type Words = {
  readonly parts: readonly Placed[]
  readonly count: number
  /** By place, in words. */
  readonly lengths: Float64Array
}

export function gatherWords(parts: readonly Placed[], count: number): Words {
  const lengths = new Float64Array(count)
  for (const { segment, placeOf } of parts)
    for (let file = 0; file < placeOf.length; file += 1) {
      const place = placeOf[file] ?? -1
      if (place >= 0) lengths[place] = (lengths[place] ?? 0) + (segment.wordsIn[file] ?? 0)
    }
  return { parts, count, lengths }
}

/** The place of the file that a chunk is in, or -1. */
export function placeOfChunk({ segment, placeOf }: Placed, chunk: number): number {
  return placeOf[segment.fileOf[chunk] ?? -1] ?? -1
}
