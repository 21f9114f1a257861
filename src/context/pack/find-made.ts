import type { CodeGraph } from '#context/code/graph/code-graph.ts'
import type { DefinitionKind } from '#context/code/tags.ts'
import type { Words } from './words/gather-words.ts'

export type MadeRequest = {
  readonly graph: CodeGraph
  readonly words: Words
  /** Those to look at. */
  readonly files: readonly number[]
}

/**
 * By file: 1 for what a tool has made of other files. It says all that they say, and nobody changes it: some lie where such
 * files do, and a bundle defines what several smaller files define.
 */
export function findMade({ graph, words, files }: MadeRequest): Float64Array {
  const made = Float64Array.from(graph.roles, (role) => (MADE.has(role) ? 1 : 0))
  const definersOf = definersIn(words)
  for (const file of files) if (isBundle(file, { graph, definersOf })) made[file] = 1
  return made
}

const MADE: ReadonlySet<string> = new Set(['generated', 'vendored'])

function isBundle(
  file: number,
  { graph, definersOf }: { graph: CodeGraph; definersOf: (name: string) => readonly number[] },
): boolean {
  const names = new Set(
    graph.definitionsOf(file).flatMap(({ kind, name }) => (BUNDLED.has(kind) ? [name] : [])),
  )
  if (names.size < NAMES_MIN) return false
  const length = graph.lengths[file] ?? 0
  const parts = new Set<number>()
  let found = 0
  for (const name of names) {
    const others = definersOf(name).filter(
      (other) => (graph.lengths[other] ?? 0) < length / 2 && graph.roles[other] === 'source',
    )
    // What many define is a custom, and no copy.
    if (others.length === 0 || others.length > COPIES_MAX) continue
    found += 1
    for (const other of others) parts.add(other)
  }
  return found >= names.size * SHARE_MIN && parts.size >= PARTS_MIN
}

/** Methods are called alike wherever types have something in common. */
const BUNDLED: ReadonlySet<DefinitionKind> = new Set(['function', 'class'])
const NAMES_MIN = 6
const COPIES_MAX = 2
const SHARE_MIN = 0.6
const PARTS_MIN = 3

function definersIn({ parts }: Words): (name: string) => number[] {
  return (name) =>
    parts.flatMap(({ segment, placeOf }) =>
      [...segment.definersOf(name)].map((file) => placeOf[file] ?? -1).filter((place) => place >= 0),
    )
}
