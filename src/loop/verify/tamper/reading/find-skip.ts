import { bracesAround } from './enclosing.ts'
import type { Span } from './find-spans.ts'
import type { Assertion, Mark, Reading } from './test-file.ts'

type Skipping = Reading & {
  readonly span: Span
  /** What the test stands in. */
  readonly around: readonly Span[]
  /** Whether a place is in a test inside of it, whose marks are its own. */
  readonly isInner: (at: number) => boolean
  /** The marks of a head, and of the file: many tests have the same. */
  readonly headMark: (span: Span) => Mark | null
  readonly fileMark: () => Mark | null
}

/** What keeps a test from running: its own mark, one of what is around it, or one for the whole file. */
export function findSkip(skipping: Skipping): Mark | null {
  const { span, around, headMark, fileMark } = skipping
  const own = headMark(span) ?? insideMark(skipping)
  if (own !== null) return own
  for (const outer of around.toReversed()) {
    const mark = headMark(outer)
    if (mark !== null) return mark
  }
  return fileMark()
}

export function findHeadMark(reading: Reading, { from, bodyFrom }: Span): Mark | null {
  const { source, language } = reading
  const head = source.bare.slice(from, bodyFrom)
  for (const match of head.matchAll(language.skips.head)) {
    const at = from + match.index + (/^\s*/.exec(match[0])?.[0].length ?? 0)
    if (source.code[at] === source.bare[at] || /^["[]/.test(match[0]))
      return markAt(reading, { at, text: match[0] })
  }
  return null
}

function insideMark(reading: Skipping): Mark | null {
  const { source, language, span, isInner } = reading
  for (const match of source.bare.slice(span.bodyFrom, span.to).matchAll(language.skips.inside)) {
    const at = span.bodyFrom + match.index + (/^\s*/.exec(match[0])?.[0].length ?? 0)
    if (source.code[at] !== source.bare[at] || isInner(at)) continue
    const mark = markAt(reading, { at, text: match[0] })
    return { ...mark, isConditional: mark.isConditional || isNested(reading, { span, at }) }
  }
  return null
}

export function findFileMark(reading: Reading): Mark | null {
  const { source, language } = reading
  if (language.skips.file === null) return null
  for (const match of source.text.matchAll(language.skips.file)) {
    const at = match.index + (/^\s*/.exec(match[0])?.[0].length ?? 0)
    // Go says it in a comment.
    if (source.code[at] === source.text[at] || match[0].startsWith('//'))
      return markAt(reading, { at, text: match[0] })
  }
  return null
}

function markAt(
  { source, language, lines, lineOf }: Reading,
  { at, text }: { at: number; text: string },
): Mark {
  const line = source.bare.slice(lines.startOf(at), endOfLine(source.bare, at))
  const isConditional = language.skips.conditional.test(text) || language.skips.conditional.test(line)
  return { at, line: lineOf(at), text: text.replaceAll(/\s+/g, ' ').trim(), isConditional }
}

/** Deeper than the statements of the body are. */
function isNested(
  { source: { code }, brackets, lines }: Reading,
  { span, at }: { span: Span; at: number },
): boolean {
  return (
    bracesAround({ code, brackets, from: span.bodyFrom, at }).length > 1 ||
    lines.indentOf(at) > bodyIndent(code, span)
  )
}

type Returning = Reading & { readonly span: Span; readonly first: Assertion | undefined }

/** A return with nothing in it in front of everything that the test asserts. */
export function findEarlyReturn(returning: Returning): Mark | null {
  const { source, span, first, lines, lineOf } = returning
  if (first === undefined) return null
  for (const match of source.code.slice(span.bodyFrom, span.to).matchAll(RETURN)) {
    const at = span.bodyFrom + match.index
    if (at >= first.at) return null
    const line = source.code.slice(lines.startOf(at), at)
    if (!isOfBody(returning, at)) continue
    return {
      at,
      line: lineOf(at),
      text: 'return',
      isConditional: isNested(returning, { span, at }) || /\bif\b/.test(line),
    }
  }
  return null
}

const RETURN =
  /\breturn\b[ \t]*(?=;|\n|\}|if\b|unless\b|(?:nil|None|undefined|null|true|void 0|done\(\)|Ok\(\(\)\)|Promise\.resolve\(\)|0)\s*(?:[;\n}]|if\b))/g

/** Whether it leaves the test itself, and not a function inside of it: only conditions are around it. */
function isOfBody({ source: { code }, brackets, lines, span }: Returning, at: number): boolean {
  const [, ...deeper] = bracesAround({ code, brackets, from: span.bodyFrom, at })
  if (deeper.some((open) => !/(?:\bif\b[^{};]*|\belse\s*)$/.test(code.slice(Math.max(0, open - 200), open))))
    return false
  const limit = bodyIndent(code, span)
  for (let line = at; lines.indentOf(line) > limit; ) {
    line = lines.above(line)
    if (line === -1 || endOfLine(code, line) <= span.bodyFrom) return true
    if (!/^\s*(?:\}?\s*else|if|elif|elsif|unless)\b/.test(code.slice(line, endOfLine(code, line))))
      return false
  }
  return true
}

function bodyIndent(code: string, { bodyFrom, to }: Span): number {
  const [, blanks = ''] = FIRST_LINE.exec(code.slice(bodyFrom, to)) ?? []
  return blanks.length
}

/** What the first line below that says something is set in by. */
const FIRST_LINE = /^[^\n]*\n(?:[^\S\n]*\n)*([^\S\n]*)\S/

function endOfLine(code: string, from: number): number {
  const end = code.indexOf('\n', from)
  return end === -1 ? code.length : end
}
