import type { CodeGraph } from '#context/code/graph/code-graph.ts'
import { folderOf } from '#context/code/graph/paths/folder-of.ts'
import type { Ranked } from '#context/code/rank/rank-symbols.ts'
import { earningFiles } from './earning-files.ts'
import { type MapSymbol, symbolsOfFile } from './symbols-of-file.ts'

export type Choice = Pick<Ranked, 'symbols' | 'needs'> & {
  /** So many are wanted; there may be fewer, or more. */
  readonly count: number
}

/**
 * Definitions that others need, the most needed first. Files are looked at one after the other, those first of which most can
 * be expected, until no other can have one that comes before those that are wanted.
 */
export function chooseSymbols(graph: CodeGraph, { symbols: earned, needs, count }: Choice): MapSymbol[] {
  const files = earningFiles(graph, { symbols: earned, needs })
  const found: MapSymbol[] = []
  let looked = 0
  for (const halt of haltsUpTo(files.count)) {
    // With the one behind them, which says what may still come.
    const first = files.first(halt + 1)
    for (const file of first.slice(looked, halt)) found.push(...symbolsOfFile(file, { graph, earned }))
    looked = halt
    const least = first[looked]?.most ?? -1
    const sure = withoutVariants(found.filter(({ score }) => score > least).sort(byScore))
    if (sure.length >= count || looked === files.count) return sure
  }
  return []
}

/** After how many files it is asked whether there are enough. */
export function haltsUpTo(files: number): number[] {
  const halts: number[] = []
  for (let next = FIRST, halt = 0; halt < files; next = Math.ceil(next * 1.5)) {
    halt = Math.min(next, files)
    halts.push(halt)
  }
  return halts
}

const FIRST = 32

function byScore(one: MapSymbol, other: MapSymbol): number {
  return (
    other.score - one.score || compare(one.path, other.path) || one.definition.line - other.definition.line
  )
}

/**
 * Of what is written once for each platform, in one folder and with the same head, the first will do; so it will of what a tree
 * has a copy of. Of a type that is written in parts, the one that says most stands where the first would.
 */
function withoutVariants(symbols: readonly MapSymbol[]): MapSymbol[] {
  const kept = new Map<string, MapSymbol>()
  const copies = new Map<string, string>()
  for (const symbol of symbols) {
    const copy = copyKey(symbol)
    const original = copies.get(copy) ?? symbol.path
    copies.set(copy, original)
    if (original !== symbol.path) continue
    const key = variantKey(symbol)
    const known = kept.get(key)
    if (known === undefined) kept.set(key, symbol)
    else if (isPart(symbol) && saysMore(symbol, known)) kept.set(key, { ...symbol, score: known.score })
  }
  return [...kept.values()]
}

function variantKey(symbol: MapSymbol): string {
  const { path, definition, around } = symbol
  const head = isPart(symbol) ? '' : definition.signature
  return [folderOf(path), around[0]?.name, definition.name, head].join('\n')
}

/** The same is said of it in the same place of another tree of sources, if that is deep enough to be a package. */
function copyKey({ path, definition: { name, signature, doc }, around }: MapSymbol): string {
  const [, below = path] = SOURCES.exec(path) ?? []
  return [below, ...around.map((outer) => outer.name), name, signature, doc].join('\n')
}

const SOURCES = /(?:^|\/)(?:src|lib)\/((?:[^/]+\/){2,}[^/]+)$/

function isPart({ definition: { signature } }: MapSymbol): boolean {
  return /\bpartial (?:class|struct|interface|record)\b/.test(signature)
}

function saysMore({ definition: one }: MapSymbol, { definition: other }: MapSymbol): boolean {
  const isTold = Number(one.doc !== null) - Number(other.doc !== null)
  return isTold > 0 || (isTold === 0 && one.signature.length > other.signature.length)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
