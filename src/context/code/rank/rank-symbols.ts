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
  const needed = neededEdges(edges, { roles, focus })
  const trusted = { ...needed, weight: trustedWeights(roles, needed) }
  const prior = new Float64Array(roles.length)
  for (let place = 0; place < roles.length; place += 1)
    prior[place] = focus.has(place) ? FOCUS * roles.length : PRIORS[roles[place] ?? 'source']
  const graph = fold(trusted)
  const ranking = pageRank(graph, prior)
  if (ranking.kind === 'failed') return ranking
  const { ranks } = ranking
  // From a focus, what one file needs is all that is asked for.
  const damp = focus.size > 0 ? asIs : Math.sqrt
  return {
    kind: 'ranked',
    files: ranks,
    symbols: handDown(trusted, { ranks, folders: folderNumbers(paths), damp }),
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

/** A module that takes its tests in does not need them; whoever looks at it wants to see them all the same. */
function neededEdges(edges: Edges, { roles, focus }: Pick<RankRequest, 'roles' | 'focus'>): Edges {
  const starts = new Uint32Array(edges.starts.length)
  const [to, name] = [new Uint32Array(edges.to.length), new Uint32Array(edges.to.length)]
  const weight = new Float64Array(edges.to.length)
  let count = 0
  for (let user = 0; user < roles.length; user += 1) {
    const takesTests = roles[user] === 'test' || focus.has(user)
    const end = edges.starts[user + 1] ?? 0
    for (let edge = edges.starts[user] ?? 0; edge < end; edge += 1) {
      const target = edges.to[edge] ?? 0
      if (!takesTests && roles[target] === 'test') continue
      to[count] = target
      name[count] = edges.name[edge] ?? 0
      weight[count] = edges.weight[edge] ?? 0
      count += 1
    }
    starts[user + 1] = count
  }
  return {
    ...edges,
    starts,
    to: to.subarray(0, count),
    name: name.subarray(0, count),
    weight: weight.subarray(0, count),
  }
}

/** What only tests need is not what the project stands on. */
function trustedWeights(roles: readonly Role[], { starts, to, weight }: Edges): Float64Array {
  const trusted = weight.slice()
  for (let user = 0; user < roles.length; user += 1) {
    if (roles[user] === 'source') continue
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

type Handing = {
  readonly ranks: Float64Array
  /** By file: the folder that it lies in. */
  readonly folders: Uint32Array
  readonly damp: (flow: number) => number
}

/**
 * Each file's rank goes along its edges, and so to the names on them. What one file gives is damped, and what all files of a
 * folder give is damped again: a name that many need, in many places, matters more than one that somebody needs a lot, or
 * that a file hands all of its rank to because it needs nothing else.
 */
function handDown(edges: Edges, { ranks, folders, damp }: Handing): Earned {
  const { starts, to, name, weight } = edges
  const [user, folder] = [new Uint32Array(to.length), new Uint32Array(to.length)]
  const flow = new Float64Array(to.length)
  for (let file = 0; file < ranks.length; file += 1) {
    const end = starts[file + 1] ?? 0
    let out = 0
    for (let edge = starts[file] ?? 0; edge < end; edge += 1) out += weight[edge] ?? 0
    const part = out > 0 ? (ranks[file] ?? 0) / out : 0
    const place = folders[file] ?? 0
    for (let edge = starts[file] ?? 0; edge < end; edge += 1) {
      user[edge] = file
      folder[edge] = place
      flow[edge] = (weight[edge] ?? 0) * part
    }
  }
  return sumByTarget({ to, name, user, folder, flow, damp })
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
