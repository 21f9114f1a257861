import { definitionsAround } from '#context/code/definitions-around.ts'
import type { CodeGraph } from '#context/code/graph/code-graph.ts'
import type { Ranked } from '#context/code/rank/rank-symbols.ts'
import type { Definition } from '#context/code/tags.ts'

/** A definition that may be in the map. */
export type MapSymbol = {
  readonly path: string
  readonly definition: Definition
  /** The definitions that it lies in, the innermost first. */
  readonly around: readonly Definition[]
  readonly score: number
}

/** A file whose names earned something: which of `Earned` are its, and the most that a definition of it can be worth. */
export type EarningFile = {
  readonly file: number
  readonly start: number
  readonly end: number
  readonly worth: number
  readonly most: number
}

/** What a file has that others need, each with its worth. */
export function symbolsOfFile(
  { file, start, end, worth }: EarningFile,
  { graph, earned }: { graph: CodeGraph; earned: Ranked['symbols'] },
): MapSymbol[] {
  const definitions = graph.definitionsOf(file)
  const byName = new Map<string, number>()
  for (let place = start; place < end; place += 1)
    byName.set(graph.edges.nameOf(earned.name[place] ?? 0), earned.score[place] ?? 0)
  return [...weigh(definitions, byName)].map(([definition, score]) => ({
    path: graph.paths[file] ?? '',
    definition,
    around: definitionsAround(definition, definitions),
    // Rounded, so that no machine's last bit decides about the order.
    score: Math.fround(score * worth),
  }))
}

/**
 * What each definition is worth. Who needs a member needs what it is a member of, and that is what people name: so most of it
 * goes there. There is more to say of what is long than of a line.
 */
function weigh(
  definitions: readonly Definition[],
  earned: ReadonlyMap<string, number>,
): Map<Definition, number> {
  const worth = new Map<Definition, number>()
  const give = (definition: Definition, score: number) =>
    worth.set(definition, (worth.get(definition) ?? 0) + score)
  for (const definition of meantBy(definitions).values()) {
    const score = earned.get(definition.name)
    if (score === undefined) continue
    const holder = holderOf(definition, definitions)
    give(definition, holder === null ? score : score * MEMBER)
    if (holder?.exported === true) give(holder, score * HANDED_UP)
  }
  const lines = linesOf(definitions)
  return new Map(
    [...worth].map(([definition, score]) => [definition, score * byLength(lines.get(definition) ?? 1)]),
  )
}

export function byLength(lines: number): number {
  return 1 + Math.log2(1 + lines)
}

/** By name: the first that stands by itself, else the first. Nobody needs a field but by way of what it is a field of. */
function meantBy(definitions: readonly Definition[]): Map<string, Definition> {
  const meant = new Map<string, Definition>()
  for (const definition of definitions) {
    if (!definition.exported || definition.kind === 'property') continue
    const known = meant.get(definition.name)
    const isBetter = known !== undefined && holderOf(known, definitions) !== null
    if (known === undefined || (isBetter && holderOf(definition, definitions) === null))
      meant.set(definition.name, definition)
  }
  return meant
}

const MEMBER = 0.4
export const HANDED_UP = 0.2

function holderOf({ parent }: Definition, definitions: readonly Definition[]): Definition | null {
  const around = parent === null ? undefined : definitions[parent]
  return around === undefined || around.kind === 'module' ? null : around
}

/** How long each is, with what is added to it elsewhere in its file. */
function linesOf(definitions: readonly Definition[]): Map<Definition, number> {
  const lines = new Map(definitions.map((one) => [one, one.endLine - one.line + 1]))
  for (const definition of definitions) {
    const holder = holderOf(definition, definitions)
    if (holder === null || (definition.line >= holder.line && definition.endLine <= holder.endLine)) continue
    lines.set(holder, (lines.get(holder) ?? 0) + (definition.endLine - definition.line + 1))
  }
  return lines
}
