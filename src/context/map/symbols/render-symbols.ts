import { oneLine } from '../render/one-line.ts'
import type { MapSymbol } from './choose-symbols.ts'

/** Symbols as they stand in the map: by file, the file with the most needed of them first; in it, as they are written. */
export function renderSymbols(symbols: readonly MapSymbol[]): string[] {
  const byFile = new Map<string, MapSymbol[]>()
  for (const symbol of symbols) byFile.set(symbol.path, [...(byFile.get(symbol.path) ?? []), symbol])
  return [...byFile].flatMap(([path, own]) =>
    [code(path), ...own.sort(byLine).map((symbol) => lineOf(symbol, own))].map(oneLine),
  )
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
