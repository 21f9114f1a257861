/** How much two vectors point the same way, from -1 to 1. Every store uses this one: what servers compute differs in its last digits, and with them the order of what is nearly alike. */
export function cosine(one: Float32Array, other: Float32Array): number {
  const lengths = Math.sqrt(product(one, one)) * Math.sqrt(product(other, other))
  return lengths === 0 ? 0 : product(one, other) / lengths
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let place = 0; place < one.length; place += 1) sum += (one[place] ?? 0) * (other[place] ?? 0)
  return sum
}

/** The nearest first; of equals, the first by id. */
export function byCloseness(
  one: { readonly id: string; readonly closeness: number },
  other: { readonly id: string; readonly closeness: number },
): number {
  return other.closeness - one.closeness || (one.id < other.id ? -1 : 1)
}
