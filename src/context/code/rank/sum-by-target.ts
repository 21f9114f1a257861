/** What of the rank of others each name of a file earned. In the order of the files. */
export type Earned = {
  readonly file: Uint32Array
  /** As the edges number them. */
  readonly name: Uint32Array
  readonly score: Float64Array
}

/** Each edge: where it leads, whose it is, and what goes along it. */
export type Flows = {
  readonly to: Uint32Array
  /** Zero for a file as a whole, which earns nothing by name. */
  readonly name: Uint32Array
  readonly user: Uint32Array
  /** Of the user. */
  readonly folder: Uint32Array
  readonly flow: Float64Array
  readonly damp: (flow: number) => number
}

/**
 * What flows to each name of each file: what each user gives, damped, added up by folder, damped again, and added up. The edges
 * are put in order by folder, by name and by target, each time without disturbing the order that they had: those of one user,
 * of one folder and of one name then lie together.
 */
export function sumByTarget({ to, name, user, folder, flow, damp }: Flows): Earned {
  const order = [folder, name, to].reduce(orderBy, inOrder(to.length))
  const whatEnds = (edge: number, next: number | undefined): number => {
    if (next === undefined || to[next] !== to[edge] || name[next] !== name[edge]) return ENDS.name
    if (folder[next] !== folder[edge]) return ENDS.folder
    return user[next] === user[edge] ? ENDS.nothing : ENDS.user
  }
  const [file, names] = [new Uint32Array(to.length), new Uint32Array(to.length)]
  const score = new Float64Array(to.length)
  let count = 0
  let [ofUser, ofFolder, ofName] = [0, 0, 0]
  for (let place = 0; place < order.length; place += 1) {
    const edge = order[place] ?? 0
    if (name[edge] === 0) continue
    ofUser += flow[edge] ?? 0
    const ends = whatEnds(edge, order[place + 1])
    if (ends === ENDS.nothing) continue
    ofFolder += damp(ofUser)
    ofUser = 0
    if (ends === ENDS.user) continue
    ofName += damp(ofFolder)
    ofFolder = 0
    if (ends === ENDS.folder) continue
    file[count] = to[edge] ?? 0
    names[count] = name[edge] ?? 0
    score[count] = ofName
    ofName = 0
    count += 1
  }
  return { file: file.subarray(0, count), name: names.subarray(0, count), score: score.subarray(0, count) }
}

/** With an edge: nothing, what its user gives to a name, what the user's folder gives, or the name. */
const ENDS = { nothing: 0, user: 1, folder: 2, name: 3 } as const

function inOrder(count: number): Uint32Array {
  const order = new Uint32Array(count)
  for (let place = 0; place < count; place += 1) order[place] = place
  return order
}

/**
 * By counting: there are far more edges than folders and files, and names are numbered without gaps. In plain loops, as all of
 * this: it is run once, before anything of it was optimised.
 */
function orderBy(order: Uint32Array, keys: Uint32Array): Uint32Array {
  let most = 0
  for (let edge = 0; edge < keys.length; edge += 1) most = Math.max(most, keys[edge] ?? 0)
  const starts = new Uint32Array(most + 2)
  for (let edge = 0; edge < keys.length; edge += 1) {
    const next = (keys[edge] ?? 0) + 1
    starts[next] = (starts[next] ?? 0) + 1
  }
  for (let key = 1; key < starts.length; key += 1) starts[key] = (starts[key] ?? 0) + (starts[key - 1] ?? 0)
  const ordered = new Uint32Array(order.length)
  for (let place = 0; place < order.length; place += 1) {
    const edge = order[place] ?? 0
    const key = keys[edge] ?? 0
    const next = starts[key] ?? 0
    ordered[next] = edge
    starts[key] = next + 1
  }
  return ordered
}
