import type { CodeFile } from '../graph/code-file.ts'
import type { Edges } from '../graph/edges.ts'
import { PRIORS } from '../walk/role-of.ts'
import { type Graph, pageRank } from './page-rank.ts'

export type SymbolRanking =
  | {
      readonly kind: 'ranked'
      /** By file. */
      readonly files: Float64Array
      /** By file, then by name: what of the file's rank the name earned. */
      readonly symbols: readonly ReadonlyMap<string, number>[]
    }
  | { readonly kind: 'failed'; readonly because: string }

export type RankRequest = {
  readonly files: readonly CodeFile[]
  readonly edges: Edges
  /** Places of files that the walk begins at, so that what they need comes first. */
  readonly focus: ReadonlySet<number>
}

/** Ranks files by who needs them, and hands the rank down to the names that earned it. */
export function rankSymbols({ files, edges, focus }: RankRequest): SymbolRanking {
  const { from, to } = edges
  const weight = edges.weight.map(
    (plain, edge) => plain * trust(files[from[edge] ?? 0], files[to[edge] ?? 0]),
  )
  const trusted = { ...edges, weight }
  const graph = fold(files.length, trusted)
  const prior = Float64Array.from(files, ({ role }, place) =>
    focus.has(place) ? FOCUS * files.length : PRIORS[role],
  )
  const ranking = pageRank(graph, prior)
  if (ranking.kind === 'failed') return ranking
  return { kind: 'ranked', files: ranking.ranks, symbols: handDown(ranking.ranks, trusted) }
}

/** Each file's rank goes along its edges, and so to the names on them. */
function handDown(ranks: Float64Array, { from, to, name, weight, names }: Edges): Map<string, number>[] {
  const out = new Float64Array(ranks.length)
  for (const [edge, user] of from.entries()) out[user] = (out[user] ?? 0) + (weight[edge] ?? 0)
  const symbols = Array.from(ranks, () => new Map<string, number>())
  for (const [edge, user] of from.entries()) {
    const used = names[name[edge] ?? 0] ?? ''
    const earned = symbols[to[edge] ?? 0]
    const flow = ((ranks[user] ?? 0) * (weight[edge] ?? 0)) / (out[user] ?? 1)
    if (used !== '') earned?.set(used, (earned.get(used) ?? 0) + flow)
  }
  return symbols
}

const FOCUS = 10

/** What only tests need is not what the project stands on. */
function trust(user: CodeFile | undefined, used: CodeFile | undefined): number {
  return user?.role !== 'source' && used?.role === 'source' ? 0.3 : 1
}

/** Edges between the same two files are one edge of the graph. They come in the order of `from`. */
function fold(nodes: number, { from, to, weight }: Edges): Graph {
  const starts = new Uint32Array(nodes + 1)
  const targets: number[] = []
  const sums: number[] = []
  let edge = 0
  for (let node = 0; node < nodes; node += 1) {
    const row = new Map<number, number>()
    for (; edge < from.length && from[edge] === node; edge += 1) {
      const target = to[edge] ?? 0
      row.set(target, (row.get(target) ?? 0) + (weight[edge] ?? 0))
    }
    for (const [target, sum] of row) {
      targets.push(target)
      sums.push(sum)
    }
    starts[node + 1] = targets.length
  }
  return { nodes, starts, targets: Uint32Array.from(targets), weights: Float64Array.from(sums) }
}
