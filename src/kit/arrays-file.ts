import { closeSync, openSync, readSync } from 'node:fs'
import { writeAtomically } from './files.ts'

/** Numbers and bytes by name, as they lie in memory; what is large may be in parts. */
export type Arrays = Readonly<Record<string, Part | readonly Part[]>>

type Part = Uint8Array | Uint32Array | Float64Array

export type ArraysFile = {
  readonly bytes: (name: string) => Uint8Array
  readonly integers: (name: string) => Uint32Array
  readonly numbers: (name: string) => Float64Array
  /** A part of what `bytes` would give, and no more of it is read. */
  readonly slice: (name: string, part: { readonly start: number; readonly end: number }) => Buffer
  readonly close: () => void
}

/** Writes them so that each can be read by itself, and without being parsed. For this machine: another may count bytes differently. */
export function writeArrays(path: string, arrays: Arrays): void {
  const places: Record<string, Place> = {}
  let end = 0
  for (const [name, array] of Object.entries(arrays)) {
    const length = [array].flat().reduce((sum, part) => sum + part.byteLength, 0)
    places[name] = { at: end, length }
    end += aligned(length)
  }
  const head = Buffer.from(JSON.stringify(places))
  const start = Buffer.alloc(aligned(HEAD_BYTES + head.length))
  start.writeUInt32LE(MARK, 0)
  start.writeUInt32LE(head.length, 4)
  head.copy(start, HEAD_BYTES)
  writeAtomically(path, chunked(partsOf(start, arrays)))
}

function* partsOf(start: Uint8Array, arrays: Arrays): Generator<Uint8Array> {
  yield start
  for (const array of Object.values(arrays)) {
    let length = 0
    for (const part of [array].flat()) {
      length += part.byteLength
      yield asBytes(part)
    }
    yield new Uint8Array(aligned(length) - length)
  }
}

function asBytes({ buffer, byteOffset, byteLength }: Part): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/** Small parts together: each would be a call of the system. */
function* chunked(parts: Iterable<Uint8Array>): Generator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let size = 0
  for (const part of parts) {
    waiting.push(part)
    size += part.length
    if (size < CHUNK_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  yield Buffer.concat(waiting)
}

const CHUNK_BYTES = 1 << 20

type Place = { readonly at: number; readonly length: number }

const MARK = 0x6b65656c
const HEAD_BYTES = 8

/** Numbers begin where a processor can read them. */
function aligned(place: number): number {
  return Math.ceil(place / 8) * 8
}

/** Null for what is no such file. It is written as a whole or not at all, and so what begins well is taken for good. */
export function openArrays(path: string): ArraysFile | null {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return null
  }
  try {
    const start = readAt(file, { at: 0, length: HEAD_BYTES })
    if (start.readUInt32LE(0) !== MARK) throw new Error('no such file')
    const head = readAt(file, { at: HEAD_BYTES, length: start.readUInt32LE(4) })
    const places = JSON.parse(head.toString('utf8')) as Record<string, Place>
    return readable(file, { places, body: aligned(HEAD_BYTES + head.length) })
  } catch {
    closeSync(file)
    return null
  }
}

function readable(
  file: number,
  { places, body }: { places: Readonly<Record<string, Place>>; body: number },
): ArraysFile {
  const placeOf = (name: string) => places[name] ?? { at: 0, length: 0 }
  const read = (name: string) => {
    const { at, length } = placeOf(name)
    return readAt(file, { at: body + at, length })
  }
  return {
    bytes: read,
    integers: (name) => {
      const { buffer, byteOffset, byteLength } = read(name)
      return new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT)
    },
    numbers: (name) => {
      const { buffer, byteOffset, byteLength } = read(name)
      return new Float64Array(buffer, byteOffset, byteLength / Float64Array.BYTES_PER_ELEMENT)
    },
    slice: (name, { start, end }) =>
      readAt(file, { at: body + placeOf(name).at + start, length: end - start }),
    close: () => closeSync(file),
  }
}

function readAt(file: number, { at, length }: Place): Buffer {
  // Of its own memory: what comes from a pool begins anywhere.
  const buffer = Buffer.from(new ArrayBuffer(length))
  let done = 0
  while (done < length) {
    const count = readSync(file, buffer, done, length - done, at + done)
    if (count === 0) throw new Error('the file is too short')
    done += count
  }
  return buffer
}
