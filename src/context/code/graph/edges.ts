/** Who needs what of whom: each edge from one file to another, by the name that is needed. */
export type Edges = {
  /** Files by their place in the list that the graph was made of; names by their place in `names`. */
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly name: Uint32Array
  readonly weight: Float64Array
  /** The first is empty: a file as a whole. */
  readonly names: readonly string[]
}
