import type { CodeGraph } from '#context/code/graph/code-graph.ts'
import type { Ranked } from '#context/code/rank/rank-symbols.ts'
import type { Role } from '#context/code/walk/role-of.ts'
import { byLength, type EarningFile, HANDED_UP } from './symbols-of-file.ts'

/** Files whose names earned something, those first of which most can be expected. Of many, few are ever looked at. */
export type EarningFiles = {
  readonly count: number
  /** So many of the first if there are, or some more. */
  readonly first: (count: number) => readonly EarningFile[]
}

export function earningFiles(graph: CodeGraph, ranked: Pick<Ranked, 'symbols' | 'needs'>): EarningFiles {
  const files = findEarning(graph, ranked)
  const expected = Float64Array.from(files, ({ most }) => most).sort()
  let sorted: readonly EarningFile[] = []
  return {
    count: files.length,
    first: (count) => {
      if (sorted.length < Math.min(count, files.length)) {
        const least = expected[Math.max(0, files.length - count)] ?? 0
        sorted = files
          .filter(({ most }) => most >= least)
          .sort((one, other) => other.most - one.most || one.file - other.file)
      }
      return sorted
    },
  }
}

function findEarning(
  { roles, lengths }: CodeGraph,
  { symbols: earned, needs }: Pick<Ranked, 'symbols' | 'needs'>,
): EarningFile[] {
  const files: EarningFile[] = []
  for (let file = 0; file < roles.length; file += 1) {
    const [start, end] = [earned.starts[file] ?? 0, earned.starts[file + 1] ?? 0]
    if (start === end) continue
    const best = earned.best[file] ?? 0
    const worth = BY_ROLE[roles[file] ?? 'source'] * Math.sqrt(1 + Math.log2(1 + (needs[file] ?? 0)))
    // Its own score, and a part of that of all its members. Of numbers that are rounded, the most is rounded up.
    const highest = best + HANDED_UP * ((earned.sum[file] ?? 0) - best)
    const most = Math.fround(highest * worth * byLength(lengths[file] ?? 0) * 1.000001)
    if (worth > 0) files.push({ file, start, end, worth, most })
  }
  return files
}

/** What is in no source is not what the project stands on; and what needs others brings them together, as a leaf does not. */
const BY_ROLE: Readonly<Record<Role, number>> = {
  source: 1,
  test: 0.1,
  documentation: 0.3,
  generated: 0.3,
  vendored: 0,
}
