/** What a query calls a part of a text, and where that stands. */
export type Capture = { readonly name: string; readonly node: Place }

/** Letters and rows count from zero. */
export type Place = {
  /** No other part of the same tree has it. */
  readonly id: number
  readonly startIndex: number
  readonly endIndex: number
  readonly startRow: number
  readonly endRow: number
  readonly endColumn: number
}
