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
 * are gone through by folder, and what they give is put in order by name and then by target, each time without disturbing the
 * order that it had: what goes to one name from one folder then lies together. A file as a whole, whose name is zero, earns nothing.
 *
 * In plain loops and without lists of two, as all of this: it is run once, before anything of it was optimised.
 */
export function sumByTarget(flows: Flows): Earned {
  const { to, name, user, flow } = byTarget(byName(flows), startsBy(flows.to, flows))
  const { folders, damp } = flows
  const names = new Uint32Array(flow.length)
  const score = new Float64Array(flow.length)
  const starts = new Uint32Array(folders.length + 1)
  const ends = whatEnds({ to, name, user }, folders)
  let count = 0
  let [ofUser, ofFolder, ofName] = [0, 0, 0]
  for (let at = 0; at < flow.length; at += 1) {
    const what = ends[at]
    ofUser += flow[at] ?? 0
    if (what === ENDS.nothing) continue
    ofFolder += damp(ofUser)
    ofUser = 0
    if (what === ENDS.user) continue
    ofName += damp(ofFolder)
    ofFolder = 0
    if (what === ENDS.folder) continue
    const next = (to[at] ?? 0) + 1
    starts[next] = (starts[next] ?? 0) + 1
    names[count] = name[at] ?? 0
    score[count] = ofName
    ofName = 0
    count += 1
  }
  addUp(starts)
  const earned = { starts, name: names.subarray(0, count), score: score.subarray(0, count) }
  return { ...earned, ...byFile(earned) }
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

/** With a flow: nothing, what its user gives to a name, what the user's folder gives, or the name. */
const ENDS = { nothing: 0, user: 1, folder: 2, name: 3 } as const

function whatEnds({ to, name, user }: Omit<Ordered, 'flow'>, folders: Uint32Array): Uint8Array {
  const ends = new Uint8Array(to.length)
  for (let at = 0; at < to.length; at += 1) {
    // Behind the last there is none, and nothing is like it.
    const giver = user[at]
    const next = user[at + 1]
    if (to[at + 1] !== to[at] || name[at + 1] !== name[at]) ends[at] = ENDS.name
    else if (next !== giver) ends[at] = folders[next ?? 0] === folders[giver ?? 0] ? ENDS.user : ENDS.folder
  }
  return ends
}

/** What goes along edges, in some order. */
type Ordered = {
  readonly to: Uint32Array
  readonly name: Uint32Array
  readonly user: Uint32Array
  readonly flow: Float64Array
}

function emptyOrder(count: number): Ordered {
  const [to, name, user] = [new Uint32Array(count), new Uint32Array(count), new Uint32Array(count)]
  return { to, name, user, flow: new Float64Array(count) }
}

function byName(flows: Flows): Ordered {
  const { starts, to, name, weight, folders } = flows
  const next = startsBy(name, flows)
  const ordered = emptyOrder(next.at(-1) ?? 0)
  const users = placesInOrder(folders)
  for (let place = 0; place < users.length; place += 1) {
    const giver = users[place] ?? 0
    const part = partOf(giver, flows)
    const end = starts[giver + 1] ?? 0
    for (let edge = starts[giver] ?? 0; edge < end; edge += 1) {
      const own = name[edge] ?? 0
      const given = weight[edge] ?? 0
      if (own === 0 || given === 0) continue
      const at = next[own] ?? 0
      next[own] = at + 1
      ordered.to[at] = to[edge] ?? 0
      ordered.name[at] = own
      ordered.user[at] = giver
      ordered.flow[at] = given * part
    }
  }
  return ordered
}

/** What a user gives along an edge, for each part of its weight. */
function partOf(user: number, { starts, weight, ranks }: Flows): number {
  const end = starts[user + 1] ?? 0
  let out = 0
  for (let edge = starts[user] ?? 0; edge < end; edge += 1) out += weight[edge] ?? 0
  return out > 0 ? (ranks[user] ?? 0) / out : 0
}

function byTarget(flows: Ordered, next: Uint32Array): Ordered {
  const ordered = emptyOrder(flows.to.length)
  for (let place = 0; place < flows.to.length; place += 1) {
    const target = flows.to[place] ?? 0
    const at = next[target] ?? 0
    next[target] = at + 1
    ordered.to[at] = target
    ordered.name[at] = flows.name[place] ?? 0
    ordered.user[at] = flows.user[place] ?? 0
    ordered.flow[at] = flows.flow[place] ?? 0
  }
  return ordered
}

/** Where what goes to each key begins, and behind the last, how much there is. */
function startsBy(keys: Uint32Array, { name, weight }: Pick<Flows, 'name' | 'weight'>): Uint32Array {
  const starts = new Uint32Array(highestOf(keys) + 2)
  for (let edge = 0; edge < keys.length; edge += 1) {
    if (name[edge] === 0 || weight[edge] === 0) continue
    const next = (keys[edge] ?? 0) + 1
    starts[next] = (starts[next] ?? 0) + 1
  }
  addUp(starts)
  return starts
}

function highestOf(numbers: Uint32Array): number {
  let highest = 0
  for (let place = 0; place < numbers.length; place += 1) highest = Math.max(highest, numbers[place] ?? 0)
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
