import type { CodeGraph } from '#context/code/graph/code-graph.ts'
import { sureNeeds } from '#context/code/graph/sure-needs.ts'
import type { Dependency } from './context-pack.ts'

/** Whom files need, and who needs them: those first that need, or are needed, most. */
export function findDependencies(files: readonly number[], graph: CodeGraph): Dependency[] {
  const neededBy = new Map(files.map((file) => [file, new Map<number, number>()]))
  for (const user of usersOf(files, graph))
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

/** Whoever has an edge to any of them. */
function usersOf(files: readonly number[], { paths, edges: { starts, to } }: CodeGraph): number[] {
  const wanted = new Uint8Array(paths.length)
  for (const file of files) wanted[file] = 1
  const users: number[] = []
  for (let from = 0; from < paths.length; from += 1) {
    const end = starts[from + 1] ?? 0
    let edge = starts[from] ?? 0
    while (edge < end && wanted[to[edge] ?? 0] !== 1) edge += 1
    if (edge < end) users.push(from)
  }
  return users
}
