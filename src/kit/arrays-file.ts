import { closeSync, openSync, readSync } from 'node:fs'
import { writeAtomically } from './files.ts'

/** Numbers and bytes by name, as they lie in memory. */
export type Arrays = Readonly<Record<string, Uint8Array | Uint32Array | Float64Array>>

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
  for (const [name, { byteLength }] of Object.entries(arrays)) {
    places[name] = { at: end, length: byteLength }
    end = aligned(end + byteLength)
  }
  const head = Buffer.from(JSON.stringify(places))
  const body = aligned(HEAD_BYTES + head.length)
  const file = Buffer.alloc(body + end)
  file.writeUInt32LE(MARK, 0)
  file.writeUInt32LE(head.length, 4)
  head.copy(file, HEAD_BYTES)
  for (const [name, { buffer, byteOffset, byteLength }] of Object.entries(arrays))
    file.set(new Uint8Array(buffer, byteOffset, byteLength), body + (places[name]?.at ?? 0))
  writeAtomically(path, file)
}

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
