import type { CodeGraph } from '../graph/code-graph.ts'
import type { Edges } from '../graph/edges.ts'
import { PRIORS, type Role } from '../walk/role-of.ts'
import { type Graph, pageRank } from './page-rank.ts'
import { type Earned, sumByTarget } from './sum-by-target.ts'

export type SymbolRanking =
  | {
      readonly kind: 'ranked'
      /** By file. */
      readonly files: Float64Array
      readonly symbols: Earned
    }
  | { readonly kind: 'failed'; readonly because: string }

export type RankRequest = Pick<CodeGraph, 'roles' | 'edges'> & {
  /** Places of files that the walk begins at, so that what they need comes first. */
  readonly focus: ReadonlySet<number>
}

/** Ranks files by who needs them, and hands the rank down to the names that earned it. */
export function rankSymbols({ roles, edges, focus }: RankRequest): SymbolRanking {
  const trusted = { ...edges, weight: trustedWeights(roles, edges) }
  const prior = Float64Array.from(roles, (role, place) =>
    focus.has(place) ? FOCUS * roles.length : PRIORS[role],
  )
  const ranking = pageRank(fold(trusted), prior)
  if (ranking.kind === 'failed') return ranking
  return { kind: 'ranked', files: ranking.ranks, symbols: handDown(ranking.ranks, trusted) }
}

const FOCUS = 10

/** What only tests need is not what the project stands on. */
function trustedWeights(roles: readonly Role[], { starts, to, weight }: Edges): Float64Array {
  const trusted = Float64Array.from(weight)
  for (const [user, role] of roles.entries()) {
    if (role === 'source') continue
    const end = starts[user + 1] ?? 0
    for (let edge = starts[user] ?? 0; edge < end; edge += 1)
      if (roles[to[edge] ?? 0] === 'source') trusted[edge] = (weight[edge] ?? 0) * OF_TESTS
  }
  return trusted
}

const OF_TESTS = 0.3

/** Edges between the same two files are one edge of the graph. */
function fold({ starts, to, weight }: Edges): Graph {
  const nodes = starts.length - 1
  const rows = new Uint32Array(nodes + 1)
  const targets = new Uint32Array(to.length)
  const weights = new Float64Array(to.length)
  /** Behind where a target was put last: in this row, or in one before it. */
  const behind = new Uint32Array(nodes)
  let count = 0
  for (let node = 0; node < nodes; node += 1) {
    const row = count
    for (let edge = starts[node] ?? 0; edge < (starts[node + 1] ?? 0); edge += 1) {
      const target = to[edge] ?? 0
      if ((behind[target] ?? 0) <= row) {
        targets[count] = target
        count += 1
        behind[target] = count
      }
      const place = (behind[target] ?? 0) - 1
      weights[place] = (weights[place] ?? 0) + (weight[edge] ?? 0)
    }
    rows[node + 1] = count
  }
  return { nodes, starts: rows, targets: targets.subarray(0, count), weights: weights.subarray(0, count) }
}

/** Each file's rank goes along its edges, and so to the names on them. */
function handDown(ranks: Float64Array, { starts, to, name, weight }: Edges): Earned {
  const flow = new Float64Array(to.length)
  for (const [user, rank] of ranks.entries()) {
    const end = starts[user + 1] ?? 0
    let out = 0
    for (let edge = starts[user] ?? 0; edge < end; edge += 1) out += weight[edge] ?? 0
    for (let edge = starts[user] ?? 0; edge < end; edge += 1)
      flow[edge] = name[edge] === 0 ? 0 : (rank * (weight[edge] ?? 0)) / out
  }
  return sumByTarget({ to, name, flow })
}
