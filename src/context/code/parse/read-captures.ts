import type { Query, Tree } from 'web-tree-sitter'
import { CAPTURE, CAPTURE_WORDS, type Captures } from '../captures.ts'

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
  _ts_query_captures_wasm?: Call | undefined
  readonly instantiateWasm: unknown
}

type Call = (...words: readonly number[]) => unknown

export function openCaptures(runtime: Started): ReadCaptures {
  // Where the runtime and who uses it lay down what they have for each other.
  const desk = runtime._ts_init?.() ?? 0
  const search = runtime._ts_query_captures_wasm
  return ({ query, tree, text, isLate }) => {
    const { captureNames: names } = query
    let found: Captures['words'] = new Int32Array()
    runtime._ts_query_captures_wasm = (...words) => {
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
      query.captures(tree.rootNode, { progressCallback: isLate })
      return { names, words: found }
    } finally {
      runtime._ts_query_captures_wasm = search
    }
  }
}

const WORD = 4
const NODE = 5 * WORD

/** Writes down the words of a capture, from a place on. */
type WriteDown = (captures: Int32Array, capture: { readonly to: number; readonly part: number }) => void

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
  return (captures, { to, part }) => {
    const node = part + WORD
    captures[to + CAPTURE.name] = memory.getInt32(part, true)
    captures[to + CAPTURE.id] = memory.getInt32(node, true)
    captures[to + CAPTURE.startIndex] = memory.getInt32(node + WORD, true)
    captures[to + CAPTURE.startRow] = memory.getInt32(node + 2 * WORD, true)
    layDown(node)
    captures[to + CAPTURE.endIndex] = Number(endIndexOf?.(tree))
    layDown(node)
    findEnd?.(tree)
    captures[to + CAPTURE.endRow] = memory.getInt32(desk, true)
    captures[to + CAPTURE.endColumn] = memory.getInt32(desk + WORD, true)
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

/** Each is the number of its pattern, how many parts the match has, which of them it is, and the parts. */
function readAll(
  { captureNames, textPredicates }: Query & Predicates,
  { text, memory, writeDown, count, start }: Found,
): Int32Array {
  const captures = new Int32Array(count * CAPTURE_WORDS)
  const one = new Int32Array(CAPTURE_WORDS)
  const wordedOf = (part: number): Worded => {
    writeDown(one, { to: 0, part })
    const [name = 0, , startIndex, endIndex] = one
    return { name: captureNames[name] ?? '', node: { text: text.slice(startIndex, endIndex) } }
  }
  let [at, to] = [start, 0]
  for (let read = 0; read < count; read += 1) {
    const predicates = textPredicates[memory.getInt32(at, true)] ?? NO_PREDICATES
    const parts = memory.getInt32(at + WORD, true)
    const own = memory.getInt32(at + 2 * WORD, true)
    const first = at + 3 * WORD
    at = first + parts * PART
    if (predicates.length > 0) {
      const worded = Array.from({ length: parts }, (_, part) => wordedOf(first + part * PART))
      if (!predicates.every((holds) => holds(worded))) continue
    }
    writeDown(captures, { to, part: first + own * PART })
    to += CAPTURE_WORDS
  }
  return captures.subarray(0, to)
}

const NO_PREDICATES: readonly never[] = []
const PART = WORD + NODE

/** What the types of a query do not tell: what a pattern asks of the text of its parts. */
type Predicates = { readonly textPredicates: readonly (readonly ((parts: readonly Worded[]) => boolean)[])[] }

type Worded = { readonly name: string; readonly node: { readonly text: string } }
