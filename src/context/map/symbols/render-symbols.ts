import type { Definition } from '#context/code/tags.ts'
import { oneLine } from '../render/one-line.ts'
import type { MapSymbol } from './symbols-of-file.ts'

/** What the section of symbols holds. */
export type ShownSymbols = {
  readonly symbols: readonly MapSymbol[]
  /** Files that stand there first and whatever of them is shown, in this order. */
  readonly paths: readonly string[]
  /** What lies together and has no room one by one. */
  readonly folders?: readonly OtherFiles[]
  /** How many such files had no room. */
  readonly left: number
}

/** A file, or a folder, whose path ends in a slash, with how many files of it. */
export type OtherFiles = { readonly path: string; readonly files: number }

/**
 * Symbols as they stand in the map: by file, the file with the most needed of them first; in it, as they are written, but each
 * below what it belongs to.
 */
export function renderSymbols({ symbols, paths, folders = [], left }: ShownSymbols): string[] {
  const byFile = new Map<string, MapSymbol[]>(paths.map((path) => [path, []]))
  for (const symbol of symbols) {
    const known = byFile.get(symbol.path)
    if (known === undefined) byFile.set(symbol.path, [symbol])
    else known.push(symbol)
  }
  return [
    ...[...byFile].flatMap(([path, own]) => [code(path), ...linesOf(own)]),
    ...folders.map(({ path, files }) => `${code(path)}: ${files} more files that the focus imports`),
    ...(left === 0 ? [] : [`… and ${left} more that the focus imports`]),
  ].map(oneLine)
}

function linesOf(symbols: readonly MapSymbol[]): string[] {
  const shown = new Set(symbols.map(({ definition }) => definition))
  const under = new Map<Definition | null, MapSymbol[]>()
  for (const symbol of symbols.toSorted(byLine)) {
    const outer = symbol.around.find((one) => shown.has(one)) ?? null
    under.set(outer, [...(under.get(outer) ?? []), symbol])
  }
  const below = (outer: Definition | null): string[] =>
    (under.get(outer) ?? []).flatMap((symbol) => [lineOf(symbol, shown), ...below(symbol.definition)])
  return below(null)
}

function byLine(one: MapSymbol, other: MapSymbol): number {
  return one.definition.line - other.definition.line || other.definition.endLine - one.definition.endLine
}

/** Below what it lies in, where that is in the map as well; else with its name before it. */
function lineOf({ definition, around }: MapSymbol, shown: ReadonlySet<Definition>): string {
  const depth = around.filter((outer) => shown.has(outer)).length
  const doc = definition.doc === null ? '' : ` — ${definition.doc}`
  return `${'  '.repeat(depth)}- ${holderOf(definition, { around, shown })}${code(definition.signature)}${doc}`
}

/** What it belongs to, unless that is shown or its signature says so. */
function holderOf(
  { name, holder, signature }: Definition,
  { around: [nearest], shown }: { around: readonly Definition[]; shown: ReadonlySet<Definition> },
): string {
  if (holder !== undefined) {
    const before = signature.slice(0, Math.max(0, signature.lastIndexOf(name)))
    return before.split(/\W+/).includes(holder) ? '' : `${holder}.`
  }
  if (nearest === undefined || shown.has(nearest)) return ''
  // Some are written with it: `function M.add(a, b)`.
  return QUALIFIED_BY.some((sign) => signature.includes(`${nearest.name}${sign}${name}`))
    ? ''
    : `${writtenName(nearest)}.`
}

const QUALIFIED_BY = ['.', ':', '::', '#']

/** With what stands before it where it is defined: `defmodule Shop.Cart` is one of several carts. */
function writtenName({ name, signature }: Definition): string {
  const words = signature.match(/\w+(?:(?:\.|::)\w+)*/g) ?? []
  return words.find((word) => word === name || /(?:\.|::)(\w+)$/.exec(word)?.[1] === name) ?? name
}

function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`'
  return `${fence}${text}${fence}`
}
