/** By term: the members that it is in, from `starts[term]` up to `starts[term + 1]`, and how much of it is in each. */
export type TermRows = {
  readonly starts: Uint32Array
  readonly members: Uint32Array
  readonly weights: Float32Array
}

type Entry = { readonly term: number; readonly member: number; readonly weight: number }

type Entries = {
  readonly add: (entry: Entry) => void
  /** By the places that the terms have in the end. Members stay in the order in which they came. */
  readonly finish: (terms: number, placeOf: Uint32Array) => TermRows
}

/** Gathers what is found, file by file, and turns it round. There are millions: they are kept as numbers. */
export function startEntries(): Entries {
  let [terms, members] = [new Uint32Array(FIRST), new Uint32Array(FIRST)]
  let weights = new Float32Array(FIRST)
  let count = 0
  return {
    add: ({ term, member, weight }) => {
      if (count === terms.length) {
        terms = copied(terms, new Uint32Array(count * 2))
        members = copied(members, new Uint32Array(count * 2))
        weights = copied(weights, new Float32Array(count * 2))
      }
      terms[count] = term
      members[count] = member
      weights[count] = weight
      count += 1
    },
    finish: (vocabulary, placeOf) => {
      const placed = terms.subarray(0, count).map((term) => placeOf[term] ?? 0)
      const starts = startsOf(placed, vocabulary)
      const next = starts.slice()
      const sorted = { starts, members: new Uint32Array(count), weights: new Float32Array(count) }
      for (const [entry, term] of placed.entries()) {
        const place = next[term] ?? 0
        next[term] = place + 1
        sorted.members[place] = members[entry] ?? 0
        sorted.weights[place] = weights[entry] ?? 0
      }
      return sorted
    },
  }
}

function startsOf(placed: Uint32Array, terms: number): Uint32Array {
  const starts = new Uint32Array(terms + 1)
  for (const term of placed) starts[term + 1] = (starts[term + 1] ?? 0) + 1
  for (let term = 0; term < terms; term += 1) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0)
  return starts
}

const FIRST = 1024

function copied<Numbers extends Uint32Array | Float32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}
