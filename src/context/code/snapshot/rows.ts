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

/** Texts, one after the other, as bytes. */
export type TextRows = { readonly starts: Uint32Array; readonly bytes: Uint8Array }

export function toTextRows(texts: readonly string[]): TextRows {
  const starts = new Uint32Array(texts.length + 1)
  const parts = texts.map((text, row) => {
    const part = Buffer.from(text)
    starts[row + 1] = (starts[row] ?? 0) + part.length
    return part
  })
  return { starts, bytes: Buffer.concat(parts) }
}
