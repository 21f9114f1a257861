import type { CodeGraph } from './code-graph.ts'

/** Files that another surely needs, with how much: those that it imports, and neighbours. What is bound by a name alone may be a guess. */
export function sureNeeds({ paths, edges }: CodeGraph, file: number): Map<number, number> {
  const { starts, to, name, weight } = edges
  const [start, end] = [starts[file] ?? 0, starts[file + 1] ?? 0]
  const sums = new Map<number, number>()
  const sure = new Set<number>()
  const folder = folderOf(paths[file] ?? '')
  for (let edge = start; edge < end; edge += 1) {
    const target = to[edge] ?? 0
    if (target === file) continue
    if (name[edge] === 0 || folderOf(paths[target] ?? '') === folder) sure.add(target)
    sums.set(target, (sums.get(target) ?? 0) + (weight[edge] ?? 0))
  }
  return new Map([...sums].filter(([target]) => sure.has(target)))
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}
