import { wordMatcher } from './word-matcher.ts'

/** The numbers of the lines, from 1, on which the most telling words come together; the best first. */
export function bestLines(text: string, weights: ReadonlyMap<string, number>): number[] {
  const words = [...weights.keys()]
  const starts = lineStarts(text)
  const found = new Map<number, Set<string>>()
  let line = 1
  for (const { word, at } of wordMatcher(words)(text)) {
    while ((starts[line] ?? Number.POSITIVE_INFINITY) <= at) line += 1
    found.set(line, (found.get(line) ?? new Set()).add(words[word] ?? ''))
  }
  return [...found]
    .map(([number, there]) => ({
      number,
      score: [...there].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0),
    }))
    .sort((one, other) => other.score - one.score || one.number - other.number)
    .slice(0, LINES)
    .map(({ number }) => number)
}

const LINES = 6

/** The offset of each line; the first stands at 0. */
function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
