import { oneLine } from '../render/one-line.ts'
import type { MapSymbol } from './symbols-of-file.ts'

/** What the section of symbols holds. */
export type ShownSymbols = {
  readonly symbols: readonly MapSymbol[]
  /** Files that stand there first and whatever of them is shown, in this order. */
  readonly paths: readonly string[]
  /** How many such files had no room. */
  readonly left: number
}

/** Symbols as they stand in the map: by file, the file with the most needed of them first; in it, as they are written. */
export function renderSymbols({ symbols, paths, left }: ShownSymbols): string[] {
  const byFile = new Map<string, MapSymbol[]>(paths.map((path) => [path, []]))
  for (const symbol of symbols) {
    const known = byFile.get(symbol.path)
    if (known === undefined) byFile.set(symbol.path, [symbol])
    else known.push(symbol)
  }
  return [
    ...[...byFile].flatMap(([path, own]) => [
      code(path),
      ...own.toSorted(byLine).map((symbol) => lineOf(symbol, own)),
    ]),
    ...(left === 0 ? [] : [`… and ${left} more that the focus imports`]),
  ].map(oneLine)
}

function byLine(one: MapSymbol, other: MapSymbol): number {
  return one.definition.line - other.definition.line || other.definition.endLine - one.definition.endLine
}

/** Below what it lies in, where that is in the map as well; else with its name before it. */
function lineOf({ definition, around }: MapSymbol, beside: readonly MapSymbol[]): string {
  const shown = around.filter((outer) => beside.some((other) => other.definition === outer))
  const [nearest] = around
  const holder = nearest !== undefined && !shown.includes(nearest) ? `${nearest.name}.` : ''
  const doc = definition.doc === null ? '' : ` — ${definition.doc}`
  return `${'  '.repeat(shown.length)}- ${holder}${code(definition.signature)}${doc}`
}

function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`'
  return `${fence}${text}${fence}`
}
