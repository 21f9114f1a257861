import type { CodeGraph } from '#context/code/graph/code-graph.ts'
import type { Dependency } from './context-pack.ts'

/** Whom files need, and who needs them: those first that need, or are needed, most. */
export function findDependencies(files: readonly number[], graph: CodeGraph): Dependency[] {
  const sums = () => new Map(files.map((file) => [file, new Map<number, number>()]))
  const [needs, neededBy] = [sums(), sums()]
  const { starts, to, weight } = graph.edges
  for (let from = 0; from < graph.paths.length; from += 1)
    for (let edge = starts[from] ?? 0; edge < (starts[from + 1] ?? 0); edge += 1) {
      const target = to[edge] ?? 0
      if (target === from) continue
      add(needs.get(from), { file: target, weight: weight[edge] ?? 0 })
      add(neededBy.get(target), { file: from, weight: weight[edge] ?? 0 })
    }
  const first = (found: Sums | undefined) =>
    [...(found ?? [])]
      .sort((one, other) => other[1] - one[1] || one[0] - other[0])
      .slice(0, EACH_MAX)
      .flatMap(([file]) => graph.paths[file] ?? [])
  return files
    .map((file) => ({
      path: graph.paths[file] ?? '',
      needs: first(needs.get(file)),
      neededBy: first(neededBy.get(file)),
    }))
    .filter((one) => one.needs.length + one.neededBy.length > 0)
}

const EACH_MAX = 5

type Sums = Map<number, number>

function add(sums: Sums | undefined, { file, weight }: { file: number; weight: number }): void {
  sums?.set(file, (sums.get(file) ?? 0) + weight)
}
