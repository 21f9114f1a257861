import type { TextRows } from './rows.ts'

/** Names by number, in their order, so that one is found without reading all. */
export type NameTable = {
  readonly count: number
  readonly at: (number: number) => string
  /** Null for a name that is not there. */
  readonly find: (name: string) => number | null
}

export function readNames({ starts, bytes }: TextRows): NameTable {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const at = (number: number) => text.toString('utf8', starts[number] ?? 0, starts[number + 1] ?? 0)
  const count = starts.length - 1
  return {
    count,
    at,
    find: (name) => {
      let [low, high] = [0, count]
      while (low < high) {
        const middle = (low + high) >> 1
        if (at(middle) < name) low = middle + 1
        else high = middle
      }
      return low < count && at(low) === name ? low : null
    },
  }
}
