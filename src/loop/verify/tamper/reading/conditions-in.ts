import { remember } from '#kit/remember.ts'
import { lineUpTo } from '../text/line-up-to.ts'
import { conditionBehind } from './condition-behind.ts'
import { statementEnd } from './find-spans.ts'
import type { Lead } from './leads-before.ts'
import { logicalLine } from './logical-line.ts'
import { mayHaveNoRound } from './may-have-no-round.ts'
import type { Reading } from './test-file.ts'

type Conditions = {
  /** The condition that a bracket or a line makes for what is in it or under it; null where it makes none. */
  readonly around: (place: number) => string | null
  /** The condition that is there for one call alone. */
  readonly own: (at: number) => string | null
}

/** What has to hold for a place to be reached. A loop is one where nobody sees that it has a round. */
export function conditionsIn(reading: Reading): Conditions {
  if (reading.language.depth === 'indent')
    return {
      around: remember((line: number) => conditionOnLine(reading, line)),
      own: (at) => conditionOnOwnLine(reading, at),
    }
  return {
    around: remember((place: number) => conditionBefore(reading, place)),
    own: (at) => leading(reading, { at, body: () => statementAt(reading, at) }),
  }
}

function statementAt({ source: { code }, brackets }: Reading, at: number): string {
  return code.slice(at, statementEnd({ code, brackets, from: at }))
}

/** Before a bracket, unless something is done where it does not hold. */
function conditionBefore(reading: Reading, open: number): string | null {
  const { source, brackets } = reading
  const { bare, code } = source
  const close = brackets.partner(open)
  const isBlock = code[open] === '{'
  if (isBlock && DONE_INSTEAD.test(code.slice(close + 1, close + 50))) return null
  const found = leading(reading, { at: open, body: () => code.slice(open, close) })
  if (found !== null || !isBlock) return found
  const line = /\b(?:if|while)\s*(\(.*\)|[^({]+)\s*$/.exec(lineUpTo(bare, open))
  const condition = (line ?? GOES_ON.exec(bare.slice(Math.max(0, open - 1000), open)))?.[1]
  return condition?.replaceAll(/\s+/g, ' ').trim() ?? null
}

/** Something, and not a pair of braces alone. */
const DONE_INSTEAD = /^\s*else\b(?!\s*(?:\{\s*\}|;))/

/** A condition without brackets that goes on over several lines. */
const GOES_ON =
  /(?:^|\n)[ \t]*(?:\}\s*else\s+)?(?:if|while)\b([^\n{}]*(?:\n[ \t]*(?:&&|\|\||,)[^\n{}]*)+)\s*$/

type Leading = { readonly at: number; readonly body: () => string }

function leading(reading: Reading, { at, body }: Leading): string | null {
  const { bare, code } = reading.source
  const lead = reading
    .leadsAt(at)
    .find(
      ({ kind, from, to }) =>
        kind !== 'loop' || mayHaveNoRound({ head: code.slice(from, to), body: body(), code }),
    )
  return lead === undefined ? null : oneLine(bare, lead)
}

/** What stands between two places, on one line. */
export function oneLine(text: string, { from, to }: Pick<Lead, 'from' | 'to'>): string {
  return text.slice(from, to).replaceAll(/\s+/g, ' ').trim()
}

/** On the line itself, as `if slow: assert …`, `slow and check(…)` and `assert … if slow` are. */
function conditionOnOwnLine(reading: Reading, at: number): string | null {
  const { source, lines } = reading
  const { code, bare } = source
  const line = lines.startOf(at)
  const before = code.slice(line, at)
  if (/:\s*(?:await\s+|return\s+|self\.)?$/.test(before)) {
    const found = conditionOnLine(reading, line)
    if (found !== null) return found
  }
  const to =
    at -
    (/(?:[\s(\\]|\bawait\b|\bself\.|\bnot\b)*$/.exec(code.slice(Math.max(0, at - 500), at))?.[0].length ?? 0)
  const start = lines.startOf(to)
  const lead = code.slice(start, to)
  if (/(?:\band|\bor|&&|\|\||\s\?)$/.test(lead)) return oneLine(bare, { from: start, to })
  const behind = conditionBehind(reading, at)
  return behind === null ? null : oneLine(bare, behind)
}

/** `if x:` with what is under it, however many lines it takes. */
function conditionOnLine(reading: Reading, place: number): string | null {
  const { bare, code } = reading.source
  const { from, to } = logicalLine(reading, place)
  const head = oneLine(code, { from, to })
  // A shell may have the word that opens the block on a line of its own.
  if (/^(?:then|do)$/.test(head) && from > 0) return conditionOnLine(reading, from - 1)
  const found = /^(?:(?:\}\s*)?(?:if|elif|elsif|unless|while|until)\b\s*)(?=\S)/.exec(head)
  if (found !== null) return oneLine(bare, { from, to }).slice(found[0].length).replace(/:$/, '')
  const isLoop =
    /^(?:async\s+)?for\b/.test(head) && mayHaveNoRound({ head, body: bodyUnder(reading, to), code })
  return isLoop ? oneLine(bare, { from, to }) : null
}

/** What is set in under a line, or stands behind its colon. */
function bodyUnder({ source: { code }, lines }: Reading, end: number): string {
  const own = lines.indentOf(end)
  let to = end + 1
  while (to < code.length && (lines.indentOf(to) === -1 || lines.indentOf(to) > own)) {
    const next = code.indexOf('\n', to)
    to = next === -1 ? code.length : next + 1
  }
  return code.slice(end, to)
}
