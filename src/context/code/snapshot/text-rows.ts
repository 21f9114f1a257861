import { crc32 } from 'node:zlib'

/** Texts, one after the other, as bytes. */
export type TextRows = { readonly starts: Uint32Array; readonly bytes: Uint8Array }

/** The same in parts: to put a large one together takes as much again. */
export function toTextRows(texts: Iterable<string>): {
  readonly starts: Uint32Array
  readonly parts: readonly Uint8Array[]
  /** Of each text, for who reads it by itself. */
  readonly sums: Uint32Array
} {
  const starts = [0]
  const parts: Uint8Array[] = []
  let end = 0
  for (const text of texts) {
    const part = Buffer.from(text)
    parts.push(part)
    end += part.length
    starts.push(end)
  }
  return { starts: Uint32Array.from(starts), parts, sums: Uint32Array.from(parts, (part) => crc32(part)) }
}

/** The same of texts that are bytes, of which none are kept: who goes through them asks for each anew. */
export function streamRows(parts: Iterable<Uint8Array>): {
  readonly starts: Uint32Array
  readonly parts: Iterable<Uint8Array>
  readonly sums: Uint32Array
} {
  const [starts, sums] = [[0], [] as number[]]
  let end = 0
  for (const part of parts) {
    end += part.length
    starts.push(end)
    sums.push(crc32(part))
  }
  return { starts: Uint32Array.from(starts), parts, sums: Uint32Array.from(sums) }
}
