/** Who needs what of whom: the edges from each file to others, by the name that is needed. */
export type Edges = {
  /** Those of file `n` are the ones from `starts[n]` up to `starts[n + 1]`. */
  readonly starts: Uint32Array
  readonly to: Uint32Array
  /** Zero for a file as a whole. */
  readonly name: Uint32Array
  readonly weight: Float64Array
  readonly nameOf: (name: number) => string
}
