import { crc32 } from 'node:zlib'
import { readNames } from '#context/code/snapshot/name-table.ts'
import { toTextRows } from '#context/code/snapshot/text-rows.ts'
import type { Arrays, ArraysFile } from '#kit/arrays-file.ts'
import type { TermRows } from './entries.ts'

/** Members that have a term, and how much of it is in each. */
export type Postings = { readonly members: Uint32Array; readonly weights: Float32Array }

/** By term and the name of a list: its postings there. Null for a term that the list does not have. */
export type Dictionary = (term: string, list: string) => Postings | null

export type Lists = Readonly<Record<string, TermRows>>

/**
 * The arrays of lists of postings, by the same terms in their order. Terms are in blocks, of which the first terms are read when it
 * is opened; a block, and the postings of a term, when they are asked for. Each has its checksum.
 */
export function toDictionary(terms: readonly string[], lists: Lists): Arrays {
  const names = toTextRows(terms)
  const postings = Object.entries(lists).map(([name, rows]) => ({ name, rows, ...packRows(rows) }))
  const columns = 1 + 2 * postings.length
  const directory = new Uint32Array((terms.length + 1) * columns)
  for (let term = 0; term <= terms.length; term += 1) {
    directory[term * columns] = names.starts[term] ?? 0
    for (const [list, { rows, sums }] of postings.entries()) {
      directory[term * columns + 1 + 2 * list] = rows.starts[term] ?? 0
      directory[term * columns + 2 + 2 * list] = sums[term] ?? 0
    }
  }
  const blocks = Array.from({ length: Math.ceil(terms.length / BLOCK) }, (_, block) => block * BLOCK)
  const firsts = toTextRows(blocks.map((first) => terms[first] ?? ''))
  return {
    directory,
    names: names.parts,
    blockSums: Uint32Array.from(blocks, (first) => {
      const end = Math.min(terms.length, first + BLOCK)
      const rows = crc32(bytesOf(directory.subarray(first * columns, (end + 1) * columns)))
      return names.parts.slice(first, end).reduce((sum, part) => crc32(part, sum), rows)
    }),
    blockStarts: firsts.starts,
    blocks: firsts.parts,
    size: Uint32Array.of(terms.length),
    lists: Buffer.from(postings.map(({ name }) => name).join(' ')),
    ...Object.fromEntries(postings.map(({ name, bytes }) => [name, bytes])),
  }
}

const BLOCK = 32
const BYTES = Uint32Array.BYTES_PER_ELEMENT

/** Of each term its members, and then their weights. */
function packRows({ starts, members, weights }: TermRows): { bytes: Uint8Array; sums: Uint32Array } {
  const packed = new Uint32Array(members.length * 2)
  const asWeights = new Float32Array(packed.buffer)
  const sums = new Uint32Array(starts.length)
  for (let term = 0; term < starts.length - 1; term += 1) {
    const [start = 0, end = 0] = starts.subarray(term, term + 2)
    if (start === end) continue
    packed.set(members.subarray(start, end), start * 2)
    asWeights.set(weights.subarray(start, end), start + end)
    sums[term] = crc32(bytesOf(packed.subarray(start * 2, end * 2)))
  }
  return { bytes: bytesOf(packed), sums }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/** What `toDictionary` made arrays of. What is damaged is thrown when it is asked for. */
export function openDictionary({ bytes, text, integers, slice }: ArraysFile): Dictionary {
  const [size = 0] = integers('size')
  const lists = text('lists').split(' ')
  const columns = 1 + 2 * lists.length
  const firsts = readNames({ starts: integers('blockStarts'), bytes: bytes('blocks') })
  const sums = integers('blockSums')
  const readBlock = (block: number): ((term: string) => Uint32Array | null) => {
    const [first, end] = [block * BLOCK, Math.min(size, (block + 1) * BLOCK)]
    const rows = slice('directory', { start: first * columns * BYTES, end: (end + 1) * columns * BYTES })
    const directory = numbersIn(rows)
    const starts = Uint32Array.from({ length: end - first + 1 }, (_, row) => directory[row * columns] ?? 0)
    const own = slice('names', { start: starts[0] ?? 0, end: starts.at(-1) ?? 0 })
    if (crc32(own, crc32(rows)) !== sums[block]) throw new Error(`block ${block} of terms is damaged`)
    const names = readNames({ starts: starts.map((start) => start - (starts[0] ?? 0)), bytes: own })
    return (term) => {
      const row = names.find(term)
      return row === null ? null : directory.subarray(row * columns, (row + 2) * columns)
    }
  }
  const blocks = new Map<number, ReturnType<typeof readBlock>>()
  const known = new Map<string, Uint32Array | null>()
  const find = (term: string) => {
    const asked = known.get(term)
    if (asked !== undefined) return asked
    const block = firsts.lastUpTo(term)
    const read = block === null ? null : (blocks.get(block) ?? readBlock(block))
    if (block !== null && read !== null) blocks.set(block, read)
    const rows = read?.(term) ?? null
    known.set(term, rows)
    return rows
  }
  const read = new Map<string, Postings | null>()
  return (term, list) => {
    const key = `${list} ${term}`
    const asked = read.get(key)
    if (asked !== undefined) return asked
    const rows = find(term)
    const column = 1 + 2 * lists.indexOf(list)
    const [start, end] = [rows?.[column] ?? 0, rows?.[columns + column] ?? 0]
    const postings =
      start === end
        ? null
        : postingsIn(slice(list, { start: start * 2 * BYTES, end: end * 2 * BYTES }), rows?.[column + 1])
    read.set(key, postings)
    return postings
  }
}

function postingsIn(content: Buffer, sum: number | undefined): Postings {
  if (crc32(content) !== sum) throw new Error('the postings of a term are damaged')
  const numbers = numbersIn(content)
  const count = numbers.length / 2
  return {
    members: numbers.subarray(0, count),
    weights: new Float32Array(numbers.buffer, numbers.byteOffset + count * BYTES, count),
  }
}

/** A slice begins where numbers can. */
function numbersIn({ buffer, byteOffset, byteLength }: Buffer): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / BYTES)
}
