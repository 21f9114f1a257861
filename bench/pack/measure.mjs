/** In how many of a hundred as many of the first `k` are right as can be, as published results count. */
function share(pairs, k) {
  const right = pairs.filter(
    ({ gold, found }) => found.slice(0, k).filter((one) => gold.has(one)).length === Math.min(gold.size, k),
  )
  return (100 * right.length) / Math.max(1, pairs.length)
}

/** One by the place of the first that is right, on average. */
function reciprocal(pairs) {
  const sum = pairs.reduce((total, { gold, found }) => {
    const place = found.findIndex((one) => gold.has(one))
    return total + (place === -1 ? 0 : 1 / (place + 1))
  }, 0)
  return sum / Math.max(1, pairs.length)
}

export const HEADS = ['', 'instances', 'Acc@1', 'Acc@3', 'Acc@5', 'Acc@10', 'MRR']

/** A row of a table: what was to be found, and what was found in which order. */
export function measure(what, pairs) {
  return [
    what,
    pairs.length,
    ...[1, 3, 5, 10].map((k) => share(pairs, k).toFixed(1)),
    reciprocal(pairs).toFixed(3),
  ]
}
