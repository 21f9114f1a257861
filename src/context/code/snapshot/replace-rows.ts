import type { Binding } from '../graph/bind-references.ts'
import type { Edges } from '../graph/edges.ts'
import type { NameTable } from './name-table.ts'

type Replacement = {
  /** The edges that some files have now. */
  readonly rows: ReadonlyMap<number, readonly Binding[]>
  /** Of the edges that there were. What is not among them is numbered after them. */
  readonly names: NameTable
}

/** The same edges, but for those of some files. */
export function replaceRows(edges: Edges, { rows, names }: Replacement): Edges {
  const fresh = new Map<string, number>()
  const numberOf = (name: string) => {
    const known = names.find(name) ?? fresh.get(name) ?? names.count + fresh.size
    if (known >= names.count) fresh.set(name, known)
    return known
  }
  const count = edges.starts.length - 1
  const lengthOf = (place: number) =>
    rows.get(place)?.length ?? (edges.starts[place + 1] ?? 0) - (edges.starts[place] ?? 0)
  const starts = new Uint32Array(count + 1)
  for (let place = 0; place < count; place += 1) starts[place + 1] = (starts[place] ?? 0) + lengthOf(place)
  const total = starts[count] ?? 0
  const [to, name, weight] = [new Uint32Array(total), new Uint32Array(total), new Float64Array(total)]
  let copied = 0
  const copyUpTo = (place: number) => {
    const [from, end, at] = [edges.starts[copied] ?? 0, edges.starts[place] ?? 0, starts[copied] ?? 0]
    to.set(edges.to.subarray(from, end), at)
    name.set(edges.name.subarray(from, end), at)
    weight.set(edges.weight.subarray(from, end), at)
    copied = place + 1
  }
  for (const place of [...rows.keys()].sort((one, other) => one - other)) {
    copyUpTo(place)
    for (const [offset, binding] of (rows.get(place) ?? []).entries()) {
      const edge = (starts[place] ?? 0) + offset
      to[edge] = binding.to
      name[edge] = numberOf(binding.name)
      weight[edge] = binding.weight
    }
  }
  copyUpTo(count)
  const added = [...fresh.keys()]
  return {
    starts,
    to,
    name,
    weight,
    nameOf: (number) => (number < names.count ? names.at(number) : (added[number - names.count] ?? '')),
  }
}
