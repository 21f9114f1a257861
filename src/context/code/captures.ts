/**
 * What a query found in a text: parts of it, in the order of their beginnings, the outer before the inner. They come by the hundred
 * thousand and most of them say a word or nothing, so that they are numbers, and an object is made only of what lives on.
 */
export type Captures = {
  /** What the query calls what it captures, by number. One list for each query: what is known of it is remembered by the list. */
  readonly names: readonly string[]
  /** So many as `CAPTURE` has fields for each. */
  readonly words: Int32Array
}

/** Where in the words of a capture each thing stands. Letters and rows count from zero. */
export const CAPTURE = {
  name: 0,
  /** No other part of the same tree has it. */
  id: 1,
  startIndex: 2,
  endIndex: 3,
  startRow: 4,
  endRow: 5,
  endColumn: 6,
} as const

/** How many words a capture has. */
export const CAPTURE_WORDS = 7
