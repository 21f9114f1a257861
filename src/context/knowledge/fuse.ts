import { byScore, type Located, type Scored } from './rank-found.ts'

/** A list of what was found in one way, and how much that way is trusted. */
export type Voice = { readonly scored: readonly Scored[]; readonly weight: number }

/**
 * One list of several: in each, scores are divided by the best of it, so that the best of each is worth its weight. Places
 * in the lists alone would throw away by how much the first is better than the second; measured, that is worse on larger trees.
 */
export function fuse(voices: readonly Voice[]): readonly Scored[] {
  const sums = new Map<string, { document: Located; score: number }>()
  for (const { scored, weight } of voices) {
    const best = scored.reduce((most, { score }) => Math.max(most, score), 0)
    if (best <= 0) continue
    for (const { document, score } of scored) {
      const sum = sums.get(document.id) ?? { document, score: 0 }
      sums.set(document.id, { ...sum, score: sum.score + (weight * Math.max(score, 0)) / best })
    }
  }
  return [...sums.values()].sort(byScore)
}
