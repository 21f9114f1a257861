/** A graph in rows: the edges of node `n` are those from `starts[n]` up to `starts[n + 1]`. */
export type Graph = {
  readonly nodes: number
  readonly starts: Uint32Array
  readonly targets: Uint32Array
  readonly weights: Float64Array
}

export type Ranking =
  | { readonly kind: 'ranked'; readonly ranks: Float64Array }
  /** It did not settle, or came to no number. A map that is ranked by nothing must say so. */
  | { readonly kind: 'failed'; readonly because: string }

/**
 * PageRank by power iteration. `prior` says where a walk begins anew, and where it goes from a node without edges. Sums are
 * taken in one fixed order, so that the same graph gives the same bits on every machine.
 */
export function pageRank(graph: Graph, prior: Float64Array): Ranking {
  if (graph.nodes === 0) return { kind: 'ranked', ranks: new Float64Array(0) }
  const home = shares(prior)
  if (home === null) return { kind: 'failed', because: 'nothing has any weight' }
  const scales = outScales(graph)
  const roads = roadsOf(graph, scales)
  let ranks = home.slice()
  let next = new Float64Array(graph.nodes)
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const stranded = spread(graph, { ranks, scales, inflow: next, ...roads })
    let change = 0
    for (let node = 0; node < graph.nodes; node += 1) {
      const own = home[node] ?? 0
      const rank = DAMPING * ((next[node] ?? 0) + stranded * own) + (1 - DAMPING) * own
      change += Math.abs(rank - (ranks[node] ?? 0))
      next[node] = rank
    }
    ;[ranks, next] = [next, ranks]
    if (!Number.isFinite(change)) return { kind: 'failed', because: 'a weight is no number' }
    if (change < TOLERANCE) return { kind: 'ranked', ranks }
  }
  return { kind: 'failed', because: `it did not settle in ${ROUNDS_MAX} rounds` }
}

type Roads = {
  /** Nodes with edges. */
  readonly givers: Uint32Array
  /** Nodes without an edge to go along. */
  readonly stranded: Uint32Array
}

/** In most trees, most files need nothing: who looks at each in each round is busy with these. */
function roadsOf({ nodes, starts }: Graph, scales: Float64Array): Roads {
  const [givers, stranded] = [new Uint32Array(nodes), new Uint32Array(nodes)]
  let [giving, left] = [0, 0]
  for (let node = 0; node < nodes; node += 1) {
    if (starts[node] !== starts[node + 1]) givers[giving++] = node
    if (scales[node] === 0) stranded[left++] = node
  }
  return { givers: givers.subarray(0, giving), stranded: stranded.subarray(0, left) }
}

type Flow = Roads & {
  readonly ranks: Float64Array
  readonly scales: Float64Array
  readonly inflow: Float64Array
}

/** Sends the rank of each node along its edges, and says how much has none to go along. */
function spread({ starts, targets, weights }: Graph, flows: Flow): number {
  const { ranks, scales, inflow, givers, stranded } = flows
  inflow.fill(0)
  for (let place = 0; place < givers.length; place += 1) {
    const node = givers[place] ?? 0
    const flow = (ranks[node] ?? 0) * (scales[node] ?? 0)
    const end = starts[node + 1] ?? 0
    for (let edge = starts[node] ?? 0; edge < end; edge += 1) {
      const target = targets[edge] ?? 0
      inflow[target] = (inflow[target] ?? 0) + flow * (weights[edge] ?? 0)
    }
  }
  let left = 0
  for (let place = 0; place < stranded.length; place += 1) left += ranks[stranded[place] ?? 0] ?? 0
  return left
}

/** Half, and not the 0.85 of the web: what a file needs tells much, and what that needs in turn little of why it is there. */
const DAMPING = 0.5
const ROUNDS_MAX = 200
const TOLERANCE = 1e-8

/** The same, adding up to one. Null where there is nothing to add up. */
function shares(weights: Float64Array): Float64Array<ArrayBuffer> | null {
  let sum = 0
  for (let node = 0; node < weights.length; node += 1) sum += weights[node] ?? 0
  if (!(sum > 0 && Number.isFinite(sum))) return null
  const parts = new Float64Array(weights.length)
  for (let node = 0; node < weights.length; node += 1) parts[node] = (weights[node] ?? 0) / sum
  return parts
}

function outScales({ nodes, starts, weights }: Graph): Float64Array {
  const scales = new Float64Array(nodes)
  for (let node = 0; node < nodes; node += 1) {
    let sum = 0
    for (let edge = starts[node] ?? 0; edge < (starts[node + 1] ?? 0); edge += 1) sum += weights[edge] ?? 0
    scales[node] = sum > 0 ? 1 / sum : 0
  }
  return scales
}
