import { lastUpTo } from './last-up-to.ts'

type Reach = { readonly from: number; readonly to: number }

/** Finds for a place the last one of a list that it is in. Asked for every word of a file, so that it looks through no list. */
export function lastAround<Item extends Reach>(items: readonly Item[]): (at: number) => Item | null {
  const edges = [...new Set(items.flatMap(({ from, to }) => [from, to]))].sort((one, other) => one - other)
  const coming = items
    .map((item, order) => ({ item, order }))
    .sort((one, other) => other.item.from - one.item.from)
  let open: typeof coming = []
  const found = edges.map((edge) => {
    for (let next = coming.at(-1); next !== undefined && next.item.from <= edge; next = coming.at(-1))
      open.push(...coming.splice(-1))
    open = open.filter(({ item }) => item.to > edge)
    return open.reduce<(typeof open)[number] | null>(
      (last, one) => (last === null || one.order > last.order ? one : last),
      null,
    )
  })
  return (at) => found[lastUpTo(edges, at)]?.item ?? null
}
