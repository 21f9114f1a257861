import { lastUpTo } from './last-up-to.ts'

/** The lines of a text, by their beginnings, and which of them another is set in under. */
export type LineTree = {
  readonly startOf: (at: number) => number
  /** How far the line of a place is set in; -1 where it is blank. */
  readonly indentOf: (at: number) => number
  /** The nearest line before that is set in less than the one of a place; -1 where there is none. */
  readonly above: (at: number) => number
}

export function lineTree(code: string): LineTree {
  const starts = [0]
  for (let end = code.indexOf('\n'); end !== -1; end = code.indexOf('\n', end + 1)) starts.push(end + 1)
  const startOf = (at: number) => starts[lastUpTo(starts, at)] ?? 0
  const indents = starts.map((start, line) =>
    code.slice(start, (starts[line + 1] ?? code.length + 1) - 1).search(/\S/),
  )
  const parents = parentsOf(indents)
  return {
    startOf,
    indentOf: (at) => indents[lastUpTo(starts, at)] ?? -1,
    above: (at) => starts[parents[lastUpTo(starts, at)] ?? -1] ?? -1,
  }
}

function parentsOf(indents: readonly number[]): Int32Array {
  const parents = new Int32Array(indents.length).fill(-1)
  const open: number[] = []
  for (const [line, indent] of indents.entries()) {
    if (indent === -1) continue
    while (open.length > 0 && (indents[open.at(-1) ?? 0] ?? 0) >= indent) open.pop()
    parents[line] = open.at(-1) ?? -1
    open.push(line)
  }
  return parents
}
