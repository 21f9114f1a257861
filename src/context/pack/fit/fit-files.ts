import type { TokenCounter } from '#kit/tokens.ts'
import type { Candidate, Level } from './candidate.ts'
import { type DrawnFile, drawFile, type View } from './draw-file.ts'
import type { Strategy } from './strategy.ts'

export type PackedFile = {
  readonly path: string
  /** From 0 to 1, where the best file has 1. */
  readonly score: number
  readonly level: Level
  /** Sentences, the most telling first. */
  readonly reasons: readonly string[]
  readonly tokens: number
  readonly lines: DrawnFile['lines']
}

export type Fitted = {
  readonly files: readonly PackedFile[]
  /** What would have been next, had there been room. */
  readonly noRoom: readonly string[]
  readonly text: string
  readonly tokens: number
}

/** A file that may become a candidate: it is read when there is room for it. */
export type Prospect = Pick<Candidate, 'path' | 'isNamed'> & {
  /** Null where nobody could read it. */
  readonly read: () => Candidate | null
}

export type FitRequest = {
  /** The best first. */
  readonly prospects: readonly Prospect[]
  readonly budget: number
  readonly strategy: Strategy
  readonly countTokens: TokenCounter
}

/**
 * As many files as the budget allows, in their order, each with as much of it as takes no more than half of what is left.
 * Those that are named have a line in any case: room for it is kept before anything else is shown.
 */
export function fitFiles({ prospects, budget, strategy, countTokens }: FitRequest): Fitted {
  const draw = startDrawing(countTokens)
  const { kept, noRoom } = keepLines(prospects, { budget, draw })
  let left = budget - [...kept.values()].reduce((sum, { tokens }) => sum + tokens, 0)
  const blocks: Block[] = []
  const fitOne = ({ path, read }: Prospect): Block | null => {
    const line = kept.get(path)
    if (line === undefined && left < SMALLEST) return null
    const candidate = line?.candidate ?? read()
    if (candidate === null) return null
    left += line?.tokens ?? 0
    return (
      firstThatFits(candidate, { views: viewsFor(candidate, strategy), share: left / 2, draw }) ??
      line ??
      null
    )
  }
  for (const prospect of prospects.filter(({ path }) => !noRoom.includes(path))) {
    const block = noRoom.length < MISSES_MAX || prospect.isNamed ? fitOne(prospect) : null
    if (block === null) noRoom.push(prospect.path)
    else {
      blocks.push(block)
      left -= block.tokens
    }
  }
  return {
    files: blocks.map(toPackedFile),
    noRoom,
    text: blocks.flatMap(({ pieces }) => pieces).join(''),
    tokens: blocks.reduce((sum, { tokens }) => sum + tokens, 0),
  }
}

/** What is left for less than this is no use to anybody. */
const SMALLEST = 40
const MISSES_MAX = 20

type Block = DrawnFile & { readonly candidate: Candidate; readonly tokens: number }

/** Null also for what is longer than its share is likely to hold. */
type Draw = (candidate: Candidate, wish: { view: View; share: number }) => Block | null

function startDrawing(countTokens: TokenCounter): Draw {
  return (candidate, { view, share }) => {
    const drawn = drawFile(candidate, { view, charactersMax: share * CHARACTERS_MAX })
    if (drawn === null) return null
    const tokens = drawn.pieces.reduce((sum, piece) => sum + countTokens(piece), 0)
    return { ...drawn, candidate, tokens }
  }
}

/** A line for each file that is named; where there is not even room for these, the last of them go. */
function keepLines(
  prospects: readonly Prospect[],
  { budget, draw }: { budget: number; draw: Draw },
): { readonly kept: Map<string, Block>; readonly noRoom: string[] } {
  const kept = new Map<string, Block>()
  const noRoom: string[] = []
  let left = budget
  for (const { path, isNamed, read } of prospects) {
    const candidate = isNamed ? read() : null
    const line =
      candidate === null
        ? null
        : draw(candidate, { view: { level: 'stub' }, share: Number.POSITIVE_INFINITY })
    if (line === null) continue
    if (line.tokens > left) noRoom.push(path)
    else {
      kept.set(path, line)
      left -= line.tokens
    }
  }
  return { kept, noRoom }
}

const SIGNATURES: readonly View[] = [
  { level: 'signatures', most: 200 },
  { level: 'signatures', most: 40 },
  { level: 'signatures', most: 12 },
  { level: 'stub' },
]

const PARTS: readonly View[] = [
  { level: 'parts', most: 8, radius: 20, rest: 40 },
  { level: 'parts', most: 6, radius: 10, rest: 30 },
  { level: 'parts', most: 4, radius: 8, rest: 20 },
  { level: 'parts', most: 2, radius: 5, rest: 10 },
  { level: 'parts', most: 1, radius: 3, rest: 0 },
]

/** From much to little. Of what is less likely needed, the whole is shown only where that is not long. */
function viewsFor({ score, isNamed, text }: Candidate, strategy: Strategy): readonly View[] {
  if (strategy === 'signature_only') return SIGNATURES
  const isWorthAll = isNamed || score >= LIKELY || text.length < SHORT
  return isWorthAll
    ? [{ level: 'full' }, ...PARTS, ...SIGNATURES]
    : [...PARTS, { level: 'full' }, ...SIGNATURES]
}

const LIKELY = 0.5
/** In characters. */
const SHORT = 2000

function firstThatFits(
  candidate: Candidate,
  { views, share, draw }: { views: readonly View[]; share: number; draw: Draw },
): Block | null {
  for (const view of views) {
    // Hardly any text of people has more than this in a token: to count it would be of no use.
    if (view.level === 'full' && candidate.text.length > share * CHARACTERS_MAX) continue
    const block = draw(candidate, { view, share })
    if (block !== null && block.tokens <= share) return block
  }
  return null
}

const CHARACTERS_MAX = 6

function toPackedFile({ candidate: { path, score, reasons }, level, lines, tokens }: Block): PackedFile {
  return { path, score, level, reasons, tokens, lines }
}
