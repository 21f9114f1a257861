import type { Brackets } from '../text/pair-brackets.ts'
import type { StrippedSource } from '../text/strip-source.ts'

/** What decides whether what follows is run, from where it begins to where it ends. */
export type Lead = {
  readonly kind: 'condition' | 'loop' | 'operator'
  readonly from: number
  readonly to: number
}

type Ground = { readonly source: StrippedSource; readonly brackets: Brackets }

/**
 * What stands before a call, or before a brace, and has it run or not: `if (…)`, `for (…)`, `slow &&`. On whatever line
 * that is, for a line may end anywhere. From the inside out; where depth is shown by brackets.
 */
export function leadsBefore(ground: Ground, at: number): Lead[] {
  const leads: Lead[] = []
  for (let end = expressionStart(ground, at); leads.length < LEADS_MAX; ) {
    const lead = headBefore(ground, end) ?? operatorBefore(ground, end)
    if (lead === null) break
    leads.push(lead)
    end = lead.from
  }
  return leads
}

const LEADS_MAX = 10
const NEAR = 2000

/** Where the call begins that a place is part of, or the function that a brace belongs to. */
function expressionStart(ground: Ground, at: number): number {
  let start = at
  for (let count = 0; count < LINKS_MAX; count++) {
    const next = linkBefore(ground, start)
    if (next === start) break
    start = next
  }
  return start
}

function linkBefore({ source: { code }, brackets }: Ground, start: number): number {
  const [word = ''] = WORD_BEFORE.exec(code.slice(Math.max(0, start - WORD_MAX), start)) ?? []
  if (word !== '' && !isApart(word, code[start])) return start - word.length
  const end = lastBlank(code, start)
  const isArrow = code.startsWith('=>', end - 2)
  const to = isArrow ? lastBlank(code, end - 2) : end
  if (isArrow && /[\w$]/.test(code[to - 1] ?? ''))
    return to - (/[\w$]+$/.exec(code.slice(Math.max(0, to - WORD_MAX), to))?.[0].length ?? 0)
  const isLinked = isArrow || /[.?]/.test(code[start] ?? '') || (code[start] === '(' && to === start)
  const open = isLinked && /[)\]]/.test(code[to - 1] ?? '') ? brackets.partner(to - 1) : -1
  return open === -1 ? start : open
}

const WORD_MAX = 100

/** What is given back is no part of the function that a brace begins. */
function isApart(word: string, next: string | undefined): boolean {
  return next === '{' && /\s$/.test(word)
}

const LINKS_MAX = 50
/** A name with the names it is asked for, and what only says how the result is taken. */
const WORD_BEFORE =
  /(?:(?<![\w$.])(?:await|return|void|yield|async|new|throw)\s+|!\s*|(?<![\w$])(?!(?:await|return|void|yield|async|new|throw|else|do|in|of)\b)[\w$]+(?:\s*\?)?|\s*\.)$/

/** `if (…)` and its like. What stands behind `do { … }` is none. */
function headBefore({ source: { code }, brackets }: Ground, end: number): Lead | null {
  const to = lastBlank(code, end)
  if (code[to - 1] !== ')') return null
  const open = brackets.partner(to - 1)
  if (open === -1) return null
  const found = HEAD.exec(code.slice(Math.max(0, open - 40), open))
  if (found === null) return null
  const from = open - found[0].length
  const word = found[1] ?? ''
  if (word === 'while' && isBehindDo({ code, brackets, at: from })) return null
  return { kind: word.startsWith('for') ? 'loop' : 'condition', from, to }
}

const HEAD = /(?<![\w$.])(if|while|for|foreach)\s*(?:await\s*|constexpr\s*)?$/

function isBehindDo({
  code,
  brackets,
  at,
}: { code: string; at: number } & Pick<Ground, 'brackets'>): boolean {
  const to = lastBlank(code, at)
  const open = code[to - 1] === '}' ? brackets.partner(to - 1) : -1
  return open !== -1 && /\bdo\s*$/.test(code.slice(Math.max(0, open - 20), open))
}

/** Where the blanks before a place begin. */
function lastBlank(code: string, at: number): number {
  let end = at
  while (end > 0 && code.charCodeAt(end - 1) <= 32) end--
  return end
}

const OPERATOR = /(?:&&|\|\||\?|:|\band|\bor)$/

function operatorBefore(ground: Ground, end: number): Lead | null {
  const { code } = ground.source
  const to = lastBlank(code, end)
  if (!OPERATOR.test(code.slice(Math.max(0, to - 4), to))) return null
  const { from, isChoice } = operandsBefore(ground, to)
  if (code[to - 1] === ':' && !isChoice) return null
  // Rust's closures begin with two strokes that nothing stands before.
  return /^$|[=(,|]$|\b(?:move|return)$/.test(code.slice(from, to).replace(OPERATOR, '').trim())
    ? null
    : { kind: 'operator', from, to }
}

type Operands = { readonly from: number; readonly isChoice: boolean }

/** Back to where the statement or the argument begins that an operator is part of, and whether it chooses between two. */
function operandsBefore({ source: { code }, brackets }: Ground, to: number): Operands {
  let from = to
  let isChoice = false
  for (let at = to - 1; to - at < NEAR && !isBoundary(code, at); at--) {
    isChoice ||= code[at] === '?' && code[at + 1] !== '.'
    if (/[)\]}]/.test(code[at] ?? '')) at = brackets.partner(at)
    if (at === -1) break
    if (/\S/.test(code[at] ?? '')) from = at
  }
  return { from, isChoice }
}

function isBoundary(code: string, at: number): boolean {
  const letter = code[at] ?? ';'
  return /[;,{([]/.test(letter) || (letter === '\n' && endsStatement(code, at))
}

/** Whether nothing goes on over the end of a line. */
function endsStatement(code: string, at: number): boolean {
  const before = code.slice(Math.max(0, at - 200), at).trimEnd()
  const after = code.slice(at, at + 200).trimStart()
  return !(
    /(?:[&|?:=+\-*/%<>.!]|\b(?:return|await|and|or|not))$/.test(before) ||
    /^(?:[&|?:.+*/%<>=]|and\b|or\b)/.test(after)
  )
}
