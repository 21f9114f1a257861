import type { CodeGraph } from '#context/code/graph/code-graph.ts'

export type TestRequest = {
  readonly graph: CodeGraph
  /** What is likely to be changed, with how likely that is. */
  readonly files: readonly { readonly file: number; readonly score: number }[]
  /** Whoever has an edge to any of them. */
  readonly users: readonly number[]
}

/** Tests that are likely to notice a change: those called after a file, and those that need it. */
export function findTests({ graph, files, users: all }: TestRequest): string[] {
  const scores = new Map(files.map(({ file, score }) => [file, score]))
  const byStem = new Map(files.map(({ file, score }) => [stemOf(graph.paths[file] ?? ''), score]))
  const users = new Set(all)
  const { starts, to } = graph.edges
  const scoreOf = (file: number) => {
    const needed = users.has(file) ? new Set(to.subarray(starts[file] ?? 0, starts[file + 1] ?? 0)) : NOTHING
    let score = NAMESAKE * (byStem.get(stemOf(graph.paths[file] ?? '')) ?? 0) + (scores.get(file) ?? 0)
    // A test that needs everything tests nothing in particular.
    for (const target of needed) score += (scores.get(target) ?? 0) / Math.sqrt(needed.size)
    return score
  }
  const found: { readonly path: string; readonly score: number }[] = []
  for (const [file, path] of graph.paths.entries()) {
    const score = graph.roles[file] === 'test' ? scoreOf(file) : 0
    // To look at its name takes longer than to add up.
    if (score >= LEAST && RUNS.test(path)) found.push({ path, score })
  }
  return found
    .sort((one, other) => other.score - one.score || (one.path < other.path ? -1 : 1))
    .slice(0, TESTS_MAX)
    .map(({ path }) => path)
}

const NOTHING: ReadonlySet<number> = new Set()
const NAMESAKE = 1.5
const LEAST = 0.25
const TESTS_MAX = 10

/** What runs, and not what it is given. */
const RUNS =
  /(?:^|\/)(?:test_[^/]+|tests)\.py$|[._-](?:test|tests|spec|e2e)\.\w+$|_(?:test|spec)\.\w+$|(?:Tests?|Spec|IT)\.\w+$|(?:^|\/)(?:tests?|__tests__|specs?)\/[^/]+\.(?:[cm]?[jt]sx?|rs|rb|php|exs|sh|bats|t)$/

/** What a file and its test have in common. */
function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  const bare = name.replace(/^test_|^tests?$|[._-](?:tests?|spec|e2e)$|(?:Tests?|Spec|IT)$/, '')
  return bare.replaceAll(/[_-]/g, '').toLowerCase()
}
