import type { CodeGraph } from '#context/code/graph/code-graph.ts'
import { sureNeeds } from '#context/code/graph/sure-needs.ts'
import type { Dependency } from './context-pack.ts'

export type DependencyRequest = {
  readonly graph: CodeGraph
  readonly files: readonly number[]
  /** Whoever has an edge to any of them. */
  readonly users: readonly number[]
}

/** Whom files need, and who needs them: those first that need, or are needed, most. */
export function findDependencies({ graph, files, users }: DependencyRequest): Dependency[] {
  const neededBy = new Map(files.map((file) => [file, new Map<number, number>()]))
  for (const user of users)
    for (const [target, weight] of sureNeeds(graph, user)) neededBy.get(target)?.set(user, weight)
  const first = (found: ReadonlyMap<number, number> | undefined) =>
    [...(found ?? [])]
      .sort((one, other) => other[1] - one[1] || one[0] - other[0])
      .slice(0, EACH_MAX)
      .flatMap(([file]) => graph.paths[file] ?? [])
  return files
    .map((file) => ({
      path: graph.paths[file] ?? '',
      needs: first(sureNeeds(graph, file)),
      neededBy: first(neededBy.get(file)),
    }))
    .filter((one) => one.needs.length + one.neededBy.length > 0)
}

const EACH_MAX = 5
