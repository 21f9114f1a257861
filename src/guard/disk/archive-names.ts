import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/**
 * The names in an archive: tar, with gzip or without, and zip. Null for any other, for one that is too large to be read
 * in passing, and where there is none.
 */
export function archiveNames(path: string): readonly string[] | null {
  try {
    const bytes = readAll(path)
    if (bytes === null) return null
    if (bytes.readUInt16BE(0) === 0x1f8b) {
      // Loaded for this alone.
      const zlib = process.getBuiltinModule('node:zlib')
      return tarNames(zlib.gunzipSync(bytes, { maxOutputLength: UNPACKED_MAX }))
    }
    return bytes.readUInt32LE(0) === 0x04034b50 ? zipNames(bytes) : tarNames(bytes)
  } catch {
    return null
  }
}

const PACKED_MAX = 16 << 20
const UNPACKED_MAX = 64 << 20

function readAll(path: string): Buffer | null {
  const file = openSync(path, 'r')
  try {
    const stats = fstatSync(file)
    if (!stats.isFile() || stats.size > PACKED_MAX) return null
    const bytes = Buffer.alloc(stats.size)
    return bytes.subarray(0, readSync(file, bytes))
  } finally {
    closeSync(file)
  }
}

const BLOCK = 512

/** A header of one block, then the file in blocks. A long name is a file of its own before the header. */
function tarNames(bytes: Buffer): readonly string[] | null {
  const names: string[] = []
  let long: string | null = null
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const header = bytes.subarray(at, at + BLOCK)
    if (header.every((byte) => byte === 0)) break
    const size = sizeIn(header)
    if (size === null) return null
    const entry = entryIn(header, bytes.subarray(at + BLOCK, at + BLOCK + size))
    if (entry.kind === 'file') names.push(long ?? entry.name)
    if (entry.kind !== 'other') long = entry.kind === 'long' ? entry.name : null
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return names
}

/** Null for what is no header. */
function sizeIn(header: Buffer): number | null {
  const size = Number.parseInt(textIn(header, 124, 12).trim() || '0', 8)
  const isHeader = header.toString('latin1', 257, 262) === 'ustar'
  return isHeader && Number.isSafeInteger(size) && size >= 0 ? size : null
}

type Entry =
  | { readonly kind: 'file' | 'long'; readonly name: string }
  /** Something about all files, or about where a link leads. */
  | { readonly kind: 'other' }

function entryIn(header: Buffer, content: Buffer): Entry {
  switch (header.toString('latin1', 156, 157)) {
    case 'L':
      return { kind: 'long', name: textIn(content, 0, content.length) }
    case 'x': {
      const name = /\d+ path=([^\n]*)\n/.exec(content.toString('utf8'))?.[1]
      return name === undefined ? { kind: 'other' } : { kind: 'long', name }
    }
    case 'g':
    case 'K':
      return { kind: 'other' }
  }
  const prefix = textIn(header, 345, 155)
  return { kind: 'file', name: (prefix === '' ? '' : `${prefix}/`) + textIn(header, 0, 100) }
}

function textIn(bytes: Buffer, from: number, length: number): string {
  const [text = ''] = bytes.toString('utf8', from, from + length).split('\0')
  return text
}

/** The list of contents stands at the end. */
function zipNames(bytes: Buffer): readonly string[] | null {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end === -1) return null
  const names: string[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) return null
    const length = bytes.readUInt16LE(at + 28)
    names.push(bytes.toString('utf8', at + 46, at + 46 + length))
    at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return names
}
