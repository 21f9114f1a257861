/** Lists of numbers, one after the other: list `n` is from `starts[n]` up to `starts[n + 1]`. */
export type Rows = { readonly starts: Uint32Array; readonly members: Uint32Array }

export function toRows(lists: Iterable<Iterable<number>>): Rows {
  const starts = [0]
  const members: number[] = []
  for (const list of lists) {
    for (const member of list) members.push(member)
    starts.push(members.length)
  }
  return { starts: Uint32Array.from(starts), members: Uint32Array.from(members) }
}

export function rowAt({ starts, members }: Rows, row: number): Uint32Array {
  return members.subarray(starts[row] ?? 0, starts[row + 1] ?? 0)
}

/** The lists that have one of some members, in their order. */
export function rowsWith(rows: Rows, some: ReadonlySet<number>): number[] {
  return some.size > FEW ? rowsWithMany(rows, some) : rowsWithFew(rows, some)
}

/** To look for one member in all lists takes Node next to nothing. */
const FEW = 24

function rowsWithFew({ starts, members }: Rows, some: ReadonlySet<number>): number[] {
  const places: number[] = []
  for (const one of some)
    for (let at = members.indexOf(one); at !== -1; at = members.indexOf(one, at + 1)) places.push(at)
  const found: number[] = []
  let row = 0
  for (const at of places.sort((one, other) => one - other)) {
    while ((starts[row + 1] ?? 0) <= at) row += 1
    if (found.at(-1) !== row) found.push(row)
  }
  return found
}

function rowsWithMany({ starts, members }: Rows, some: ReadonlySet<number>): number[] {
  const found: number[] = []
  let row = 0
  for (let at = 0; at < members.length; at += 1) {
    if (!some.has(members[at] ?? 0)) continue
    while ((starts[row + 1] ?? 0) <= at) row += 1
    if (found.at(-1) !== row) found.push(row)
  }
  return found
}
