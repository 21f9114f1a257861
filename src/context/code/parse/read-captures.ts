import type { Query, Tree } from 'web-tree-sitter'
import { CAPTURE, CAPTURE_WORDS, type Captures } from '../captures.ts'
import { orderCaptures } from './order-captures.ts'

/**
 * Runs a query, and reads what it found from where the runtime has put it, as numbers. The runtime's own way makes several
 * objects of each, and of all the others in the same match: that takes as long as to find them.
 */
export type ReadCaptures = (request: CapturesRequest) => Captures

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
  _ts_query_matches_wasm?: Call | undefined
  readonly instantiateWasm: unknown
}

type Call = (...words: readonly number[]) => unknown

export function openCaptures(runtime: Started): ReadCaptures {
  // Where the runtime and who uses it lay down what they have for each other.
  const desk = runtime._ts_init?.() ?? 0
  const search = runtime._ts_query_matches_wasm
  return ({ query, tree, text, isLate }) => {
    const { captureNames: names } = query
    let found: Captures['words'] = new Int32Array()
    runtime._ts_query_matches_wasm = (...words) => {
      search?.(...words)
      const memory = new DataView(runtime.HEAPU8?.buffer ?? new ArrayBuffer(0))
      const count = memory.getInt32(desk, true)
      const start = memory.getInt32(desk + WORD, true)
      const writeDown = openDesk(runtime, { memory, desk, tree: words[1] ?? 0 })
      found = readAll(query as Query & Predicates, { text, memory, writeDown, count, start })
      // Nothing is left for the runtime's own way but to free the memory.
      memory.setInt32(desk, 0, true)
      memory.setInt32(desk + WORD, start, true)
    }
    try {
      query.matches(tree.rootNode, { progressCallback: isLate })
      return { names, words: found }
    } finally {
      runtime._ts_query_matches_wasm = search
    }
  }
}

const WORD = 4
const NODE = 5 * WORD

/** Writes down the words of a capture. */
type WriteDown = (capture: Int32Array, part: number) => void

/**
 * A part of a match is the number of its name and a node, and a node is five words: its number, where it begins, the row and the
 * column of that, and one for the runtime itself, which is asked for the end.
 */
function openDesk(
  runtime: Started,
  { memory, desk, tree }: { memory: DataView; desk: number; tree: number },
): WriteDown {
  const { _ts_node_end_index_wasm: endIndexOf, _ts_node_end_point_wasm: findEnd } = runtime
  const layDown = (node: number) => {
    for (let word = 0; word < NODE; word += WORD)
      memory.setInt32(desk + word, memory.getInt32(node + word, true), true)
  }
  return (capture, part) => {
    const node = part + WORD
    capture[CAPTURE.name] = memory.getInt32(part, true)
    capture[CAPTURE.id] = memory.getInt32(node, true)
    capture[CAPTURE.startIndex] = memory.getInt32(node + WORD, true)
    capture[CAPTURE.startRow] = memory.getInt32(node + 2 * WORD, true)
    layDown(node)
    capture[CAPTURE.endIndex] = Number(endIndexOf?.(tree))
    layDown(node)
    findEnd?.(tree)
    capture[CAPTURE.endRow] = memory.getInt32(desk, true)
    capture[CAPTURE.endColumn] = memory.getInt32(desk + WORD, true)
  }
}

type Found = {
  readonly text: string
  readonly memory: DataView
  readonly writeDown: WriteDown
  readonly count: number
  /** Where they lie. */
  readonly start: number
}

/** Each match is the number of its pattern, how many parts it has, and the parts. */
function readAll(
  { captureNames, textPredicates }: Query & Predicates,
  { text, memory, writeDown, count, start }: Found,
): Int32Array {
  const words: number[] = []
  const patterns: number[] = []
  const one = new Int32Array(CAPTURE_WORDS)
  let at = start
  for (let read = 0; read < count; read += 1) {
    const pattern = memory.getInt32(at, true)
    const first = at + 2 * WORD
    at = first + memory.getInt32(at + WORD, true) * PART
    const from = words.length
    for (let part = first; part < at; part += PART) {
      writeDown(one, part)
      words.push(...one)
      patterns.push(pattern)
    }
    const predicates = textPredicates[pattern] ?? NO_PREDICATES
    if (predicates.length === 0) continue
    const worded = wordedOf(words.slice(from), { captureNames, text })
    if (predicates.every((holds) => holds(worded))) continue
    words.length = from
    patterns.length = from / CAPTURE_WORDS
  }
  return orderCaptures({ words: Int32Array.from(words), patterns: Int32Array.from(patterns) })
}

function wordedOf(
  words: readonly number[],
  { captureNames, text }: { readonly captureNames: readonly string[]; readonly text: string },
): Worded[] {
  return Array.from({ length: words.length / CAPTURE_WORDS }, (_, place) => {
    const [name = 0, , startIndex, endIndex] = words.slice(place * CAPTURE_WORDS)
    return { name: captureNames[name] ?? '', node: { text: text.slice(startIndex, endIndex) } }
  })
}

const NO_PREDICATES: readonly never[] = []
const PART = WORD + NODE

/** What the types of a query do not tell: what a pattern asks of the text of its parts. */
type Predicates = { readonly textPredicates: readonly (readonly ((parts: readonly Worded[]) => boolean)[])[] }

type Worded = { readonly name: string; readonly node: { readonly text: string } }
