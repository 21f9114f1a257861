/** What of a file's rank each of its names earned. */
export type Earned = {
  readonly file: Uint32Array
  /** As the edges number them. */
  readonly name: Uint32Array
  readonly score: Float64Array
}

type Flows = { readonly to: Uint32Array; readonly name: Uint32Array; readonly flow: Float64Array }

/**
 * What flows to each name of each file, added up. The edges are put in order by name and then by file, each time without
 * disturbing the order they had: those of a pair then lie together, and are added in the order in which they came.
 */
export function sumByTarget({ to, name, flow }: Flows): Earned {
  const order = orderBy(
    to,
    orderBy(
      name,
      Uint32Array.from(to, (_, edge) => edge),
    ),
  )
  const file = new Uint32Array(to.length)
  const names = new Uint32Array(to.length)
  const score = new Float64Array(to.length)
  let count = 0
  for (const edge of order) {
    const last = count - 1
    const isNew = count === 0 || file[last] !== to[edge] || names[last] !== name[edge]
    if (isNew) {
      file[count] = to[edge] ?? 0
      names[count] = name[edge] ?? 0
      count += 1
    }
    score[count - 1] = (score[count - 1] ?? 0) + (flow[edge] ?? 0)
  }
  return { file: file.subarray(0, count), name: names.subarray(0, count), score: score.subarray(0, count) }
}

/** By counting: there are far more edges than files, and names are numbered without gaps. */
function orderBy(keys: Uint32Array, order: Uint32Array): Uint32Array {
  const starts = new Uint32Array(keys.reduce((most, key) => Math.max(most, key), 0) + 2)
  for (const key of keys) starts[key + 1] = (starts[key + 1] ?? 0) + 1
  for (let key = 1; key < starts.length; key += 1) starts[key] = (starts[key] ?? 0) + (starts[key - 1] ?? 0)
  const ordered = new Uint32Array(order.length)
  for (const edge of order) {
    const key = keys[edge] ?? 0
    const place = starts[key] ?? 0
    ordered[place] = edge
    starts[key] = place + 1
  }
  return ordered
}
