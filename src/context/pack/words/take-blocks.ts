/** Items that two share out between them while they work: one takes from the front and the other from the back, until they meet. */
export type Shared = {
  /** Of one number: how many blocks were taken. */
  readonly taken: Int32Array
  readonly count: number
  readonly side: 'front' | 'back'
  /** So many blocks at most. */
  readonly most?: number
}

/** The places of the next items that are one's own; null when there are none left. */
export function takeBlocks({
  taken,
  count,
  side,
  most = Number.POSITIVE_INFINITY,
}: Shared): () => Block | null {
  const blocks = Math.ceil(count / BLOCK)
  let own = 0
  return () => {
    if (own >= most || Atomics.add(taken, 0, 1) >= blocks) return null
    const start = (side === 'front' ? own : blocks - 1 - own) * BLOCK
    own += 1
    return { start, end: Math.min(count, start + BLOCK) }
  }
}

export type Block = { readonly start: number; readonly end: number }

export function placesOf({ start, end }: Block): number[] {
  return Array.from({ length: end - start }, (_, place) => start + place)
}

/** Small enough for both to be done at the same time. */
export const BLOCK = 32
