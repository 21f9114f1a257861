import type { CodeFile } from '#context/code/graph/code-file.ts'
import type { SymbolRanking } from '#context/code/rank/rank-symbols.ts'
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

/** Definitions that others need, the most needed first. What a name earned goes to the first definition of it in its file. */
export function chooseSymbols(
  files: readonly CodeFile[],
  { symbols, needs }: Extract<SymbolRanking, { kind: 'ranked' }>,
): MapSymbol[] {
  const chosen = files.flatMap((file, place): MapSymbol[] => {
    const earned = symbols[place]
    if (earned === undefined || earned.size === 0 || file.role === 'vendored') return []
    const { definitions } = file.tags
    const worth = BY_ROLE[file.role] * Math.sqrt(1 + Math.log2(1 + (needs[place] ?? 0)))
    return [...weigh(definitions, earned)].map(([definition, score]) => ({
      path: file.path,
      definition,
      around: aroundOf(definition, definitions),
      // Rounded, so that no machine's last bit decides about the order.
      score: Number((score * worth).toPrecision(9)),
    }))
  })
  return withoutVariants(
    chosen.sort(
      (one, other) =>
        other.score - one.score ||
        compare(one.path, other.path) ||
        one.definition.line - other.definition.line,
    ),
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
    [...worth].map(([definition, score]) => [
      definition,
      score * (1 + Math.log2(1 + (lines.get(definition) ?? 1))),
    ]),
  )
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
