import type { CodeFile } from '../graph/code-file.ts'
import type { Edges } from '../graph/edges.ts'
import { PRIORS } from '../walk/role-of.ts'
import { type Graph, pageRank } from './page-rank.ts'

export type SymbolRanking =
  | {
      readonly kind: 'ranked'
      /** By file. */
      readonly files: Float64Array
      /** By file, then by name: what the name earned from those who need it. */
      readonly symbols: readonly ReadonlyMap<string, number>[]
      /** By file: how many others it needs. */
      readonly needs: Uint32Array
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
  return {
    kind: 'ranked',
    files: ranking.ranks,
    // From a focus, what one file needs is all that is asked for.
    symbols: handDown(trusted, { files, ranks: ranking.ranks, damp: focus.size > 0 ? asIs : Math.sqrt }),
    needs: Uint32Array.from(files, (_, place) => (graph.starts[place + 1] ?? 0) - (graph.starts[place] ?? 0)),
  }
}

const FOCUS = 10

type Handing = {
  readonly files: readonly CodeFile[]
  readonly ranks: Float64Array
  readonly damp: (flow: number) => number
}

/**
 * Each file's rank goes along its edges, and so to the names on them. What one file gives is damped, and what all files of a
 * folder give is damped again: a name that many need, in many places, matters more than one that somebody needs a lot, or
 * that a file hands all of its rank to because it needs nothing else.
 */
function handDown(edges: Edges, { files, ranks, damp }: Handing): Map<string, number>[] {
  const { names } = edges
  const earned = new Map<number, number>()
  for (const users of byFolder(files, edges)) {
    const together = new Map<number, number>()
    for (const { first, end } of users)
      for (const [symbol, flow] of flowsOf(edges, { first, end, ranks }))
        add(together, { key: symbol, value: damp(flow) })
    for (const [symbol, sum] of together) add(earned, { key: symbol, value: damp(sum) })
  }
  const symbols = files.map(() => new Map<string, number>())
  for (const [symbol, sum] of earned)
    symbols[Math.floor(symbol / names.length)]?.set(names[symbol % names.length] ?? '', sum)
  return symbols
}

function asIs(flow: number): number {
  return flow
}

/** The edges of one file: they stand together. */
type Row = { readonly first: number; readonly end: number }

/** The rows of files that need something, those of one folder together, in the order of their paths. */
function byFolder(files: readonly CodeFile[], { from }: Edges): Iterable<Row[]> {
  const folders = new Map<string, Row[]>()
  let first = 0
  while (first < from.length) {
    const user = from[first]
    let end = first + 1
    while (end < from.length && from[end] === user) end += 1
    const path = files[user ?? 0]?.path ?? ''
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    const rows = folders.get(folder)
    if (rows === undefined) folders.set(folder, [{ first, end }])
    else rows.push({ first, end })
    first = end
  }
  return folders.values()
}

/** What one file gives to each name, by a number for the file that defines it and the name. */
function flowsOf(
  { from, to, name, weight, names }: Edges,
  { first, end, ranks }: Row & { readonly ranks: Float64Array },
): Map<number, number> {
  let out = 0
  for (let edge = first; edge < end; edge += 1) out += weight[edge] ?? 0
  const part = out > 0 ? (ranks[from[first] ?? 0] ?? 0) / out : 0
  const flows = new Map<number, number>()
  for (let edge = first; edge < end; edge += 1)
    if (name[edge] !== 0)
      add(flows, {
        key: (to[edge] ?? 0) * names.length + (name[edge] ?? 0),
        value: (weight[edge] ?? 0) * part,
      })
  return flows
}

function add(sums: Map<number, number>, { key, value }: { key: number; value: number }): void {
  sums.set(key, (sums.get(key) ?? 0) + value)
}

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
