import { DONE, NO_TASK, NONE, type TaskTable, UNKNOWN } from './task-table.ts'

/**
 * Tasks that wait for themselves, each cycle by the ids on the way, the first of them once more at the end left out. A task ends after
 * its parts, and a part starts when all above it may: what waits for something that it is a part of is in a cycle, too. Of cycles
 * that hang together as many of the shortest are named as it takes for each task to be in one, or as anybody wants to read.
 */
export function findCycles(table: TaskTable): readonly (readonly string[])[] {
  if (table.knownCycles !== null) return table.knownCycles
  const found = foundIn.get(table) ?? cyclesOf(table)
  foundIn.set(table, found)
  return found
}

/** Asked for what is ready, and again for what is to be mended. */
const foundIn = new WeakMap<TaskTable, readonly (readonly string[])[]>()

function cyclesOf(table: TaskTable): readonly (readonly string[])[] {
  const next = edgesOf(table)
  const cycles = knotsIn(table, next).flatMap((nodes) =>
    cyclesIn(nodes, next).map((way) => namesOf(table, way)),
  )
  // Who is a part of themselves can neither start nor end: that is one cycle, seen from both sides.
  const once = new Map(cycles.map((cycle) => [[...cycle].sort().join(' '), cycle]))
  return [...once.values()].sort((one, other) => (one.join(' ') < other.join(' ') ? -1 : 1))
}

/** Tells whether a task waits for itself, also where so many hang together that it is in no cycle that was named. */
export function waitsForItself(table: TaskTable): (id: string) => boolean {
  const inside = placesInCycles(table)
  return (id) => inside.has(table.placeOf(id) ?? NONE)
}

/** The places of all that wait for themselves. */
export function placesInCycles(table: TaskTable): ReadonlySet<number> {
  if (findCycles(table).length === 0) return new Set()
  return new Set(knotsIn(table, edgesOf(table)).flatMap((nodes) => nodes.map((node) => node >> 1)))
}

/**
 * Whether one of some tasks is in a cycle, or leads into one. Where there was none before these were changed, there is none now unless it goes
 * by way of them: to look from there takes a moment, and from everywhere much of what it takes to tell what is ready.
 */
export function leadIntoCycle(table: TaskTable, places: readonly number[]): boolean {
  const starts = places.flatMap((place) => (isOver(table, place) ? [] : [place * 2, place * 2 + 1]))
  return strongParts({ count: table.ids.length * 2, starts, next: edgesOf(table) }).length > 0
}

/** The cycles that a task is named in; where it is in one and in none of those, the shortest that it is in. */
export function cyclesThrough(table: TaskTable, id: string): readonly (readonly string[])[] {
  const named = findCycles(table).filter((cycle) => cycle.includes(id))
  if (named.length > 0) return named
  const next = edgesOf(table)
  const isOwn = (node: number) => table.ids[node >> 1] === id
  return knotsIn(table, next)
    .filter((nodes) => nodes.some(isOwn))
    .slice(0, 1)
    .map((nodes) =>
      namesOf(table, shortestCycle(nodes.find(isOwn) ?? NONE, { inside: new Set(nodes), next })),
    )
}

function knotsIn(table: TaskTable, next: Next): number[][] {
  const starts = table.ids.flatMap((_, place) => (isOver(table, place) ? [] : [place * 2, place * 2 + 1]))
  return strongParts({ count: table.ids.length * 2, starts, next })
}

/** Each task is two nodes: that it may start, and that it is done. The done wait for nothing. */
export function edgesOf(table: TaskTable): Next {
  const { parents } = table.columns
  const children = childrenOf(table)
  const ending = (place: number) => {
    const own = children.get(place) ?? []
    return [place * 2, ...own.flatMap((child) => (isOver(table, child) ? [] : [child * 2 + 1]))]
  }
  const starting = (place: number) => {
    const parent = parents[place] ?? NONE
    const hasParent = parent !== NONE && parent !== UNKNOWN && !isOver(table, parent)
    const ahead = hasParent ? [parent * 2] : []
    for (const other of table.dependenciesOf(place))
      if (other !== UNKNOWN && !isOver(table, other)) ahead.push(other * 2 + 1)
    return ahead
  }
  const known: (readonly number[] | undefined)[] = []
  return (node) => {
    known[node] ??= (node & 1) === 1 ? ending(node >> 1) : starting(node >> 1)
    return known[node] ?? []
  }
}

export function isOver({ columns: { statuses } }: TaskTable, place: number): boolean {
  return statuses[place] === DONE || statuses[place] === NO_TASK
}

export function childrenOf({ columns: { parents } }: TaskTable): ReadonlyMap<number, number[]> {
  const children = new Map<number, number[]>()
  for (const [place, parent] of parents.entries()) {
    if (parent === NONE || parent === UNKNOWN) continue
    const own = children.get(parent)
    if (own === undefined) children.set(parent, [place])
    else own.push(place)
  }
  return children
}

type Next = (node: number) => readonly number[]

type Search = {
  readonly next: Next
  readonly order: Int32Array
  readonly low: Int32Array
  readonly isWaiting: Uint8Array
  /** How many of its edges were followed. */
  readonly followed: Int32Array
  readonly waiting: number[]
  readonly path: number[]
  readonly parts: number[][]
  counted: number
}

/** Parts in which each node reaches each other, by Tarjan, without calls within calls: a chain may be as long as the list. */
function strongParts({
  count,
  starts,
  next,
}: {
  count: number
  starts: readonly number[]
  next: Next
}): number[][] {
  const search: Search = {
    next,
    order: new Int32Array(count),
    low: new Int32Array(count),
    isWaiting: new Uint8Array(count),
    followed: new Int32Array(count),
    waiting: [],
    path: [],
    parts: [],
    counted: 0,
  }
  for (const start of starts) {
    if (search.order[start] === 0) enter(search, start)
    for (let node = search.path.at(-1); node !== undefined; node = search.path.at(-1)) step(search, node)
  }
  return search.parts
}

function enter(search: Search, node: number): void {
  search.counted += 1
  search.order[node] = search.counted
  search.low[node] = search.counted
  search.isWaiting[node] = 1
  search.waiting.push(node)
  search.path.push(node)
}

/** Follows one more edge, or leaves where there is none. */
function step(search: Search, node: number): void {
  const { next, order, isWaiting, followed } = search
  const other = next(node)[followed[node] ?? 0]
  followed[node] = (followed[node] ?? 0) + 1
  if (other === undefined) leave(search, node)
  else if (order[other] === 0) enter(search, other)
  else if (isWaiting[other] === 1) lower(search, { node, to: order[other] ?? 0 })
}

function leave(search: Search, node: number): void {
  const { next, order, low, isWaiting, waiting, path, parts } = search
  path.pop()
  const before = path.at(-1)
  if (before !== undefined) lower(search, { node: before, to: low[node] ?? 0 })
  if (low[node] !== order[node]) return
  const part: number[] = []
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    isWaiting[one] = 0
    part.push(one)
    if (one === node) break
  }
  if (part.length > 1 || next(node).includes(node)) parts.push(part)
}

function lower({ low }: Search, { node, to }: { node: number; to: number }): void {
  low[node] = Math.min(low[node] ?? 0, to)
}

/** The shortest through the first of them, then through the first that is in none yet. */
function cyclesIn(nodes: readonly number[], next: Next): number[][] {
  const inside = new Set(nodes)
  const named = new Set<number>()
  const cycles: number[][] = []
  for (const node of nodes.toSorted((one, other) => one - other)) {
    if (named.has(node >> 1)) continue
    const way = shortestCycle(node, { inside, next })
    for (const one of way) named.add(one >> 1)
    cycles.push(way)
    if (cycles.length === CYCLES_MAX) break
  }
  return cycles
}

/** So many of one knot: whoever unties these sees the next. */
const CYCLES_MAX = 20

type Knot = { readonly inside: ReadonlySet<number>; readonly next: Next }

/** The shortest way from one back to it: nobody wants to read through all that hang together. */
function shortestCycle(start: number, { inside, next }: Knot): number[] {
  const from = new Map<number, number>()
  const queue = [start]
  for (const node of queue) {
    const ahead = next(node).filter((other) => inside.has(other))
    if (ahead.includes(start)) return fromLeast(wayTo(node, { start, from }))
    for (const other of ahead) {
      if (from.has(other)) continue
      from.set(other, node)
      queue.push(other)
    }
  }
  return [start]
}

/** The same circle is told in the same words, whoever was asked about. */
function fromLeast(way: readonly number[]): number[] {
  const first = way.indexOf(way.reduce((least, node) => Math.min(least, node)))
  return [...way.slice(first), ...way.slice(0, first)]
}

function wayTo(end: number, { start, from }: { start: number; from: ReadonlyMap<number, number> }): number[] {
  const way = [end]
  for (let node = end; node !== start; ) {
    node = from.get(node) ?? start
    way.push(node)
  }
  return way.reverse()
}

/** Both nodes of a task are one name. */
function namesOf({ ids }: TaskTable, way: readonly number[]): string[] {
  const names = way.map((node) => ids[node >> 1] ?? '')
  const once = names.filter((name, index) => name !== names[index - 1])
  return once.length > 1 && once.at(-1) === once[0] ? once.slice(0, -1) : once
}
