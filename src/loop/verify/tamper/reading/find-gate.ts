import { lineFrom, lineUpTo } from '../text/line-up-to.ts'
import { enclosing, enclosingLines } from './enclosing.ts'
import type { Span } from './find-spans.ts'
import type { Idleness } from './idleness-in.ts'
import type { Mark, Reading } from './test-file.ts'

type Asking = Reading & Pick<Idleness, 'whyNever' | 'uncalledAt'>

/** What is around a test and keeps it from being declared: a condition, an empty loop, a function that nobody calls. */
export function findGate(reading: Asking, span: Span): Mark | null {
  return reading.language.depth === 'indent' ? gateAbove(reading, span) : gateAround(reading, span)
}

function gateAbove(
  { source: { code, bare }, language, lines, lineOf, whyNever }: Asking,
  { at }: Span,
): Mark | null {
  for (const line of enclosingLines({ lines, from: -1, at })) {
    const head = lineFrom(code, line)
    const mark = { at: line, line: lineOf(line), text: lineFrom(bare, line).trim(), isConditional: false }
    if (language.shadows === true && /^\s*(?:async\s+)?def\s/.test(head)) return mark
    if (whyNever(head.replace(/:\s*$/, '')) !== null) return mark
    if (/^\s*(?:if|elif|unless|else)\b/.test(head)) return { ...mark, isConditional: true }
  }
  return null
}

function gateAround(reading: Asking, { at }: Span): Mark | null {
  const { source, brackets, lineOf, whyNever, uncalledAt } = reading
  const own = ownCondition(source.bare, at)
  if (own !== null)
    return { at, line: lineOf(at), text: own, isConditional: !/^(?:false|0|null)\b/.test(own) }
  for (const place of [at, ...enclosing({ brackets, from: 0, at })]) {
    const mark = { at: place, line: lineOf(place), isConditional: false }
    const never = whyNever(lineUpTo(source.code, place)) === null ? uncalledAt(place) : 'an empty list'
    if (never !== null) return { ...mark, text: never }
    const condition = source.code[place] === '{' ? conditionBefore(source.bare, place) : null
    if (condition !== null) return { ...mark, text: condition, isConditional: true }
  }
  return null
}

/** `if (slow) test(…)`, `slow && test(…)`. */
function ownCondition(bare: string, at: number): string | null {
  const near = bare.slice(Math.max(0, at - NEAR), at)
  const found =
    /(?:^|[;{}\n])\s*(?:else\s+)?if\s*(\([^;{}]*\))\s*$/.exec(near) ??
    /(?:^|[;{}\n])[ \t]*([^;{}\n]*(?:&&|\|\||\?))\s*$/.exec(near)
  return found?.[1]?.trim() ?? null
}

function conditionBefore(bare: string, open: number): string | null {
  const near = bare.slice(Math.max(0, open - NEAR), open)
  const found = /\bif\b([^{};]*)$|\b(else)\s*$/.exec(near)
  const condition = found?.[1] ?? found?.[2] ?? null
  // Tests in the source of a program are there under this condition.
  return condition?.includes('import.meta.vitest') === true ? null : (condition?.trim() ?? null)
}

const NEAR = 200
