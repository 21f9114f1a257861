import type { Beginning, TestLanguage } from '../languages/contract.ts'
import type { Brackets } from '../text/pair-brackets.ts'
import type { StrippedSource } from '../text/strip-source.ts'

/** A test, a group of tests or a function, by its places in the text. */
export type Span = {
  readonly name: string
  /** Where its decorators begin. */
  readonly from: number
  /** Where it begins itself. */
  readonly at: number
  readonly bodyFrom: number
  readonly to: number
}

type Ground = {
  readonly source: StrippedSource
  readonly brackets: Brackets
  readonly decorators: TestLanguage['decorators']
}

export function findSpans(ground: Ground, beginnings: readonly Beginning[]): Span[] {
  const { source } = ground
  const spans = beginnings.flatMap((beginning) =>
    [...source.bare.matchAll(beginning.shape)].flatMap((match) => {
      const at = match.index + (/^\s*/.exec(match[0])?.[0].length ?? 0)
      if (source.code[at] !== source.bare[at]) return []
      const span = spanAt({ ground, beginning, at, end: match.index + match[0].length })
      if (span === null) return []
      const head = source.bare.slice(span.from, match.index + match[0].length)
      if (beginning.needs?.test(head) === false) return []
      if (beginning.holds?.test(source.code.slice(span.at, span.to)) === false) return []
      return [{ ...span, name: match.groups?.['name'] ?? firstStringIn(source, span) }]
    }),
  )
  // What two shapes tell is one thing, and the first one knows its name.
  const places = new Map(spans.toReversed().map((span) => [span.at, span]))
  return [...places.values()].sort((one, other) => one.at - other.at)
}

type Found = {
  readonly ground: Ground
  readonly beginning: Beginning
  readonly at: number
  /** Behind what told the beginning. */
  readonly end: number
}

function spanAt({ ground, beginning, at, end }: Found): Omit<Span, 'name'> | null {
  const from = headFrom(ground, at)
  switch (beginning.extent) {
    case 'call': {
      const to = callEnd(ground, end)
      const body = /=>|\bfunction\b|\bfunc\b|\bfn\b|\|/.exec(ground.source.code.slice(at, to))
      return { from, at, bodyFrom: body === null ? to : at + body.index, to }
    }
    case 'braces': {
      const body = bodyOf(ground, end)
      return body === null ? null : { from, at, bodyFrom: body.from, to: body.to }
    }
    case 'indent':
      return { from, at, ...indentedBody(ground, { at, end }) }
  }
}

/** A call and all that hangs on it: `it.each(table)('name', …)`, `test('name', …)->skip()`. */
function callEnd(ground: Ground, from: number): number {
  const { code } = ground.source
  for (let at = from; ; ) {
    const part = partEnd(ground, at)
    const chained = /^\s*(?:\?\.|\.|->|!)\s*\w*/.exec(code.slice(at, at + 300))?.[0].length ?? 0
    if (part === -1 && chained === 0) return at
    at = part === -1 ? at + chained : part + 1
  }
}

/** Where the brackets or the template that a call goes on with end, or -1. */
function partEnd({ source: { code }, brackets }: Ground, at: number): number {
  const next = at + (/^\s*/.exec(code.slice(at, at + 200))?.[0].length ?? 0)
  switch (code[next]) {
    case '(':
    case '[':
      return brackets.partner(next)
    case '{':
      return code[at - 1] === '!' ? brackets.partner(next) : -1
    case '`':
      return code.indexOf('`', next + 1)
    default:
      return -1
  }
}

/** In braces behind the brackets of a signature, or an expression to its end. */
function bodyOf({ source: { code }, brackets }: Ground, end: number): { from: number; to: number } | null {
  let at = end
  while (at < code.length && !isBodyAt(code, at)) {
    if (ENDS_SIGNATURE.has(code[at] ?? '')) return null
    const close = OPENING.has(code[at] ?? '') ? brackets.partner(at) : at
    if (close === -1) return null
    at = close + 1
  }
  if (code[at] !== '{') return { from: at, to: statementEnd({ code, brackets, from: at + 2 }) }
  const close = brackets.partner(at)
  return { from: at, to: close === -1 ? code.length : close + 1 }
}

function isBodyAt(code: string, at: number): boolean {
  return code[at] === '{' || (code[at] === '=' && isAssigned(code, at))
}

const ENDS_SIGNATURE = new Set([';', '}'])

/** Whether what follows is an expression, and no arrow in front of a block and no comparison. */
function isAssigned(code: string, at: number): boolean {
  return code[at - 1] !== '=' && !/^=(?:=|>?\s*\{)/.test(code.slice(at, at + 50))
}

/** The end of a statement: a semicolon, or the end of a line on which nothing is open and after which nothing goes on. */
export function statementEnd({
  code,
  brackets,
  from,
}: {
  code: string
  brackets: Brackets
  from: number
}): number {
  const begin = from + code.slice(from).search(/\S|$/)
  for (let at = begin; at < code.length; at++) {
    const letter = code[at] ?? ''
    if (letter === ';' || CLOSING.has(letter)) return at
    if (letter === '\n' && !goesOn({ code, from, at })) return at
    if (!OPENING.has(letter)) continue
    const close = brackets.partner(at)
    if (close === -1) return endOfLine(code, at)
    at = close
  }
  return code.length
}

/** Whether a statement is not yet at its end where its line is. */
function goesOn({ code, from, at }: { code: string; from: number; at: number }): boolean {
  return (
    /^\s*(?:\.\w|\?\.|->|&&|\|\|)/.test(code.slice(at, at + 200)) ||
    /(?:[=,+\\&|(]|=>)\s*$/.test(code.slice(Math.max(from, at - 80), at))
  )
}

function indentedBody(
  { source: { code }, brackets }: Ground,
  { at, end }: { at: number; end: number },
): {
  bodyFrom: number
  to: number
} {
  const own = at - (code.lastIndexOf('\n', at - 1) + 1)
  const signature = code[end] === '(' ? brackets.partner(end) : -1
  const bodyFrom = endOfLine(code, signature === -1 ? end : signature)
  let to = bodyFrom
  for (let line = bodyFrom + 1; line < code.length; ) {
    const next = endOfLine(code, line)
    const text = code.slice(line, next)
    const indent = text.search(/\S/)
    const isRescue = indent === own && /^\s*(?:rescue|ensure)\b/.test(text)
    if (indent !== -1 && indent <= own && !isRescue) {
      const closes = indent === own && /^\s*(?:end\b|\}|\))/.test(text)
      return { bodyFrom, to: closes ? next : to }
    }
    if (indent !== -1) to = next
    line = next + 1
  }
  return { bodyFrom, to }
}

function endOfLine(code: string, from: number): number {
  const end = code.indexOf('\n', from)
  return end === -1 ? code.length : end
}

function headFrom({ source: { code }, brackets, decorators }: Ground, at: number): number {
  switch (decorators) {
    case 'none':
      return at
    case 'above':
      return decoratedFrom(code, at)
    case 'before':
      return declaredFrom({ code, brackets, at })
  }
}

/** Up over lines that begin with an at sign, and over those that one of them goes on to. */
function decoratedFrom(code: string, at: number): number {
  let from = code.lastIndexOf('\n', at - 1) + 1
  let depth = 0
  for (let end = from - 1; end > 0; ) {
    const start = code.lastIndexOf('\n', end - 1) + 1
    const line = code.slice(start, end)
    depth += countOf(line, CLOSING) - countOf(line, OPENING)
    end = start - 1
    if (depth > 0 || line.trim() === '') continue
    if (!/^\s*@/.test(line)) break
    from = start
  }
  return from
}

function countOf(line: string, letters: ReadonlySet<string>): number {
  return [...line].filter((letter) => letters.has(letter)).length
}

const OPENING = new Set(['(', '[', '{'])
const CLOSING = new Set([')', ']', '}'])

/** Back to the end of what stands before: attributes may have brackets with anything in them. */
function declaredFrom({ code, brackets, at }: { code: string; brackets: Brackets; at: number }): number {
  let start = at - 1
  for (; start >= 0; start--) {
    const letter = code[start] ?? ''
    if (letter === ';' || letter === '{' || letter === '}') break
    const open = letter === ')' || letter === ']' ? brackets.partner(start) : start
    if (open === -1) break
    start = open
  }
  const head = code.slice(start + 1, at)
  // Where a language ends statements by lines, the one before is no part of this one.
  const before = [...head.matchAll(/^.*\b(?:fun|func|val|var|let)\b.*\n/gm)].at(-1)
  return start + 1 + (before === undefined ? 0 : before.index + before[0].length)
}

/** The name of a test that is a call: the first string, which with a table is the one of the last call. */
function firstStringIn({ bare, code }: StrippedSource, { at, bodyFrom, to }: Omit<Span, 'name'>): string {
  const head = code.slice(at, bodyFrom)
  const table = /\.(?:each|for|concurrent\.each)\b/.test(head)
  const strings = [...head.matchAll(/(["'`])[^"'`]*\1/g)]
  const chosen = table ? strings.at(-1) : strings[0]
  if (chosen !== undefined) return bare.slice(at + chosen.index + 1, at + chosen.index + chosen[0].length - 1)
  const first = code.slice(at, to).split('\n', 1)[0] ?? ''
  return bare.slice(at, at + Math.min(first.length, 120)).trim()
}
