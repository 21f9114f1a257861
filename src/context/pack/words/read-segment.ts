import { readNames } from '#context/code/snapshot/name-table.ts'
import type { ArraysFile } from '#kit/arrays-file.ts'
import type { Postings, Segment } from './segment.ts'

/** A segment as `indexWords` made it. Of its postings, only those are read that are asked for. */
export function readSegment({ bytes, integers, numbers, slice }: ArraysFile): Segment {
  const terms = readNames({ starts: integers('termStarts'), bytes: bytes('terms') })
  const chunkStarts = integers('chunkStarts')
  const membersIn = (name: string) => {
    const starts = integers(`${name}TermStarts`)
    return (term: string) => {
      const number = terms.find(term)
      const [start, end] = number === null ? [0, 0] : [starts[number] ?? 0, starts[number + 1] ?? 0]
      return {
        start,
        end,
        members: new Uint32Array(numbersAt(slice(`${name}Members`, { start: start * 4, end: end * 4 }))),
      }
    }
  }
  const postingsIn = (name: string) => {
    const find = membersIn(name)
    return (term: string): Postings | null => {
      const { start, end, members } = find(term)
      if (start === end) return null
      return {
        members,
        weights: new Float32Array(numbersAt(slice(`${name}Weights`, { start: start * 4, end: end * 4 }))),
      }
    }
  }
  const definers = membersIn('definer')
  return {
    files: chunkStarts.length - 1,
    chunkStarts,
    definitionOf: Int32Array.from(integers('definitionOf'), (definition) => definition - 1),
    lengthOf: numbers('lengthOf'),
    chunksWith: postingsIn('chunk'),
    pathsWith: postingsIn('path'),
    definersOf: (name) => definers(`#${name}`).members,
  }
}

/** The memory of a slice, which begins where numbers can. */
function numbersAt({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer {
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
}
