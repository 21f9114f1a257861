import type { Edges } from '../graph/edges.ts'

/** What of the rank of others each name of a file earned: of file `n`, from `starts[n]` up to `starts[n + 1]`. */
export type Earned = {
  readonly starts: Uint32Array
  /** As the edges number them. */
  readonly name: Uint32Array
  readonly score: Float64Array
  /** By file: of all its names together, and of the one that earned most. */
  readonly sum: Float64Array
  readonly best: Float64Array
}

export type Flows = Pick<Edges, 'starts' | 'to' | 'name'> & {
  /** Of each edge; nothing goes along those that have none. */
  readonly weight: Float64Array
  /** Of each file. */
  readonly ranks: Float64Array
  /** By file: the folder that it lies in. */
  readonly folders: Uint32Array
  readonly damp: (flow: number) => number
}

/**
 * What flows to each name of each file: what each user gives, damped, added up by folder, damped again, and added up. The users
 * are gone through by folder, and edges are put in order by name and then by target, each time without disturbing the
 * order that they had: what goes to one name from one folder then lies together. A file as a whole, whose name is zero, earns nothing.
 *
 * In plain loops and without lists of two, as all of this: it is run once, before anything of it was optimised. So each of them
 * reads and writes as little as it can, and what is ordered are the numbers of edges alone.
 */
export function sumByTarget(flows: Flows): Earned {
  const earned = addUpFlows(byTarget(byName(flows), flows), flows)
  return { ...earned, ...byFile(earned) }
}

/** Edges are in order, so that those of one target and name lie together, and in these, those of one folder. */
function addUpFlows(order: Uint32Array, flows: Flows): Pick<Earned, 'starts' | 'name' | 'score'> {
  const { to, name, folders, damp } = flows
  const { user, flow } = flowsOf(flows)
  const endsBetween = endsWith({ to, name, user, folders })
  const names = new Uint32Array(order.length)
  const score = new Float64Array(order.length)
  const starts = new Uint32Array(folders.length + 1)
  let count = 0
  let [ofUser, ofFolder, ofName] = [0, 0, 0]
  for (let at = 0; at < order.length; at += 1) {
    const edge = order[at] ?? 0
    const ends = at + 1 < order.length ? endsBetween(edge, order[at + 1] ?? 0) : ENDS.name
    ofUser += flow[edge] ?? 0
    if (ends === ENDS.nothing) continue
    ofFolder += damp(ofUser)
    ofUser = 0
    if (ends === ENDS.user) continue
    ofName += damp(ofFolder)
    ofFolder = 0
    if (ends === ENDS.folder) continue
    const behind = (to[edge] ?? 0) + 1
    starts[behind] = (starts[behind] ?? 0) + 1
    names[count] = name[edge] ?? 0
    score[count] = ofName
    ofName = 0
    count += 1
  }
  addUp(starts)
  return { starts, name: names.subarray(0, count), score: score.subarray(0, count) }
}

/** With an edge: nothing, what its user gives to a name, what the user's folder gives, or the name. */
const ENDS = { nothing: 0, user: 1, folder: 2, name: 3 } as const

type Ends = (typeof ENDS)[keyof typeof ENDS]

function endsWith({
  to,
  name,
  user,
  folders,
}: Pick<Flows, 'to' | 'name' | 'folders'> & { readonly user: Uint32Array }): (
  edge: number,
  next: number,
) => Ends {
  return (edge, next) => {
    if (to[next] !== to[edge] || name[next] !== name[edge]) return ENDS.name
    const giver = user[edge] ?? 0
    const other = user[next] ?? 0
    if (giver === other) return ENDS.nothing
    return folders[other] === folders[giver] ? ENDS.user : ENDS.folder
  }
}

function byFile({ starts, score }: Pick<Earned, 'starts' | 'score'>): Pick<Earned, 'sum' | 'best'> {
  const [sum, best] = [new Float64Array(starts.length - 1), new Float64Array(starts.length - 1)]
  for (let file = 0; file < sum.length; file += 1) {
    const end = starts[file + 1] ?? 0
    for (let at = starts[file] ?? 0; at < end; at += 1) {
      const own = score[at] ?? 0
      sum[file] = (sum[file] ?? 0) + own
      if (own > (best[file] ?? 0)) best[file] = own
    }
  }
  return { sum, best }
}

/** By edge: who gives along it, and how much. */
function flowsOf({ starts, weight, ranks, folders }: Flows): {
  readonly user: Uint32Array
  readonly flow: Float64Array
} {
  const [user, flow] = [new Uint32Array(weight.length), new Float64Array(weight.length)]
  for (let giver = 0; giver < folders.length; giver += 1) {
    const start = starts[giver] ?? 0
    const end = starts[giver + 1] ?? 0
    let out = 0
    for (let edge = start; edge < end; edge += 1) out += weight[edge] ?? 0
    const part = out > 0 ? (ranks[giver] ?? 0) / out : 0
    for (let edge = start; edge < end; edge += 1) flow[edge] = (weight[edge] ?? 0) * part
    user.fill(giver, start, end)
  }
  return { user, flow }
}

/** Edges that something flows along, by their names, and those of one name by the folders of their users. */
function byName(flows: Flows): Uint32Array {
  const { starts, name, weight, folders } = flows
  const next = startsByName(flows)
  const order = new Uint32Array(next.at(-1) ?? 0)
  const users = placesInOrder(folders)
  for (let place = 0; place < users.length; place += 1) {
    const giver = users[place] ?? 0
    const end = starts[giver + 1] ?? 0
    for (let edge = starts[giver] ?? 0; edge < end; edge += 1) {
      const own = name[edge] ?? 0
      if (own === 0 || weight[edge] === 0) continue
      const at = next[own] ?? 0
      next[own] = at + 1
      order[at] = edge
    }
  }
  return order
}

/** Where those of each name begin, and behind the last, how many there are. */
function startsByName({ name, weight }: Flows): Uint32Array {
  const starts = new Uint32Array(highestOf(name) + 2)
  for (let edge = 0; edge < name.length; edge += 1) {
    const own = name[edge] ?? 0
    if (own !== 0 && weight[edge] !== 0) starts[own + 1] = (starts[own + 1] ?? 0) + 1
  }
  addUp(starts)
  return starts
}

/** The same by their targets, and those of one target as they were. */
function byTarget(edges: Uint32Array, { to, folders }: Flows): Uint32Array {
  const next = new Uint32Array(folders.length + 1)
  for (let place = 0; place < edges.length; place += 1) {
    const behind = (to[edges[place] ?? 0] ?? 0) + 1
    next[behind] = (next[behind] ?? 0) + 1
  }
  addUp(next)
  const order = new Uint32Array(edges.length)
  for (let place = 0; place < edges.length; place += 1) {
    const edge = edges[place] ?? 0
    const target = to[edge] ?? 0
    const at = next[target] ?? 0
    next[target] = at + 1
    order[at] = edge
  }
  return order
}

function highestOf(numbers: Uint32Array): number {
  let highest = 0
  for (let place = 0; place < numbers.length; place += 1) {
    const own = numbers[place] ?? 0
    if (own > highest) highest = own
  }
  return highest
}

function addUp(counts: Uint32Array): void {
  for (let at = 1; at < counts.length; at += 1) counts[at] = (counts[at] ?? 0) + (counts[at - 1] ?? 0)
}

/** Places by what they are numbered with, those with the same number as they stand. */
function placesInOrder(numbers: Uint32Array): Uint32Array {
  const starts = new Uint32Array(highestOf(numbers) + 2)
  for (let place = 0; place < numbers.length; place += 1) {
    const next = (numbers[place] ?? 0) + 1
    starts[next] = (starts[next] ?? 0) + 1
  }
  addUp(starts)
  const ordered = new Uint32Array(numbers.length)
  for (let place = 0; place < numbers.length; place += 1) {
    const own = numbers[place] ?? 0
    const at = starts[own] ?? 0
    starts[own] = at + 1
    ordered[at] = place
  }
  return ordered
}
