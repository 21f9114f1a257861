/** What turns texts into vectors, so that what means the same lies near each other. Handed in: the room knows no model. */
export type Embedder = {
  /** Vectors of one identity can be compared, and no others: a change of it embeds everything anew. */
  readonly identity: string
  /** One vector a text, in their order. Some models see a question differently from what would answer it. */
  readonly embed: (
    texts: readonly string[],
    options: { readonly as: 'document' | 'query'; readonly signal?: AbortSignal | undefined },
  ) => Promise<readonly Float32Array[]>
}
