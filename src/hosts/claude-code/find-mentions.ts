import type { Token } from 'marked'
import { isClosedComment, withoutComments } from './strip-comments.ts'

/** An `@` with a path behind it, where Claude Code would take it for an import. */
export type Mention = {
  /** The path as it is meant: spaces without their backslash, no fragment. */
  readonly word: string
  /** In the file on disk, counted from 1. */
  readonly line: number
}

type LexedBody = {
  readonly tokens: readonly Token[]
  readonly body: string
  readonly linesBefore: number
}

/**
 * Mentions count in text only: not in code, not in HTML but right behind a comment, not where a link leads to, and not
 * in what an image shows in its stead.
 */
export function findMentions({ tokens, body, linesBefore }: LexedBody): Mention[] {
  const found = new Map<string, Mention>()
  // The lexer turns all line ends into newlines, so that its pieces are found in such a body only.
  const source = body.replaceAll(/\r\n?/g, '\n')
  const lineOf = lineCounter(source)
  const visit = (pieces: readonly Token[], span: Span): void => {
    let { from } = span
    for (const token of pieces) {
      const place = locate(token.raw, { source, from, to: span.to })
      for (const { written, word } of mentionsIn(textOf(token)).filter(
        (mention) => !found.has(mention.word),
      )) {
        found.set(word, { word, line: linesBefore + lineOf(positionOf(written, { source, ...place })) })
      }
      for (const inner of innerTokens(token)) visit(inner, place)
      if (place.isExact) from = place.to
    }
  }
  visit(tokens, { from: 0, to: source.length })
  return [...found.values()]
}

type Span = { readonly from: number; readonly to: number }
type Region = Span & { readonly source: string }

/** Where a piece lies. In lists and quotes the lexer takes prefixes away, and then the span around has to do. */
function locate(raw: string, { source, from, to }: Region): Span & { readonly isExact: boolean } {
  const at = source.slice(from, to).indexOf(raw)
  if (at === -1) return { from, to, isExact: false }
  return { from: from + at, to: from + at + raw.length, isExact: true }
}

/** `@docs` is not found in `@docs/a.md`. Only where marks follow directly, as in `**@docs**`, any place has to do. */
function positionOf(written: string, { source, from, to }: Region): number {
  for (let at = source.indexOf(written, from); at !== -1 && at < to; at = source.indexOf(written, at + 1)) {
    if (/\s/.test(source[at + written.length] ?? '\n')) return at
  }
  return source.indexOf(written, from)
}

/**
 * The text of a list item is asked as a whole before its parts are, so that code and HTML inside of a list item do
 * not protect a mention. That is how the program was seen to do it.
 */
function textOf(token: Token): string {
  if (token.type === 'text') return token.raw
  return isClosedComment(token) ? withoutComments(token.raw) : ''
}

function innerTokens(token: Token): Token[][] {
  if (CLOSED.has(token.type)) return []
  const inner: Token[][] = 'tokens' in token && token.tokens !== undefined ? [token.tokens] : []
  return token.type === 'list' ? [...inner, token['items']] : inner
}

const CLOSED = new Set(['code', 'codespan', 'html', 'image'])

function mentionsIn(text: string): { written: string; word: string }[] {
  return [...text.matchAll(/(?:^|\s)(@((?:[^\s\\]|\\ )+))/g)].flatMap(([, written = '', path = '']) => {
    const word = path.replace(/#.*/s, '').replaceAll('\\ ', ' ')
    return MEANT_AS_PATH.test(word) ? [{ written, word }] : []
  })
}

const MEANT_AS_PATH = /^(?:~\/|\/.|[\w.-])/

/** Mentions come nearly in order, so that counting goes on from the one before. */
function lineCounter(source: string): (position: number) => number {
  let counted = { position: 0, line: 1 }
  return (position) => {
    if (position < counted.position) counted = { position: 0, line: 1 }
    const between = source.slice(counted.position, Math.max(position, 0))
    counted = { position: Math.max(position, 0), line: counted.line + between.split('\n').length - 1 }
    return counted.line
  }
}
