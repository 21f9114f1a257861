import type { Binding } from './bind-references.ts'
import type { Edges } from './edges.ts'

/** Takes the edges of one file after the other. They come by the million: kept as numbers, and names once. */
export function writeEdges(numberOf: (name: string) => number): {
  readonly row: (bindings: readonly Binding[]) => void
  readonly finish: () => Omit<Edges, 'nameOf'>
} {
  const starts = [0]
  let count = 0
  let to = new Uint32Array(FIRST)
  let name = new Uint32Array(FIRST)
  let weight = new Float64Array(FIRST)
  const grow = () => {
    const [targets, names, weights] = [to, name, weight]
    to = new Uint32Array(count * 2)
    name = new Uint32Array(count * 2)
    weight = new Float64Array(count * 2)
    to.set(targets)
    name.set(names)
    weight.set(weights)
  }
  return {
    row: (bindings) => {
      for (const binding of bindings) {
        if (count === to.length) grow()
        to[count] = binding.to
        name[count] = numberOf(binding.name)
        weight[count] = binding.weight
        count += 1
      }
      starts.push(count)
    },
    finish: () => ({
      starts: Uint32Array.from(starts),
      to: to.slice(0, count),
      name: name.slice(0, count),
      weight: weight.slice(0, count),
    }),
  }
}

const FIRST = 1024
