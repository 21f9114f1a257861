import type { CodeGraph } from '../graph/code-graph.ts'
import type { Edges } from '../graph/edges.ts'
import { PRIORS, type Role } from '../walk/role-of.ts'
import { type Graph, pageRank } from './page-rank.ts'
import { type Earned, sumByTarget } from './sum-by-target.ts'

export type Ranked = {
  readonly kind: 'ranked'
  /** By file. */
  readonly files: Float64Array
  /** What each name earned from those who need it. */
  readonly symbols: Earned
  /** By file: how many others it needs. */
  readonly needs: Uint32Array
}

export type SymbolRanking = Ranked | { readonly kind: 'failed'; readonly because: string }

export type RankRequest = Pick<CodeGraph, 'paths' | 'roles' | 'edges'> & {
  /** Places of files that the walk begins at, so that what they need comes first. */
  readonly focus: ReadonlySet<number>
}

/** Ranks files by who needs them, and hands the rank down to the names that earned it. */
export function rankSymbols({ paths, roles, edges, focus }: RankRequest): SymbolRanking {
  const weight = trustedWeights(edges, { roles, focus })
  const prior = new Float64Array(roles.length)
  for (let place = 0; place < roles.length; place += 1)
    prior[place] = focus.has(place) ? FOCUS * roles.length : PRIORS[roles[place] ?? 'source']
  const graph = fold({ ...edges, weight })
  const ranking = pageRank(graph, prior)
  if (ranking.kind === 'failed') return ranking
  const { ranks } = ranking
  // What one file gives to a name is damped, and what all files of a folder give is damped again: a name that many need, in many
  // places, matters more than one that somebody needs a lot, or that a file hands all of its rank to because it needs nothing else.
  // From a focus, what one file needs is all that is asked for.
  const damp = focus.size > 0 ? asIs : Math.sqrt
  return {
    kind: 'ranked',
    files: ranks,
    symbols: sumByTarget({ ...edges, weight, ranks, folders: folderNumbers(paths), damp }),
    needs: rowLengths(graph),
  }
}

/** In a plain loop, as all of this: it is run once, before anything of it was optimised. */
function rowLengths({ nodes, starts }: Graph): Uint32Array {
  const lengths = new Uint32Array(nodes)
  for (let row = 0; row < nodes; row += 1) lengths[row] = (starts[row + 1] ?? 0) - (starts[row] ?? 0)
  return lengths
}

const FOCUS = 10

/** Each weight by what the user makes of a file of such a role. */
function trustedWeights(
  { starts, to, weight }: Edges,
  { roles, focus }: Pick<RankRequest, 'roles' | 'focus'>,
): Float64Array {
  const trusted = weight.slice()
  for (let user = 0; user < roles.length; user += 1) {
    const trust = trustOf(roles[user] ?? 'source')
    const ofTests = focus.has(user) ? 1 : trust.test
    const end = starts[user + 1] ?? 0
    for (let edge = starts[user] ?? 0; edge < end; edge += 1) {
      const role = roles[to[edge] ?? 0] ?? 'source'
      trusted[edge] = (weight[edge] ?? 0) * (role === 'test' ? ofTests : trust[role])
    }
  }
  return trusted
}

/**
 * What only tests need is not what the project stands on. A module that takes its tests in does not need them at all; whoever looks at
 * it wants to see them all the same.
 */
function trustOf(user: Role): Readonly<Record<Role, number>> {
  return user === 'source' ? TRUST.source : user === 'test' ? TRUST.test : TRUST.others
}

const OF_TESTS = 0.3

const EACH: Readonly<Record<Role, number>> = {
  source: 1,
  test: 1,
  documentation: 1,
  generated: 1,
  vendored: 1,
}
const TRUST = {
  source: { ...EACH, test: 0 },
  test: { ...EACH, source: OF_TESTS },
  others: { ...EACH, source: OF_TESTS, test: 0 },
}

/** Edges between the same two files are one edge of the graph. Those without weight are none. */
function fold({ starts, to, weight }: Pick<Edges, 'starts' | 'to' | 'weight'>): Graph {
  const nodes = starts.length - 1
  const rows = new Uint32Array(nodes + 1)
  const targets = new Uint32Array(to.length)
  const weights = new Float64Array(to.length)
  /** Behind where a target was put last: in this row, or in one before it. */
  const behind = new Uint32Array(nodes)
  let count = 0
  for (let node = 0; node < nodes; node += 1) {
    const row = count
    const end = starts[node + 1] ?? 0
    for (let edge = starts[node] ?? 0; edge < end; edge += 1) {
      const own = weight[edge] ?? 0
      if (own === 0) continue
      const target = to[edge] ?? 0
      let place = (behind[target] ?? 0) - 1
      if (place < row) {
        place = count
        targets[place] = target
        count += 1
        behind[target] = count
      }
      weights[place] = (weights[place] ?? 0) + own
    }
    rows[node + 1] = count
  }
  return { nodes, starts: rows, targets: targets.subarray(0, count), weights: weights.subarray(0, count) }
}

function asIs(flow: number): number {
  return flow
}

function folderNumbers(paths: readonly string[]): Uint32Array {
  const known = new Map<string, number>()
  const numbers = new Uint32Array(paths.length)
  // Files of a folder mostly lie together.
  let [last, number] = ['', -1]
  for (let place = 0; place < paths.length; place += 1) {
    const path = paths[place] ?? ''
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    if (number === -1 || folder !== last) {
      last = folder
      number = known.get(folder) ?? known.size
      known.set(folder, number)
    }
    numbers[place] = number
  }
  return numbers
}
