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

/** A file as it is quoted in a pack. Null where there is nothing to be seen by such a view, no less than by the one before, or too much. */
export function drawFile(
  candidate: Candidate,
  { view, charactersMax }: { readonly view: View; readonly charactersMax: number },
): DrawnFile | null {
  const drawn = drawView(candidate, { view, charactersMax })
  return drawn === null || lengthOf(drawn.pieces) > charactersMax ? null : drawn
}

function lengthOf(pieces: readonly string[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}

function drawView(
  candidate: Candidate,
  { view, charactersMax }: { view: View; charactersMax: number },
): DrawnFile | null {
  switch (view.level) {
    case 'full':
      return drawn(candidate, { level: 'full', lines: 'all', quoted: [quoteOf(candidate, candidate.text)] })
    case 'parts':
      return drawParts(candidate, { ...view, charactersMax })
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

type PartsView = Extract<View, { level: 'parts' }> & { readonly charactersMax: number }

function drawParts(candidate: Candidate, { most, radius, rest, charactersMax }: PartsView): DrawnFile | null {
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
  const quoted = parts.map(([first, last]) => quoteOf(candidate, lines.slice(first - 1, last).join('\n')))
  // Before the rest is listed, which takes longer.
  if (lengthOf(quoted) > charactersMax) return null
  const others = rest === 0 ? [] : outside(parts, candidate.definitions)
  return drawn(candidate, {
    level: 'parts',
    lines: parts,
    quoted: [
      ...quoted,
      ...(others.length === 0
        ? []
        : [`Also in it:\n\n${quote(listOf(others, { candidate, most: rest }), '')}`]),
    ],
  })
}

function outside(parts: readonly Range[], definitions: readonly Definition[]): Definition[] {
  return definitions.filter(
    ({ line, kind }) => kind !== 'heading' && !parts.some(([first, last]) => first <= line && line <= last),
  )
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

/** In their order. What is further in comes later. */
function mostOf(
  definitions: readonly Definition[],
  { candidate, most }: { candidate: Candidate; most: number },
): Definition[] {
  const listed = new Set(definitions)
  const kept = new Set(candidate.best.filter((definition) => listed.has(definition)).slice(0, most))
  for (let depth = 0; depth <= DEPTH_MAX && kept.size < most; depth += 1)
    for (const definition of definitions) {
      if (kept.size === most) break
      if (depthOf(definition, candidate.definitions) === depth) kept.add(definition)
    }
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
