import type { Query, Tree } from 'web-tree-sitter'
import type { Capture, Place } from '../capture.ts'

/**
 * Runs a query, and reads what it found from where the runtime has put it, as numbers. The runtime's own way makes several
 * objects of each, and of all the others in the same match: that takes as long as to find them.
 */
export type ReadCaptures = (request: CapturesRequest) => readonly Capture[]

export type CapturesRequest = {
  readonly query: Query
  readonly tree: Tree
  /** What was parsed. */
  readonly text: string
  readonly isLate: () => boolean
}

/** As much of a runtime as is used here: the object that it was started with, which it puts itself into. */
type Started = {
  readonly HEAPU8?: Uint8Array
  readonly _ts_init?: () => number
  readonly _ts_node_end_index_wasm?: Call
  readonly _ts_node_end_point_wasm?: Call
  _ts_query_captures_wasm?: Call | undefined
  readonly instantiateWasm: unknown
}

type Call = (...words: readonly number[]) => unknown

export function openCaptures(runtime: Started): ReadCaptures {
  // Where the runtime and who uses it lay down what they have for each other.
  const desk = runtime._ts_init?.() ?? 0
  const search = runtime._ts_query_captures_wasm
  return ({ query, tree, text, isLate }) => {
    let captures: readonly Capture[] = []
    runtime._ts_query_captures_wasm = (...words) => {
      search?.(...words)
      const memory = new DataView(runtime.HEAPU8?.buffer ?? new ArrayBuffer(0))
      const count = memory.getInt32(desk, true)
      const start = memory.getInt32(desk + WORD, true)
      const placeAt = openPlaces(runtime, { memory, desk, tree: words[1] ?? 0 })
      captures = readAll(query, { text, memory, placeAt, count, start })
      // Nothing is left for the runtime's own way but to free the memory.
      memory.setInt32(desk, 0, true)
      memory.setInt32(desk + WORD, start, true)
    }
    try {
      query.captures(tree.rootNode, { progressCallback: isLate })
      return captures
    } finally {
      runtime._ts_query_captures_wasm = search
    }
  }
}

const WORD = 4
const NODE = 5 * WORD

/** A node is five words: its number, where it begins, the row and the column of that, and one for the runtime itself. */
function openPlaces(
  runtime: Started,
  { memory, desk, tree }: { memory: DataView; desk: number; tree: number },
): (at: number) => Place {
  const { _ts_node_end_index_wasm: endIndexOf, _ts_node_end_point_wasm: findEnd } = runtime
  const layDown = (at: number) => {
    for (let word = 0; word < NODE; word += WORD)
      memory.setInt32(desk + word, memory.getInt32(at + word, true), true)
  }
  return (at) => {
    layDown(at)
    const endIndex = Number(endIndexOf?.(tree))
    layDown(at)
    findEnd?.(tree)
    return {
      id: memory.getInt32(at, true),
      startIndex: memory.getInt32(at + WORD, true),
      endIndex,
      startRow: memory.getInt32(at + 2 * WORD, true),
      endRow: memory.getInt32(desk, true),
      endColumn: memory.getInt32(desk + WORD, true),
    }
  }
}

type Found = {
  readonly text: string
  readonly memory: DataView
  readonly placeAt: (at: number) => Place
  readonly count: number
  /** Where they lie. */
  readonly start: number
}

/**
 * Each is the number of its pattern, how many parts the match has, which of them it is, and the parts: the number of a name, and
 * a node.
 */
function readAll(query: Query, { text, memory, placeAt, count, start }: Found): Capture[] {
  const { captureNames, textPredicates } = query as Query & Predicates
  const captures: Capture[] = []
  let at = start
  const partAt = (place: number): Capture => ({
    name: captureNames[memory.getInt32(place, true)] ?? '',
    node: placeAt(place + WORD),
  })
  for (let read = 0; read < count; read += 1) {
    const predicates = textPredicates[memory.getInt32(at, true)] ?? []
    const parts = memory.getInt32(at + WORD, true)
    const own = memory.getInt32(at + 2 * WORD, true)
    const first = at + 3 * WORD
    at = first + parts * PART
    if (predicates.length > 0) {
      const worded = Array.from({ length: parts }, (_, part) => wordedOf(partAt(first + part * PART), text))
      if (!predicates.every((holds) => holds(worded))) continue
    }
    captures.push(partAt(first + own * PART))
  }
  return captures
}

const PART = WORD + NODE

/** What the types of a query do not tell: what a pattern asks of the text of its parts. */
type Predicates = { readonly textPredicates: readonly (readonly ((parts: readonly Worded[]) => boolean)[])[] }

type Worded = { readonly name: string; readonly node: { readonly text: string } }

function wordedOf({ name, node: { startIndex, endIndex } }: Capture, text: string): Worded {
  return { name, node: { text: text.slice(startIndex, endIndex) } }
}
