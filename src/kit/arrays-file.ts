import { closeSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { writeAtomically } from './files.ts'
import { remember } from './remember.ts'

/** Numbers and bytes by name, as they lie in memory; what is large may be in parts, which are gone through more than once. */
export type Arrays = Readonly<Record<string, Part | Iterable<Part>>>

type Part = Uint8Array | Uint32Array | Float64Array

export type ArraysFile = {
  /** Of all that is in it: the same in another file only where that has the same in it. */
  readonly sum: number
  readonly bytes: (name: string) => Uint8Array
  /** Bytes that are UTF-8. */
  readonly text: (name: string) => string
  readonly integers: (name: string) => Uint32Array
  readonly numbers: (name: string) => Float64Array
  /** A part of what `bytes` would give, and no more of it is read. Whether it is what was written, only the caller can tell. */
  readonly slice: (name: string, part: { readonly start: number; readonly end: number }) => Buffer
  readonly close: () => void
}

/** Writes them so that each can be read by itself, and without being parsed. For this machine: another may count bytes differently. */
export function writeArrays(path: string, arrays: Arrays): void {
  const places: Record<string, Place> = {}
  let end = 0
  for (const [name, array] of Object.entries(arrays)) {
    const { length, sum } = measure(array)
    places[name] = { at: end, length, sum }
    end += aligned(length)
  }
  const head = Buffer.from(JSON.stringify(places))
  const start = Buffer.alloc(aligned(HEAD_BYTES + head.length))
  start.writeUInt32LE(MARK, 0)
  start.writeUInt32LE(head.length, 4)
  start.writeUInt32LE(crc32(head), 8)
  head.copy(start, HEAD_BYTES)
  writeAtomically({ path, ifPowerFails: 'made-again' }, chunked(partsOf(start, arrays)))
}

function measure(array: Part | Iterable<Part>): Pick<Place, 'length' | 'sum'> {
  let [length, sum] = [0, 0]
  for (const part of partsIn(array)) {
    length += part.byteLength
    sum = crc32(part, sum)
  }
  return { length, sum }
}

function partsIn(array: Part | Iterable<Part>): Iterable<Part> {
  return isPart(array) ? [array] : array
}

function isPart(array: Part | Iterable<Part>): array is Part {
  return ArrayBuffer.isView(array)
}

function* partsOf(start: Uint8Array, arrays: Arrays): Generator<Uint8Array> {
  yield start
  for (const array of Object.values(arrays)) {
    let length = 0
    for (const part of partsIn(array)) {
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

type Range = { readonly at: number; readonly length: number }

type Place = Range & { readonly sum: number }

type Places = ReadonlyMap<string, Place>

const MARK = 0x6b65656c
const HEAD_BYTES = 12

/** Numbers begin where a processor can read them. */
function aligned(place: number): number {
  return Math.ceil(place / 8) * 8
}

/** Null for what is no such file. What of it is not as it was written is not given, but thrown. */
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
    if (start.readUInt32LE(8) !== crc32(head)) throw new Error('the file is damaged')
    const body = aligned(HEAD_BYTES + head.length)
    return readable(file, { sum: crc32(head), places: placesIn(head), body })
  } catch {
    closeSync(file)
    return null
  }
}

/** The same of what was not written. */
export function arraysIn(arrays: Arrays): ArraysFile {
  const bytes = remember((name: string) => {
    const parts = Array.from(partsIn(arrays[name] ?? new Uint8Array()), asBytes)
    const [only] = parts
    return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)
  })
  const numbersOf = <Numbers>(name: string, Kind: new (buffer: ArrayBuffer) => Numbers) =>
    new Kind(Uint8Array.from(bytes(name)).buffer)
  return {
    sum: 0,
    bytes,
    text: (name) => textOf(bytes(name)),
    integers: (name) => numbersOf(name, Uint32Array),
    numbers: (name) => numbersOf(name, Float64Array),
    slice: (name, { start, end }) => Buffer.from(Uint8Array.from(bytes(name).subarray(start, end)).buffer),
    close: () => {},
  }
}

function placesIn(head: Buffer): Places {
  const places: unknown = JSON.parse(head.toString('utf8'))
  if (typeof places !== 'object' || places === null) throw new Error('no such file')
  return new Map(
    Object.entries(places).map(([name, place]: [string, unknown]) => {
      if (!isPlace(place)) throw new Error('no such file')
      return [name, place]
    }),
  )
}

function isPlace(value: unknown): value is Place {
  return (
    typeof value === 'object' &&
    value !== null &&
    'at' in value &&
    'length' in value &&
    'sum' in value &&
    [value.at, value.length, value.sum].every(Number.isSafeInteger)
  )
}

type Body = { readonly sum: number; readonly places: Places; readonly body: number }

function readable(file: number, { sum: whole, places, body }: Body): ArraysFile {
  const placeOf = (name: string) => places.get(name) ?? { at: 0, length: 0, sum: 0 }
  const read = (name: string) => {
    const { at, length, sum } = placeOf(name)
    const bytes = readAt(file, { at: body + at, length })
    if (crc32(bytes) !== sum) throw new Error(`${name} is damaged`)
    return bytes
  }
  return {
    sum: whole,
    bytes: read,
    text: (name) => textOf(read(name)),
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

/** Of the bytes where they are: to copy them takes longer. */
function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8')
}

function readAt(file: number, { at, length }: Range): Buffer {
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
