import type { CodeGraph } from '#context/code/graph/code-graph.ts'

/** Whoever has an edge to any of these files. */
export function usersOf(files: readonly number[], { paths, edges: { starts, to } }: CodeGraph): number[] {
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
