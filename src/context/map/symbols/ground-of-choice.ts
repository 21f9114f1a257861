import type { CodeGraph } from '#context/code/graph/code-graph.ts'
import type { Ranked } from '#context/code/rank/rank-symbols.ts'
import { haltsUpTo } from './choose-symbols.ts'
import { earningFiles } from './earning-files.ts'
import { type MapSymbol, symbolsOfFile } from './symbols-of-file.ts'

type Named = Pick<Ranked, 'symbols' | 'needs'> & {
  /** Of the edges that were ranked. */
  readonly name: string
  /** Files that may have other definitions than when it was given. */
  readonly fresh: ReadonlySet<number>
}

/**
 * What `chooseSymbols` goes by when it looks at so many files, as a text: which files these are, where it halts, and what is shown
 * of those that have changed. All else of them is in the name. Lines count by their order alone.
 */
export function groundOfChoice(
  graph: CodeGraph,
  { name, fresh, symbols: earned, needs }: Named,
): (looked: number) => string {
  return (looked) => {
    const files = earningFiles(graph, { symbols: earned, needs })
    const upTo = files.first(looked + 1)
    const first = upTo.slice(0, looked)
    const halts = haltsUpTo(files.count).filter((halt) => halt <= looked)
    return JSON.stringify([
      name,
      first.map(({ file }) => file),
      halts.map((halt) => [halt, upTo[halt]?.most ?? null]),
      first
        .filter(({ file }) => fresh.has(file))
        .map((file) => shownOf(symbolsOfFile(file, { graph, earned }))),
    ])
  }
}

function shownOf(symbols: readonly MapSymbol[]): unknown {
  const lines = placesAmong(symbols.map(({ definition }) => definition.line))
  const ends = placesAmong(symbols.map(({ definition }) => definition.endLine))
  return symbols.map(({ definition: { line, endLine, name, signature, doc, holder }, around, score }) => [
    score,
    lines(line),
    ends(endLine),
    name,
    signature,
    doc,
    holder ?? null,
    // Whether what it lies in is shown as well, and what is said of it.
    around.map((outer) => [
      outer.name,
      outer.signature,
      symbols.findIndex(({ definition }) => definition === outer),
    ]),
  ])
}

/** Of each number, how many others are smaller. */
function placesAmong(numbers: readonly number[]): (number: number) => number {
  const sorted = [...new Set(numbers)].sort((one, other) => one - other)
  return (number) => sorted.indexOf(number)
}
