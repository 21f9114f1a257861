import type { Definition } from '#context/code/tags.ts'
import type { MapSymbol } from './choose-symbols.ts'

/** Symbols as they stand in the map: by file, the file with the most needed of them first; in it, as they are written. */
export function renderSymbols(symbols: readonly MapSymbol[]): string[] {
  const byFile = new Map<string, MapSymbol[]>()
  for (const symbol of symbols) byFile.set(symbol.path, [...(byFile.get(symbol.path) ?? []), symbol])
  return [...byFile].flatMap(([path, own]) => [
    headingOf(path),
    ...own.sort(byLine).map((symbol) => lineOf(symbol, own)),
  ])
}

function headingOf(path: string): string {
  return `\`${path}\``
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
  return `${'  '.repeat(shown.length)}- ${holder}${code(definition)}${doc}`
}

function code({ signature }: Definition): string {
  const fence = signature.includes('`') ? '``' : '`'
  return `${fence}${signature}${fence}`
}
