/** By what a thing is named, and whose part it is. */
type Kinship<Item> = {
  readonly keyOf: (item: Item) => string
  readonly parentOf: (item: Item) => string | null
}

/**
 * Each right below what it is a part of, and how deep that is; otherwise in the order that they came in. Where some are parts of each
 * other, the first of them is on top. Without calls within calls: a chain may be as long as the list.
 */
export function inTree<Item>(
  items: readonly Item[],
  { keyOf, parentOf }: Kinship<Item>,
): { readonly item: Item; readonly depth: number }[] {
  const { tops, parts } = sortOut(items, { keyOf, parentOf })
  const seen = new Set<Item>()
  const placed: { item: Item; depth: number }[] = []
  for (const top of [...tops, ...items]) {
    const ahead = [{ item: top, depth: 0 }]
    for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
      if (seen.has(next.item)) continue
      seen.add(next.item)
      placed.push(next)
      const depth = next.depth + 1
      for (const item of [...(parts.get(keyOf(next.item)) ?? [])].reverse()) ahead.push({ item, depth })
    }
  }
  return placed
}

function sortOut<Item>(items: readonly Item[], { keyOf, parentOf }: Kinship<Item>) {
  const parts = new Map<string, Item[]>(items.map((item) => [keyOf(item), []]))
  const tops: Item[] = []
  for (const item of items) {
    const parent = parentOf(item)
    const siblings = parent === null ? undefined : parts.get(parent)
    ;(siblings ?? tops).push(item)
  }
  return { tops, parts }
}
