import type { TextRows } from './text-rows.ts'

/** Names by number, in their order, so that one is found without reading all. */
export type NameTable = {
  readonly count: number
  readonly at: (number: number) => string
  /** Null for a name that is not there. */
  readonly find: (name: string) => number | null
  /** The last that is no later than a name; null where all are. */
  readonly lastUpTo: (name: string) => number | null
}

export function readNames({ starts, bytes }: TextRows): NameTable {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const at = (number: number) => text.toString('utf8', starts[number] ?? 0, starts[number + 1] ?? 0)
  const count = starts.length - 1
  /** How many come before a name. */
  const countBefore = (name: string) => {
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >> 1
      if (at(middle) < name) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    count,
    at,
    find: (name) => {
      const before = countBefore(name)
      return before < count && at(before) === name ? before : null
    },
    lastUpTo: (name) => {
      const before = countBefore(name)
      const last = before < count && at(before) === name ? before : before - 1
      return last < 0 ? null : last
    },
  }
}
