import { languageOf } from '#context/code/languages/all.ts'
import { type Definition, type DefinitionKind, HOLDERS } from '#context/code/tags.ts'

/** A part of a file that is found by itself: a function, a type without its methods, or what is left. */
export type Chunk = {
  /** By its place in the file's list; null for what is in none. */
  readonly definition: number | null
}

export type Chunked = {
  /** What is in no definition comes first. */
  readonly chunks: readonly Chunk[]
  /** For each line, counted from zero: the chunk that it is in, and what it is there. */
  readonly chunkOf: Uint16Array
  readonly fieldOf: Uint8Array
}

/** Code, the head of a definition, or documentation. */
export const FIELDS = { body: 0, head: 1, doc: 2 } as const

export type ChunkRequest = {
  readonly path: string
  readonly lines: readonly string[]
  readonly definitions: readonly Definition[]
}

export function chunkFile({ path, lines, definitions }: ChunkRequest): Chunked {
  const chunks: Chunk[] = [{ definition: null }]
  const chunkOf = new Uint16Array(lines.length)
  const fieldOf = new Uint8Array(lines.length)
  for (const [place, definition] of definitions.entries()) {
    if (!CHUNKS.has(definition.kind) || isInFunction(definition, definitions)) continue
    if (chunks.length === CHUNKS_MAX) break
    const chunk = chunks.push({ definition: place }) - 1
    // Those inside come later, and take their lines away.
    chunkOf.fill(chunk, definition.line - 1, definition.endLine)
    fieldOf[definition.line - 1] = FIELDS.head
  }
  markDocumentation({ path, lines, fieldOf })
  return { chunks, chunkOf, fieldOf }
}

const CHUNKS_MAX = 60_000

const FUNCTIONS: ReadonlySet<DefinitionKind> = new Set(['function', 'method', 'macro'])
const CHUNKS: ReadonlySet<DefinitionKind> = new Set([...FUNCTIONS, ...HOLDERS, 'type', 'module', 'heading'])

/** What is defined in a function is a part of it. */
function isInFunction({ parent }: Definition, definitions: readonly Definition[]): boolean {
  const around = parent === null ? undefined : definitions[parent]
  return around !== undefined && (FUNCTIONS.has(around.kind) || isInFunction(around, definitions))
}

/** Comments and texts that stand by themselves. */
function markDocumentation({ path, lines, fieldOf }: Marking): void {
  const comment = languageOf(path)?.comment
  if (comment === undefined) return
  let end: string | null = null
  for (const [line, text] of lines.entries()) {
    const isInside = end !== null
    if (isInside || comment.test(text) || OPENING.test(text)) fieldOf[line] = FIELDS.doc
    end = end === null ? endOf(text) : text.includes(end) ? null : end
  }
}

type Marking = {
  readonly path: string
  readonly lines: readonly string[]
  readonly fieldOf: Uint8Array
}

const OPENING = /^\s*(?:[rRbBuU]?("""|''')|\/\*)/

/** What ends the text that begins in a line, if it does not end there. */
function endOf(text: string): string | null {
  const [whole = null, quotes] = OPENING.exec(text) ?? []
  if (whole === null) return null
  const end = quotes ?? '*/'
  return text.slice(whole.length).includes(end) ? null : end
}
