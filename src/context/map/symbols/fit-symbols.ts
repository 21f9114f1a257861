import { folderOf } from '#context/code/graph/paths/folder-of.ts'
import type { TokenCounter } from '#kit/tokens.ts'
import { type OtherFiles, renderSymbols, type ShownSymbols } from './render-symbols.ts'
import type { MapSymbol } from './symbols-of-file.ts'

export type Fitting = {
  readonly symbols: readonly MapSymbol[]
  /** Files that come before all symbols. */
  readonly paths: readonly string[]
  /** Files that are named after those, where that leaves most of the room for symbols. */
  readonly others: readonly string[]
  readonly budget: number
  readonly countTokens: TokenCounter
}

/** As many of the first files, and then as many of the first symbols, as their text has tokens for. */
export function fitSymbols({ symbols, paths, others, budget, countTokens }: Fitting): ShownSymbols {
  const known = new Map<string, number>()
  // No token goes beyond the end of a line.
  const costOfLine = (line: string) => {
    const cost = known.get(line) ?? countTokens(`${line}\n`)
    known.set(line, cost)
    return cost
  }
  const costOf = (shown: ShownSymbols) =>
    renderSymbols(shown).reduce((sum, line) => sum + costOfLine(line), 0)
  const named = (count: number, rest: readonly OtherFiles[] = []) => ({
    symbols: [],
    paths: [...paths.slice(0, count), ...rest.flatMap(({ path, files }) => (files === 1 ? [path] : []))],
    folders: rest.filter(({ files }) => files > 1),
    left: paths.length + others.length - count - rest.reduce((sum, { files }) => sum + files, 0),
  })
  const fits = (shown: ShownSymbols) => costOf(shown) <= budget
  const needed = mostThatFit(paths.length, (count) => fits(named(count)))
  // What would fall off the end of the list is told by folder instead, and as many are named as that leaves room for.
  const withTail = (count: number) => named(count, byFolder(paths.slice(count)))
  const whole = withTail(mostThatFit(paths.length, (count) => fits(withTail(count))))
  if (needed < paths.length && fits(whole)) return whole
  const roomOfOthers = Math.min(budget, costOf(named(needed)) + budget * OTHERS_SHARE)
  const each = others.map((path) => ({ path, files: 1 }))
  const rest = costOf(named(needed, each)) <= roomOfOthers ? each : byFolder(others)
  const bare = named(
    needed,
    rest.slice(
      0,
      mostThatFit(rest.length, (count) => costOf(named(needed, rest.slice(0, count))) <= roomOfOthers),
    ),
  )
  const withFirst = (count: number) => ({ ...bare, symbols: symbols.slice(0, count) })
  const most = Math.min(symbols.length, symbolsMax(budget))
  return withFirst(mostThatFit(most, (count) => costOf(withFirst(count)) <= budget))
}

/** Where not all of them have room, what lies in one folder is told in one line. */
function byFolder(paths: readonly string[]): OtherFiles[] {
  const folders = new Map<string, string[]>()
  for (const path of paths) folders.set(folderOf(path), [...(folders.get(folderOf(path)) ?? []), path])
  return [...folders].map(([folder, own]) => ({
    path: own.length === 1 ? (own[0] ?? '') : `${folder || '.'}/`,
    files: own.length,
  }))
}

const OTHERS_SHARE = 1 / 2

/** No line is shorter than a few tokens, and so no more than this can fit. */
export function symbolsMax(budget: number): number {
  return Math.ceil(Math.max(0, budget) / TOKENS_MIN)
}

const TOKENS_MIN = 4

/** The highest count up to `most` that fits; what fits at all fits with fewer. */
function mostThatFit(most: number, fits: (count: number) => boolean): number {
  let [known, tooMany] = [0, most + 1]
  while (tooMany - known > 1) {
    const middle = (known + tooMany) >> 1
    if (fits(middle)) known = middle
    else tooMany = middle
  }
  return known
}
