import type { Definition } from '#context/code/tags.ts'
import type { Candidate, Level } from './candidate.ts'
import { quote, quoteName } from './quote.ts'

/** A file as far as it is shown. */
export type DrawnFile = {
  readonly level: Level
  /** `all`, or the first and the last line of each part that is there. */
  readonly lines: 'all' | readonly Range[]
  /** What it is quoted as. Each ends with an empty line, which no token crosses: their tokens add up. */
  readonly pieces: readonly string[]
}

export type Range = readonly [first: number, last: number]

/** What of a file is to be seen. */
export type View =
  | { readonly level: 'full' }
  /** Of what matters as many, with as many lines around what is no definition, and as many signatures of the rest. */
  | { readonly level: 'parts'; readonly most: number; readonly radius: number; readonly rest: number }
  | { readonly level: 'signatures'; readonly most: number }
  | { readonly level: 'stub' }

/** A file as it is quoted in a pack. Null where there is nothing to be seen by such a view, or no less than by the one before. */
export function drawFile(candidate: Candidate, view: View): DrawnFile | null {
  switch (view.level) {
    case 'full':
      return drawn(candidate, { level: 'full', lines: 'all', quoted: [quoteOf(candidate, candidate.text)] })
    case 'parts':
      return drawParts(candidate, view)
    case 'signatures':
      return drawSignatures(candidate, view.most)
    case 'stub':
      return { level: 'stub', lines: [], pieces: [stubOf(candidate)] }
  }
}

type Drawing = Pick<DrawnFile, 'level' | 'lines'> & { readonly quoted: readonly string[] }

function drawn({ path, reasons }: Candidate, { level, lines, quoted }: Drawing): DrawnFile {
  const shown =
    level === 'signatures'
      ? ', signatures'
      : lines === 'all'
        ? ''
        : `, lines ${lines.map(([first, last]) => `${first}-${last}`).join(', ')}`
  const head = [`## ${quoteName(path)}${shown}`, ...reasons.slice(0, 1).map(quoteName)].join('\n\n')
  return { level, lines, pieces: [head, ...quoted].map((piece) => `${piece}\n\n`) }
}

function quoteOf({ path }: Candidate, text: string): string {
  return quote(text.replace(/\n$/, ''), /\.(\w+)$/.exec(path)?.[1] ?? '')
}

/** Names alone: whoever wants to know more has to open it. */
function stubOf({ path, reasons, best, definitions }: Candidate): string {
  const names = (best.length > 0 ? best : definitions)
    .slice(0, NAMES_MAX)
    .map(({ name }) => `\`${quoteName(name)}\``)
  const defines = names.length === 0 ? '' : ` It has ${names.join(', ')}.`
  return `- \`${quoteName(path)}\`: ${quoteName(reasons[0] ?? '')}${defines}\n\n`
}

const NAMES_MAX = 4

type PartsView = Extract<View, { level: 'parts' }>

function drawParts(candidate: Candidate, { most, radius, rest }: PartsView): DrawnFile | null {
  const lines = linesOf(candidate)
  const wanted = [
    ...candidate.best.slice(0, most).map((definition) => rangeOf(definition, { lines, candidate })),
    ...(candidate.lines.length === 0 && candidate.best.length === 0 ? [1 + radius] : candidate.lines)
      .slice(0, most)
      .filter((line) => line <= lines.length)
      .map((line): Range => [Math.max(1, line - radius), Math.min(lines.length, line + radius)]),
  ]
  const parts = joined(wanted)
  if (parts.length === 0 || isNearlyAll(parts, lines.length)) return null
  const others = candidate.definitions.filter(
    ({ line, kind }) => kind !== 'heading' && !parts.some(([first, last]) => first <= line && line <= last),
  )
  return drawn(candidate, {
    level: 'parts',
    lines: parts,
    quoted: [
      ...parts.map(([first, last]) => quoteOf(candidate, lines.slice(first - 1, last).join('\n'))),
      ...(others.length === 0 || rest === 0
        ? []
        : [`Also in it:\n\n${quote(listOf(others, { candidate, most: rest }), '')}`]),
    ],
  })
}

/** They are asked for by one view after the other. */
function linesOf(candidate: Candidate): readonly string[] {
  const lines = KNOWN_LINES.get(candidate) ?? candidate.text.replace(/\n$/, '').split('\n')
  KNOWN_LINES.set(candidate, lines)
  return lines
}

const KNOWN_LINES = new WeakMap<Candidate, readonly string[]>()

/** With what is said above it. Of what is long and holds others, only the head: those that matter are there by themselves. */
function rangeOf(
  definition: Definition,
  { lines, candidate }: { lines: readonly string[]; candidate: Candidate },
): Range {
  let first = Math.min(definition.line, lines.length)
  while (first > 1 && definition.line - first < ABOVE_MAX && ABOVE.test(lines[first - 2] ?? '')) first -= 1
  const holds = candidate.definitions.some(
    ({ line, endLine }) => line > definition.line && endLine <= definition.endLine,
  )
  const last = Math.min(lines.length, definition.endLine, definition.line + (holds ? HEAD_MAX : BODY_MAX))
  return [first, Math.max(first, last)]
}

/** A comment or a decorator. */
const ABOVE = /^\s*(?:\/\/|\/\*|\*|#|@|--|"""|''')/
const ABOVE_MAX = 15
const HEAD_MAX = 15
const BODY_MAX = 200

/** Neighbours that touch, or have but a line between them, are one. */
function joined(ranges: readonly Range[]): Range[] {
  const parts: [number, number][] = []
  for (const [first, last] of [...ranges].sort((one, other) => one[0] - other[0])) {
    const before = parts.at(-1)
    if (before !== undefined && first <= before[1] + 2) before[1] = Math.max(before[1], last)
    else parts.push([first, last])
  }
  return parts
}

function isNearlyAll(parts: readonly Range[], count: number): boolean {
  return parts.reduce((sum, [first, last]) => sum + last - first + 1, 0) > count * 0.9
}

function drawSignatures(candidate: Candidate, most: number): DrawnFile | null {
  if (candidate.definitions.length === 0) return null
  const lines = listOf(candidate.definitions, { candidate, most })
  return drawn(candidate, { level: 'signatures', lines: [], quoted: [quoteOf(candidate, lines)] })
}

/** Line and signature of each, what is inside of another a step further in. If there are too many, those that matter come before the rest. */
function listOf(
  definitions: readonly Definition[],
  { candidate, most }: { candidate: Candidate; most: number },
): string {
  const listed = definitions.length <= most ? definitions : mostOf(definitions, { candidate, most })
  const left = definitions.length - listed.length
  return [
    ...listed.map(
      (definition) =>
        `${String(definition.line).padStart(5)}  ${'  '.repeat(depthOf(definition, candidate.definitions))}${definition.signature.slice(0, SIGNATURE_MAX)}`,
    ),
    ...(left === 0 ? [] : [`       and ${left} more`]),
  ].join('\n')
}

const SIGNATURE_MAX = 160

/** In their order. */
function mostOf(
  definitions: readonly Definition[],
  { candidate, most }: { candidate: Candidate; most: number },
): Definition[] {
  const best = new Map(candidate.best.map((definition, place) => [definition, place]))
  const orderOf = new Map(
    definitions.map((one) => [one, best.get(one) ?? best.size + depthOf(one, candidate.definitions)]),
  )
  const sorted = [...definitions].sort((one, other) => (orderOf.get(one) ?? 0) - (orderOf.get(other) ?? 0))
  const kept = new Set(sorted.slice(0, most))
  return definitions.filter((definition) => kept.has(definition))
}

function depthOf({ parent }: Definition, definitions: readonly Definition[]): number {
  let [depth, around] = [0, parent]
  while (around !== null && depth < DEPTH_MAX) {
    depth += 1
    around = definitions[around]?.parent ?? null
  }
  return depth
}

const DEPTH_MAX = 8
