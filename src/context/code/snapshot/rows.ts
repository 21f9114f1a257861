import { crc32 } from 'node:zlib'

/** Lists of numbers, one after the other: list `n` is from `starts[n]` up to `starts[n + 1]`. */
export type Rows = { readonly starts: Uint32Array; readonly members: Uint32Array }

export function toRows(lists: Iterable<Iterable<number>>): Rows {
  const starts = [0]
  const members: number[] = []
  for (const list of lists) {
    for (const member of list) members.push(member)
    starts.push(members.length)
  }
  return { starts: Uint32Array.from(starts), members: Uint32Array.from(members) }
}

export function rowAt({ starts, members }: Rows, row: number): Uint32Array {
  return members.subarray(starts[row] ?? 0, starts[row + 1] ?? 0)
}

/** The lists that have one of some members, in their order. */
export function rowsWith({ starts, members }: Rows, some: ReadonlySet<number>): number[] {
  const found: number[] = []
  let row = 0
  for (let at = 0; at < members.length; at += 1) {
    if (!some.has(members[at] ?? 0)) continue
    while ((starts[row + 1] ?? 0) <= at) row += 1
    if (found.at(-1) !== row) found.push(row)
  }
  return found
}

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

/** The same, but that no bytes are kept: they are made of the texts whenever somebody goes through them. */
export function streamTextRows(texts: Iterable<string>): {
  readonly starts: Uint32Array
  readonly parts: Iterable<Uint8Array>
  readonly sums: Uint32Array
} {
  const parts = mapEach(texts, (text) => Buffer.from(text))
  const [starts, sums] = [[0], [] as number[]]
  let end = 0
  for (const part of parts) {
    end += part.length
    starts.push(end)
    sums.push(crc32(part))
  }
  return { starts: Uint32Array.from(starts), parts, sums: Uint32Array.from(sums) }
}

/** Values that are made when they are asked for, as often as they are. */
export function mapEach<Item, Value>(items: Iterable<Item>, make: (item: Item) => Value): Iterable<Value> {
  return {
    *[Symbol.iterator]() {
      for (const item of items) yield make(item)
    },
  }
}
