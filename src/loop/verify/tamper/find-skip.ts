import { bracesAround, indentOf } from './enclosing.ts'
import type { Span } from './find-spans.ts'
import type { Assertion, Mark, Reading } from './test-file.ts'

type Skipping = Reading & {
  readonly span: Span
  /** What the test stands in. */
  readonly around: readonly Span[]
  /** The tests inside of it, whose marks are their own. */
  readonly inner: readonly Span[]
}

/** What keeps a test from running: its own mark, one of what is around it, or one for the whole file. */
export function findSkip(skipping: Skipping): Mark | null {
  const { span, around, inner } = skipping
  const own = headMark(skipping, span) ?? insideMark(skipping, { span, inner })
  if (own !== null) return own
  for (const outer of around.toReversed()) {
    const mark = headMark(skipping, outer)
    if (mark !== null) return mark
  }
  return fileMark(skipping)
}

function headMark(reading: Reading, { from, bodyFrom }: Span): Mark | null {
  const { source, language } = reading
  const head = source.bare.slice(from, bodyFrom)
  for (const match of head.matchAll(language.skips.head)) {
    const at = from + match.index + (/^\s*/.exec(match[0])?.[0].length ?? 0)
    if (source.code[at] === source.bare[at] || /^["[]/.test(match[0]))
      return markAt(reading, { at, text: match[0] })
  }
  return null
}

function insideMark(reading: Reading, { span, inner }: { span: Span; inner: readonly Span[] }): Mark | null {
  const { source, language } = reading
  for (const match of source.bare.slice(span.bodyFrom, span.to).matchAll(language.skips.inside)) {
    const at = span.bodyFrom + match.index + (/^\s*/.exec(match[0])?.[0].length ?? 0)
    if (source.code[at] !== source.bare[at] || inner.some(({ from, to }) => from <= at && at < to)) continue
    const mark = markAt(reading, { at, text: match[0] })
    return { ...mark, isConditional: mark.isConditional || isNested(reading, { span, at }) }
  }
  return null
}

function fileMark(reading: Reading): Mark | null {
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

function markAt({ source, language, lineOf }: Reading, { at, text }: { at: number; text: string }): Mark {
  const line = source.bare.slice(source.bare.lastIndexOf('\n', at - 1) + 1, endOfLine(source.bare, at))
  const isConditional = language.skips.conditional.test(text) || language.skips.conditional.test(line)
  return { at, line: lineOf(at), text: text.replaceAll(/\s+/g, ' ').trim(), isConditional }
}

/** Deeper than the statements of the body are. */
function isNested(
  { source: { code }, brackets }: Reading,
  { span, at }: { span: Span; at: number },
): boolean {
  return (
    bracesAround({ code, brackets, from: span.bodyFrom, at }).length > 1 ||
    indentOf(code, at) > bodyIndent(code, span)
  )
}

type Returning = Reading & { readonly span: Span; readonly first: Assertion | undefined }

/** A return with nothing in it in front of everything that the test asserts. */
export function findEarlyReturn(returning: Returning): Mark | null {
  const { source, span, first, lineOf } = returning
  if (first === undefined) return null
  for (const match of source.code.slice(span.bodyFrom, span.to).matchAll(RETURN)) {
    const at = span.bodyFrom + match.index
    if (lineOf(at) >= first.line) return null
    const line = source.code.slice(source.code.lastIndexOf('\n', at) + 1, at)
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
function isOfBody({ source: { code }, brackets, span }: Returning, at: number): boolean {
  const [, ...deeper] = bracesAround({ code, brackets, from: span.bodyFrom, at })
  if (deeper.some((open) => !/(?:\bif\b[^{};]*|\belse\s*)$/.test(code.slice(Math.max(0, open - 200), open))))
    return false
  const limit = bodyIndent(code, span)
  let indent = indentOf(code, at)
  for (let end = code.lastIndexOf('\n', at); end > span.bodyFrom && indent > limit; ) {
    const start = code.lastIndexOf('\n', end - 1) + 1
    const line = code.slice(start, end)
    const own = line.search(/\S/)
    if (own !== -1 && own < indent) {
      if (!/^\s*(?:\}?\s*else|if|elif|elsif|unless)\b/.test(line)) return false
      indent = own
    }
    end = start - 1
  }
  return true
}

function bodyIndent(code: string, { bodyFrom, to }: Span): number {
  const [, ...lines] = code.slice(bodyFrom, to).split('\n')
  return lines.find((line) => line.trim() !== '')?.search(/\S/) ?? 0
}

function endOfLine(code: string, from: number): number {
  const end = code.indexOf('\n', from)
  return end === -1 ? code.length : end
}
