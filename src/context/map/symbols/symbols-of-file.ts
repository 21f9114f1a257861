import { definitionsAround } from '#context/code/definitions-around.ts'
import type { CodeGraph } from '#context/code/graph/code-graph.ts'
import type { Ranked } from '#context/code/rank/rank-symbols.ts'
import { type Definition, HOLDERS } from '#context/code/tags.ts'
import { namesValue } from './names-value.ts'

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
  const ofNames = new Map<string, number>()
  for (let place = start; place < end; place += 1)
    ofNames.set(graph.edges.nameOf(earned.name[place] ?? 0), earned.score[place] ?? 0)
  return [...weigh({ definitions, earned: ofNames })].map(([definition, score]) => ({
    path: graph.paths[file] ?? '',
    definition,
    around: definitionsAround(definition, definitions),
    // Rounded, so that no machine's last bit decides about the order.
    score: Math.fround(score * worth),
  }))
}

type EarningDefinitions = {
  readonly definitions: readonly Definition[]
  /** By name. */
  readonly earned: ReadonlyMap<string, number>
}

/**
 * What each definition is worth. Who needs a member needs what it is a member of, and that is what people name: so most of it
 * goes there. There is more to say of what is long than of a line.
 */
function weigh(file: EarningDefinitions): Map<Definition, number> {
  const { definitions, earned } = file
  const worth = new Map<Definition, number>()
  const give = (definition: Definition, score: number) =>
    worth.set(definition, (worth.get(definition) ?? 0) + score)
  for (const [name, alike] of byName(definitions)) {
    const score = earned.get(name)
    if (score === undefined) continue
    for (const { definition, share } of meantOf(alike, file)) {
      if (isFrame(definition, file)) continue
      const holder = holderOf(definition, file)
      give(definition, isAlone(definition, file) ? score * share : score * share * MEMBER)
      if (holder?.exported === true) give(holder, score * share * HANDED_UP)
    }
  }
  const lines = linesOf(file)
  return new Map(
    [...worth].map(([definition, score]) => [
      definition,
      score * byLength(lines.get(definition) ?? 1) * (namesValue(definition) ? VALUE : 1),
    ]),
  )
}

/** A macro without parameters stands for a word: many write it, and hardly anybody asks what it is. */
const VALUE = 0.3

export function byLength(lines: number): number {
  return 1 + Math.log2(1 + lines)
}

/** Whether it is a module that is only named on the way to what lies in it: nobody calls what it has of its own. */
function isFrame(definition: Definition, { definitions, earned }: EarningDefinitions): boolean {
  if (definition.kind !== 'module') return false
  const own = definitions.filter(({ parent }) => parent !== null && definitions[parent] === definition)
  return !own.some(
    ({ kind, name }) => kind === 'function' || kind === 'macro' || (kind === 'method' && earned.has(name)),
  )
}

/** Those that others may use. Nobody needs a field but by way of what it is a field of. */
function byName(definitions: readonly Definition[]): Map<string, Definition[]> {
  const names = new Map<string, Definition[]>()
  for (const definition of definitions) {
    if (!definition.exported || definition.kind === 'property') continue
    const known = names.get(definition.name)
    if (known === undefined) names.set(definition.name, [definition])
    else known.push(definition)
  }
  return names
}

type Meant = { readonly definition: Definition; readonly share: number }

/**
 * Which of those with one name is meant by it: one that stands by itself, if there is one. Of members, one of each type, by how
 * much that type is needed itself: who needs `Cart::new` names `Cart`.
 */
function meantOf(alike: readonly Definition[], file: EarningDefinitions): Meant[] {
  const { definitions, earned } = file
  const clearest = (some: readonly Definition[]) =>
    some.reduce((one, other) => (clarityOf(other, definitions) > clarityOf(one, definitions) ? other : one))
  const alone = alike.filter((definition) => isAlone(definition, file))
  if (alone.length > 0) return [{ definition: clearest(alone), share: 1 }]
  const byHolder = new Map<string, Definition[]>()
  for (const definition of alike) {
    const holder = definition.holder ?? holderOf(definition, file)?.name ?? ''
    byHolder.set(holder, [...(byHolder.get(holder) ?? []), definition])
  }
  const needed = [...byHolder.keys()].reduce((sum, holder) => sum + (earned.get(holder) ?? 0), 0)
  return [...byHolder].flatMap(([holder, own]) => {
    const share = needed > 0 ? (earned.get(holder) ?? 0) / needed : 1 / byHolder.size
    return share > 0 ? [{ definition: clearest(own), share }] : []
  })
}

/** What others are meant to use comes first, and of that what is told about; a declaration that is repeated elsewhere comes last. */
function clarityOf(definition: Definition, definitions: readonly Definition[]): number {
  const isInside = definitionsAround(definition, definitions).some(({ name }) => INSIDE.test(name))
  return (
    (isInside ? 0 : 4) + (definition.doc === null ? 0 : 2) + (definition.endLine > definition.line ? 1 : 0)
  )
}

/** What a library calls a namespace that it keeps for itself. */
const INSIDE = /^(?:details?|internals?|impl|private|_\w*)$/i

function isAlone(definition: Definition, file: EarningDefinitions): boolean {
  return definition.holder === undefined && holderOf(definition, file) === null
}

const MEMBER = 0.4
export const HANDED_UP = 0.2

/** A module that others name is to its functions what a class is to its methods. To a class in it, it is a frame. */
function holderOf(
  { kind, parent }: Definition,
  { definitions, earned }: EarningDefinitions,
): Definition | null {
  const around = parent === null ? undefined : definitions[parent]
  if (around === undefined) return null
  if (around.kind !== 'module') return around
  return earned.has(around.name) && !HOLDERS.has(kind) && kind !== 'module' ? around : null
}

/** How long each is, with what is added to it elsewhere in its file. */
function linesOf(file: EarningDefinitions): Map<Definition, number> {
  const { definitions } = file
  const lines = new Map(definitions.map((one) => [one, one.endLine - one.line + 1]))
  for (const definition of definitions) {
    const holder = holderOf(definition, file)
    if (holder === null || (definition.line >= holder.line && definition.endLine <= holder.endLine)) continue
    lines.set(holder, (lines.get(holder) ?? 0) + (definition.endLine - definition.line + 1))
  }
  return lines
}
