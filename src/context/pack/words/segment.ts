import type { Postings } from './dictionary.ts'

/**
 * Which terms are in which files and in which of their chunks: of some files of a tree. Others are in other segments, so that a
 * change of one file is a segment of one file.
 */
export type Segment = {
  readonly files: number
  /** By file: where its chunks begin. One more than there are files. */
  readonly chunkStarts: Uint32Array
  /** By chunk: its definition in the file's list, or -1 for what is in none. */
  readonly definitionOf: Int32Array
  /** By chunk, in words. */
  readonly lengthOf: Uint32Array
  /** By chunk, in words: what of it is no documentation. */
  readonly codeOf: Uint32Array
  /** By chunk: the file that it is in. */
  readonly fileOf: Uint32Array
  /** By file, in words. */
  readonly wordsIn: Uint32Array
  /** In the order of chunks: how much of a term there is, by the field it is in. Null for a term that is nowhere. */
  readonly chunksWith: (term: string) => Postings | null
  /** In the order of files: how often a path has it. */
  readonly pathsWith: (term: string) => Postings | null
  /** Files that define a name. */
  readonly definersOf: (name: string) => Uint32Array
}
