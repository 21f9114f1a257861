/** Files, or some of them, by their places: those with the most first, and of equals the one that comes first. */
export function orderByScore(
  scores: Float64Array,
  places: Iterable<number> = scores.keys(),
): Uint32Array<ArrayBuffer> {
  return Uint32Array.from(places).sort(
    (one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other,
  )
}
