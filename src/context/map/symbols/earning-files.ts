import type { CodeGraph } from '#context/code/graph/code-graph.ts'
import type { Ranked } from '#context/code/rank/rank-symbols.ts'
import type { Role } from '#context/code/walk/role-of.ts'
import { byLength, type EarningFile, HANDED_UP } from './symbols-of-file.ts'

/** Files whose names earned something, those first of which most can be expected. */
export function earningFiles(
  { roles, lengths }: CodeGraph,
  { symbols: earned, needs }: Pick<Ranked, 'symbols' | 'needs'>,
): EarningFile[] {
  const files: EarningFile[] = []
  for (let start = 0; start < earned.file.length; ) {
    const file = earned.file[start] ?? 0
    let [end, sum, best] = [start, 0, 0]
    for (; end < earned.file.length && earned.file[end] === file; end += 1) {
      const score = earned.score[end] ?? 0
      sum += score
      if (score > best) best = score
    }
    const worth = BY_ROLE[roles[file] ?? 'source'] * Math.sqrt(1 + Math.log2(1 + (needs[file] ?? 0)))
    // Its own score, and a part of that of all its members. Of numbers that are rounded, the most is rounded up.
    const highest = best + HANDED_UP * (sum - best)
    const most = Math.fround(highest * worth * byLength(lengths[file] ?? 0) * 1.000001)
    if (worth > 0) files.push({ file, start, end, worth, most })
    start = end
  }
  return files.sort((one, other) => other.most - one.most || one.file - other.file)
}

/** What is in no source is not what the project stands on; and what needs others brings them together, as a leaf does not. */
const BY_ROLE: Readonly<Record<Role, number>> = {
  source: 1,
  test: 0.3,
  documentation: 0.3,
  generated: 0.3,
  vendored: 0,
}
