import { CAPTURE } from './captures.ts'

/** Where a part of a text stands. Letters and rows count from zero. */
export type Place = {
  /** No other part of the same tree has it. */
  readonly id: number
  readonly startIndex: number
  readonly endIndex: number
  readonly startRow: number
  readonly endRow: number
  readonly endColumn: number
}

/** Of the capture whose words begin there. */
export function placeAt(words: Int32Array, at: number): Place {
  return {
    id: words[at + CAPTURE.id] ?? 0,
    startIndex: words[at + CAPTURE.startIndex] ?? 0,
    endIndex: words[at + CAPTURE.endIndex] ?? 0,
    startRow: words[at + CAPTURE.startRow] ?? 0,
    endRow: words[at + CAPTURE.endRow] ?? 0,
    endColumn: words[at + CAPTURE.endColumn] ?? 0,
  }
}
