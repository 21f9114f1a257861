import type { TokenCounter } from '#kit/tokens.ts'

export type Candidate = {
  readonly path: string
  /** A sentence. */
  readonly reason: string
  readonly text: string
  /** The lines that matter, from 1, the most important first. */
  readonly lines: readonly number[]
}

export type PackedFile = {
  readonly path: string
  readonly reason: string
  readonly tokens: number
  /** `all`, or the first and the last line of each part that is there. */
  readonly lines: 'all' | readonly (readonly [number, number])[]
}

export type Fitted = {
  readonly files: readonly PackedFile[]
  readonly noRoom: readonly string[]
  readonly text: string
}

type Block = PackedFile & { readonly block: string }

/**
 * As many candidates as the budget allows, in their order: whole where a file takes no more than half of what is left, the
 * neighbourhood of its best lines otherwise. What does not fit even so is passed over for something smaller.
 */
export function fitFiles({
  candidates,
  budget,
  countTokens,
}: {
  candidates: Iterable<Candidate>
  budget: number
  countTokens: TokenCounter
}): Fitted {
  const blocks: Block[] = []
  const noRoom: string[] = []
  let left = budget
  for (const candidate of candidates) {
    const block = left < SMALLEST ? null : fitOne({ candidate, left, countTokens })
    if (block === null) noRoom.push(candidate.path)
    else {
      blocks.push(block)
      left -= block.tokens
    }
    if (noRoom.length === MISSES_MAX) break
  }
  // Tokens of two texts do not quite add up to those of both together, so the sum has no last word.
  while (countTokens(textOf(blocks)) > budget) noRoom.unshift(blocks.pop()?.path ?? '')
  return { files: blocks.map(({ block: _, ...file }) => file), noRoom, text: textOf(blocks) }
}

/** What is left for less than this is no use to anybody. */
const SMALLEST = 80
const MISSES_MAX = 20

function textOf(blocks: readonly Block[]): string {
  return blocks.map(({ block }) => block).join('\n')
}

/** How many of the lines that matter are shown, and how many around each: as much as there is room for. */
const VIEWS = [
  { centres: 6, radius: 40 },
  { centres: 6, radius: 20 },
  { centres: 6, radius: 10 },
  { centres: 6, radius: 5 },
  { centres: 3, radius: 5 },
  { centres: 1, radius: 5 },
  { centres: 1, radius: 2 },
]

function fitOne({
  candidate,
  left,
  countTokens,
}: {
  candidate: Candidate
  left: number
  countTokens: TokenCounter
}): Block | null {
  const lines = candidate.text.replace(/\n$/, '').split('\n')
  const whole = toBlock({ candidate, lines, parts: [[1, lines.length]], countTokens })
  if (whole.tokens <= left / 2) return whole
  for (const { centres, radius } of VIEWS) {
    const parts = partsAround({ centres: candidate.lines.slice(0, centres), radius, count: lines.length })
    const block = toBlock({ candidate, lines, parts, countTokens })
    if (parts.length > 0 && block.tokens <= left / 2) return block
  }
  return whole.tokens <= left ? whole : null
}

/** Neighbourhoods that touch are one. A file without lines that matter is shown from its beginning. */
function partsAround({
  centres,
  radius,
  count,
}: {
  centres: readonly number[]
  radius: number
  count: number
}): [number, number][] {
  const wanted = (centres.length === 0 ? [1 + radius] : centres).filter((line) => line <= count)
  const parts: [number, number][] = []
  for (const line of wanted.sort((one, other) => one - other)) {
    const [from, to] = [Math.max(1, line - radius), Math.min(count, line + radius)]
    const last = parts.at(-1)
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else parts.push([from, to])
  }
  return parts
}

function toBlock({
  candidate: { path, reason },
  lines,
  parts,
  countTokens,
}: {
  candidate: Candidate
  lines: readonly string[]
  parts: readonly [number, number][]
  countTokens: TokenCounter
}): Block {
  const isWhole = parts.length === 1 && parts[0]?.[0] === 1 && parts[0][1] === lines.length
  const shown = parts.map(([from, to]) => lines.slice(from - 1, to).join('\n'))
  const fence = fenceFor(shown)
  const language = /\.(\w+)$/.exec(path)?.[1] ?? ''
  const block = [
    `## ${path}${isWhole ? '' : `, lines ${parts.map(([from, to]) => `${from}-${to}`).join(', ')}`}`,
    '',
    reason,
    ...shown.map((text) => `\n${fence}${language}\n${text}\n${fence}`),
    '',
  ].join('\n')
  return { path, reason, tokens: countTokens(block), lines: isWhole ? 'all' : parts, block }
}

/** Longer than any fence in the text, so that nothing in a file can end its own quotation. */
function fenceFor(texts: readonly string[]): string {
  const longest = texts
    .flatMap((text) => text.match(/`{3,}/g) ?? [])
    .reduce((most, { length }) => Math.max(most, length), 2)
  return '`'.repeat(longest + 1)
}
