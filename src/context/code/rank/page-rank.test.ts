import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Graph, pageRank } from './page-rank.ts'

function graphOf(nodes: number, edges: readonly (readonly [number, number, number])[]): Graph {
  const rows = Array.from({ length: nodes }, (_, node) => edges.filter(([from]) => from === node))
  const starts = new Uint32Array(nodes + 1)
  for (const [node, row] of rows.entries()) starts[node + 1] = (starts[node] ?? 0) + row.length
  const flat = rows.flat()
  return {
    nodes,
    starts,
    targets: Uint32Array.from(flat, ([, to]) => to),
    weights: Float64Array.from(flat, ([, , weight]) => weight),
  }
}

const even = (nodes: number) => new Float64Array(nodes).fill(1)

function ranksOf(graph: Graph, prior = even(graph.nodes)): Float64Array {
  const ranking = pageRank(graph, prior)
  if (ranking.kind === 'failed') throw new Error(ranking.because)
  return ranking.ranks
}

const someGraph = fc.integer({ min: 1, max: 30 }).chain((nodes) =>
  fc.record({
    nodes: fc.constant(nodes),
    edges: fc.array(
      fc.tuple(fc.nat(nodes - 1), fc.nat(nodes - 1), fc.double({ min: 0.001, max: 100, noNaN: true })),
      { maxLength: 120 },
    ),
  }),
)

describe('rank', () => {
  it('adds up to one, and is above nothing everywhere, whatever the graph', () => {
    fc.assert(
      fc.property(someGraph, ({ nodes, edges }) => {
        const ranks = ranksOf(graphOf(nodes, edges))
        expect(ranks.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 6)
        expect(ranks.every((rank) => rank > 0)).toBe(true)
      }),
    )
  })

  it('satisfies its own equation: what a node has is what flows into it', () => {
    fc.assert(
      fc.property(someGraph, ({ nodes, edges }) => {
        const ranks = ranksOf(graphOf(nodes, edges))
        const out = (node: number) =>
          edges.filter(([from]) => from === node).reduce((sum, [, , weight]) => sum + weight, 0)
        const stranded = [...ranks].filter((_, node) => out(node) === 0).reduce((sum, rank) => sum + rank, 0)
        for (let node = 0; node < nodes; node += 1) {
          const inflow = edges
            .filter(([, to]) => to === node)
            .reduce((sum, [from, , weight]) => sum + ((ranks[from] ?? 0) * weight) / out(from), 0)
          expect(ranks[node]).toBeCloseTo(0.5 * (inflow + stranded / nodes) + 0.5 / nodes, 6)
        }
      }),
    )
  })

  it('puts what many need before what nobody needs, and what the important need before what the others do', () => {
    const ranks = ranksOf(
      graphOf(5, [
        [0, 3, 1],
        [1, 3, 1],
        [2, 3, 1],
        [3, 4, 1],
      ]),
    )
    expect(ranks[3]).toBeGreaterThan(ranks[0] ?? 1)
    expect(ranks[4]).toBeGreaterThan(ranks[0] ?? 1)
  })

  it('begins where the prior says', () => {
    const graph = graphOf(3, [])
    const ranks = ranksOf(graph, Float64Array.of(1, 0, 0))
    expect([...ranks]).toEqual([1, 0, 0])
  })

  it('is failed, and says why, where weights are no numbers', () => {
    expect(pageRank(graphOf(2, [[0, 1, Number.NaN]]), even(2))).toMatchObject({ kind: 'failed' })
    expect(pageRank(graphOf(2, []), new Float64Array(2))).toMatchObject({ kind: 'failed' })
  })
})
