import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as z from 'zod'

/**
 * The names of tests as a text that can be kept in a record: those of a thousand are a few kilobytes. Null where they are more than
 * anybody wants to read again with every look into the journal.
 */
export function packNames(names: readonly string[]): string | null {
  if (names.length > NAMES_MAX) return null
  const packed = deflateRawSync(JSON.stringify(names.toSorted()), { level: 9 }).toString('base64')
  return packed.length > PACKED_MAX ? null : packed
}

/** Null where it is none of ours. */
export function unpackNames(packed: string): string[] | null {
  try {
    const text = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: TEXT_MAX }).toString('utf8')
    return z.array(z.string()).parse(JSON.parse(text))
  } catch {
    return null
  }
}

const NAMES_MAX = 10_000
const PACKED_MAX = 128 * 2 ** 10
const TEXT_MAX = 16 * 2 ** 20
