import type { ArraysFile } from '#kit/arrays-file.ts'
import { openDictionary } from './dictionary.ts'
import type { Segment } from './segment.ts'

/** A segment as `startIndex` made it. Of its postings, only those are read that are asked for. */
export function readSegment(file: ArraysFile): Segment {
  const find = openDictionary(file)
  const chunkStarts = file.integers('chunkStarts')
  const { buffer, byteOffset, length } = file.integers('definitionOf')
  return {
    files: chunkStarts.length - 1,
    chunkStarts,
    definitionOf: new Int32Array(buffer, byteOffset, length),
    lengthOf: file.integers('lengthOf'),
    codeOf: file.integers('codeOf'),
    fileOf: file.integers('fileOf'),
    wordsIn: file.integers('wordsIn'),
    chunksWith: (term) => find(term, 'inChunks'),
    pathsWith: (term) => find(term, 'inPaths'),
    definersOf: (name) => find(`#${name}`, 'definers')?.members ?? NONE,
  }
}

const NONE = new Uint32Array()
