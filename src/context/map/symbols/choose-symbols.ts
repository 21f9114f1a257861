import type { CodeGraph } from '#context/code/graph/code-graph.ts'
import type { Ranked } from '#context/code/rank/rank-symbols.ts'
import type { Definition } from '#context/code/tags.ts'
import type { Role } from '#context/code/walk/role-of.ts'

/** A definition that may be in the map. */
export type MapSymbol = {
  readonly path: string
  readonly definition: Definition
  /** The definitions that it lies in, the innermost first. */
  readonly around: readonly Definition[]
  readonly score: number
}

export type Choice = Pick<Ranked, 'symbols' | 'needs'> & {
  /** So many are wanted; there may be fewer, or more. */
  readonly count: number
}

/**
 * Definitions that others need, the most needed first. Files are looked at one after the other, those first of which most can
 * be expected, until no other can have one that comes before those that are wanted.
 */
export function chooseSymbols(graph: CodeGraph, { symbols: earned, needs, count }: Choice): MapSymbol[] {
  const files = filesOf(graph, { earned, needs })
  const found: MapSymbol[] = []
  let looked = 0
  for (let next = FIRST; looked < files.length; next = Math.ceil(next * 1.5)) {
    for (const file of files.slice(looked, next)) found.push(...symbolsOf(file, { graph, earned }))
    looked = Math.min(next, files.length)
    const least = files[looked]?.most ?? -1
    const sure = withoutVariants(found.filter(({ score }) => score > least).sort(byScore))
    if (sure.length >= count || looked === files.length) return sure
  }
  return []
}

const FIRST = 64

/** A file whose names earned something: which of `Earned` are its, and the most that a definition of it can be worth. */
type EarningFile = {
  readonly file: number
  readonly start: number
  readonly end: number
  readonly worth: number
  readonly most: number
}

function filesOf(
  { roles, lengths }: CodeGraph,
  { earned, needs }: { earned: Ranked['symbols']; needs: Uint32Array },
): EarningFile[] {
  const files: EarningFile[] = []
  for (let start = 0; start < earned.file.length; ) {
    const file = earned.file[start] ?? 0
    let [end, sum, best] = [start, 0, 0]
    for (; end < earned.file.length && earned.file[end] === file; end += 1) {
      const score = earned.score[end] ?? 0
      sum += score
      if (score > best) best = score
    }
    const worth = BY_ROLE[roles[file] ?? 'source'] * Math.sqrt(1 + Math.log2(1 + (needs[file] ?? 0)))
    // Its own score, and a part of that of all its members. Of numbers that are rounded, the most is rounded up.
    const highest = best + HANDED_UP * (sum - best)
    const most = Math.fround(highest * worth * byLength(lengths[file] ?? 0) * 1.000001)
    if (worth > 0) files.push({ file, start, end, worth, most })
    start = end
  }
  return files.sort((one, other) => other.most - one.most || one.file - other.file)
}

function symbolsOf(
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
    around: aroundOf(definition, definitions),
    // Rounded, so that no machine's last bit decides about the order.
    score: Math.fround(score * worth),
  }))
}

function byScore(one: MapSymbol, other: MapSymbol): number {
  return (
    other.score - one.score || compare(one.path, other.path) || one.definition.line - other.definition.line
  )
}

/** What is in no source is not what the project stands on; and what needs others brings them together, as a leaf does not. */
const BY_ROLE: Readonly<Record<Role, number>> = {
  source: 1,
  test: 0.3,
  documentation: 0.3,
  generated: 0.3,
  vendored: 0,
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

function byLength(lines: number): number {
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
const HANDED_UP = 0.2

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

/** Of what is written once for each platform, in one folder and with the same head, the first will do. */
function withoutVariants(symbols: readonly MapSymbol[]): MapSymbol[] {
  const seen = new Set<string>()
  return symbols.filter(({ path, definition, around }) => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    const key = [folder, around[0]?.name, definition.name, definition.signature].join('\n')
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}

function aroundOf({ parent }: Definition, definitions: readonly Definition[]): Definition[] {
  const outer = parent === null ? undefined : definitions[parent]
  return outer === undefined ? [] : [outer, ...aroundOf(outer, definitions)]
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
