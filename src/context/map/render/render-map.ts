import { redact } from '#kit/redact.ts'
import type { TokenCounter } from '#kit/tokens.ts'
import { type MapStamp, renderStamp } from '../map-stamp.ts'
import type { Structure } from '../structure/structure.ts'
import { fitSymbols } from '../symbols/fit-symbols.ts'
import { renderSymbols, type ShownSymbols } from '../symbols/render-symbols.ts'
import type { MapSymbol } from '../symbols/symbols-of-file.ts'
import { commandLines } from './command-lines.ts'
import { headings, type MapLine, sections } from './map-line.ts'
import { oneLine } from './one-line.ts'
import { stackLines } from './stack-lines.ts'
import { structureLines } from './structure-lines.ts'
import { takeLines } from './take-lines.ts'
import { withLeftOut } from './tree-lines.ts'

export type MapParts = {
  readonly structure: Structure
  readonly symbols: readonly MapSymbol[]
  /** Files that are named whatever else is: those in focus, and what they import. */
  readonly paths: readonly string[]
  /** Others that they import, named where there is room. */
  readonly others: readonly string[]
  /** Null where no room is kept for any. */
  readonly health: readonly MapLine[] | null
  /** What a reader must know before the rest, such as that nothing could be ranked. Never left out. */
  readonly notes: readonly string[]
  /** What the map was made by and of, for whoever wants to know whether it is current. */
  readonly stamp: MapStamp
  /** Tokens that the text never goes above. */
  readonly budget: number
  readonly countTokens: TokenCounter
}

export type RenderedMap = {
  readonly text: string
  readonly tokens: number
  /** How many symbols are in it. */
  readonly symbols: number
}

export type DrawnMap = RenderedMap & { readonly body: MapBody }

/**
 * The text of the map. Structure comes first and has half of the budget where there are symbols to show, more where they
 * leave some, and less where there is a focus: it gives way to what the focus needs. The text as it will lie on the disk is
 * what is counted.
 *
 * What is not in the files comes last and takes what was kept for it, so that all the rest is the same on every machine.
 */
export function renderMap(parts: MapParts): DrawnMap {
  const { structure, health, budget } = parts
  const all = [
    ...stackLines(structure.stack),
    ...commandLines(structure.commands),
    ...structureLines(structure),
    ...(health ?? []),
  ].map((line) => ({ ...line, text: oneLine(redact(line.text)) }))
  const passing = all.filter(({ isPassing }) => isPassing === true)
  const lasting = all.filter((line) => !passing.includes(line))
  const { lines, shown } = fitLasting(parts, { lines: lasting, budget: budget - reserveOf(parts) })
  const kept = new Set([...lines, ...passing])
  const composed = () => bodyOf(parts, { lines: all.filter((line) => kept.has(line)), shown })
  let body = composed()
  for (const line of passing.toSorted((one, other) => other.rank - one.rank)) {
    if (stampMap(body, parts).tokens <= budget) break
    kept.delete(line)
    body = composed()
  }
  return { ...stampMap(body, parts), symbols: shown.symbols.length, body }
}

/** The text above the stamp. */
export type MapBody = {
  readonly text: string
  /** With the empty line behind it. No token goes beyond that, and so the stamp is counted by itself. */
  readonly tokens: number
}

/** Tokens that are kept for what is not in the files, whether there is any or not. Small maps have none to spare. */
function reserveOf({ budget, health }: MapParts): number {
  if (budget < RESERVE_FROM) return 0
  return Math.round(budget * (COMMITS_SHARE + (health === null ? 0 : HEALTH_SHARE)))
}

const RESERVE_FROM = 800
const COMMITS_SHARE = 0.02
const HEALTH_SHARE = 0.05

/** What the files tell, within a budget. */
function fitLasting(
  parts: MapParts,
  { lines: layer, budget }: { lines: readonly MapLine[]; budget: number },
): Content {
  const { symbols, paths, others, countTokens } = parts
  const bare = bodyOf(parts, { lines: [], shown: NOTHING })
  const { tokens: frame } = stampMap(bare, parts)
  const tree = parts.structure.tree
  const costs = new Map<string, number>()
  const costOfLine = ({ text }: MapLine) => {
    const cost = costs.get(text) ?? countTokens(`${text}\n`)
    costs.set(text, cost)
    return cost
  }
  const room = Math.max(0, budget - frame - HEADINGS)
  const first = takeLines(layer, { tree, room: structureRoom(parts, room), costOf: costOfLine })
  const spent = withLeftOut(first, tree).reduce((sum, line) => sum + costOfLine(line), 0)
  let shown = fitSymbols({ symbols, paths, others, budget: room - spent, countTokens })
  let lines = takeLines(layer, { tree, room: room - costOf(shown, countTokens), costOf: costOfLine })
  const isTooLong = () => stampMap(bodyOf(parts, { lines, shown }), parts).tokens > budget
  // What was counted line by line is a token or so off: the whole decides.
  while ((lines.length > 0 || shown.symbols.length > 0 || namesAny(shown)) && isTooLong()) {
    if (shown.symbols.length > 0) shown = { ...shown, symbols: shown.symbols.slice(0, -1) }
    else if (lines.length > 0) lines = lines.filter((line) => line !== last(lines))
    else shown = withoutLast(shown)
  }
  return { lines, shown }
}

function namesAny({ paths, folders = [] }: ShownSymbols): boolean {
  return paths.length > 0 || folders.length > 0
}

/** Without what was named last: a folder with all of its files, or a file. */
function withoutLast(shown: ShownSymbols): ShownSymbols {
  const { paths, folders = [], left } = shown
  const folder = folders.at(-1)
  return folder === undefined
    ? { ...shown, paths: paths.slice(0, -1), left: left + 1 }
    : { ...shown, folders: folders.slice(0, -1), left: left + folder.files }
}

const NOTHING: ShownSymbols = { symbols: [], paths: [], left: 0 }

/** What structure may take before symbols do. */
function structureRoom({ symbols, paths, countTokens }: MapParts, room: number): number {
  if (paths.length > 0) {
    const least = costOf({ symbols: [], paths, left: 0 }, countTokens)
    return Math.max(0, Math.min(room * FOCUSED_SHARE, (room - least) / 2))
  }
  return symbols.length === 0 ? room : room * STRUCTURE_SHARE
}

/** Of the room, as long as there are symbols. */
const STRUCTURE_SHARE = 0.5
const FOCUSED_SHARE = 0.25

function costOf(shown: ShownSymbols, countTokens: TokenCounter): number {
  const lines = renderSymbols(shown)
  return lines.length === 0 ? 0 : countTokens(`${lines.join('\n')}\n`)
}

const HEADINGS = 24

function last(lines: readonly MapLine[]): MapLine | undefined {
  return lines.toSorted((one, other) => one.rank - other.rank).at(-1)
}

type Content = { readonly lines: readonly MapLine[]; readonly shown: ShownSymbols }

function bodyOf({ structure, notes, countTokens }: MapParts, { lines, shown }: Content): MapBody {
  const written = withLeftOut(lines, structure.tree)
  const bodies = sections.flatMap((section) => {
    const own =
      section === 'symbols'
        ? renderSymbols(shown)
        : written.filter((line) => line.section === section).map(({ text }) => text)
    return own.length === 0 ? [] : [[headings[section], ...own].join('\n')]
  })
  const text = ['# Map', ...notes, ...bodies].join('\n\n')
  return { text, tokens: countTokens(`${text}\n\n`) }
}

/** The whole text. The number of tokens is part of what is counted: it is tried until it is true. */
export function stampMap(
  body: MapBody,
  { stamp, countTokens }: Pick<MapParts, 'stamp' | 'countTokens'>,
): Omit<RenderedMap, 'symbols'> {
  let tokens = 0
  for (;;) {
    const line = `${renderStamp(body.text, { ...stamp, tokens })}\n`
    const counted = body.tokens + countTokens(line)
    if (counted === tokens) return { text: `${body.text}\n\n${line}`, tokens }
    tokens = Math.max(counted, tokens + 1)
  }
}
