import { sha256 } from '#kit/sha256.ts'

/**
 * The markers, and how they are found in a file. Text here is a byte string: one character per byte, as
 * Buffer's latin1 gives it. The markers are ASCII, and whatever else is in the file (UTF-8, broken UTF-8, a
 * BOM) passes through untouched because nothing is ever decoded.
 */

/** One keel section: a template's version and its text. */
export type Section = { readonly version: number; readonly content: string }

export type Region = {
  /** Offsets of the first byte of BEGIN's line and of the byte after END, its line ending not included. */
  readonly start: number
  readonly end: number
  readonly beginLine: number
  readonly endLine: number
  readonly version: number
  readonly eol: '\n' | '\r\n'
  /** BEGIN to END as they stand, line endings as in the file. */
  readonly raw: string
  /** The content between the header and END. */
  readonly content: string
  /** True when header, hash or content are not what keel wrote. */
  readonly edited: boolean
}

export type Finding =
  | { readonly kind: 'absent'; readonly quotedAt: readonly number[]; readonly openCodeAt: number | null }
  | { readonly kind: 'present'; readonly region: Region; readonly quotedAt: readonly number[] }
  | { readonly kind: 'malformed'; readonly problem: Malformation; readonly lines: readonly number[] }

export type Malformation = 'begin-without-end' | 'end-without-begin' | 'duplicate' | 'nested'

/**
 * Finds keel's region. Markers inside a closed code fence or `<pre>` are quotations and do not count. A comment quotes
 * nothing: the first marker would end it.
 */
export function findRegion(text: string): Finding {
  const { markers, quotedAt, openCodeAt } = readMarkers(text)
  const [begin, end] = markers
  if (begin === undefined) return { kind: 'absent', quotedAt, openCodeAt }
  if (markers.length === 2 && begin.kind === 'begin' && end?.kind === 'end') {
    return { kind: 'present', region: cutOut(text, { begin, end }), quotedAt }
  }
  return { kind: 'malformed', problem: malformation(markers), lines: markers.map(({ line }) => line) }
}

/** The region's text, BEGIN to END, without a final line ending. */
export function renderRegion({ version, content }: Section, eol: '\n' | '\r\n'): string {
  const body = toByteString(content.replaceAll(/\r+\n/g, '\n').trim())
  return [
    `<!-- BEGIN KEEL MANAGED SECTION v${version} -->`,
    `<!-- sha256:${hashOf(body)} -->`,
    ...NOTICE,
    '',
    ...body.split('\n'),
    '',
    END,
  ].join(eol)
}

export function toByteString(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

// keel writes at the first column. An indented marker is a quotation, in a list's code block for example.
const BEGIN_LINE = /^<!-- BEGIN KEEL MANAGED SECTION v(\d{1,6}) -->[ \t]*$/
const END_LINE = /^<!-- END KEEL MANAGED SECTION -->[ \t]*$/
// Behind list markers and quotation marks too, and at any depth: a fence missed there would seem to open at its end.
const FENCE_LINE = /^[ \t]*(?:(?:[-*+>]|\d{1,9}[.)])[ \t]*)*(`{3,}|~{3,})([^\n]*)$/
const PRE_LINE = /^ {0,3}<pre(?=[\s>]|$)/i
const END = '<!-- END KEEL MANAGED SECTION -->'
const NOTICE = [
  '<!-- Do not edit this section. Run `keel update` to refresh. -->',
  '<!-- To customize keel, add your overrides OUTSIDE this section. -->',
]
export const BYTE_ORDER_MARK = '\xef\xbb\xbf'

type Marker = {
  readonly kind: 'begin' | 'end'
  readonly line: number
  readonly start: number
  readonly end: number
  readonly version: number
}

/**
 * Code that is never closed hides nothing: by Markdown's rules it would reach to the end of the file, and a section
 * below it that keel wrote in better days would be taken for a quotation.
 */
function readMarkers(text: string): { markers: Marker[]; quotedAt: number[]; openCodeAt: number | null } {
  const all: Marker[] = []
  const code = followCode(text)
  for (const { content, line, start } of linesOf(text)) {
    const marker = code.read({ content, line, start }) ? null : markerIn({ content, line, start })
    if (marker !== null) all.push(marker)
  }
  const quoted = quotedAmong(all, code.closed)
  return {
    markers: all.filter((marker) => !quoted.has(marker)),
    quotedAt: [...quoted].filter(({ kind }) => kind === 'begin').map(({ line }) => line),
    openCodeAt: code.openAt(),
  }
}

/** Both come in the order of lines, so that a long file is gone through once. */
function quotedAmong(
  markers: readonly Marker[],
  closed: readonly { from: number; to: number }[],
): Set<Marker> {
  let next = 0
  return new Set(
    markers.filter(({ line }) => {
      while (next < closed.length && (closed[next]?.to ?? 0) < line) next++
      return (closed[next]?.from ?? Number.POSITIVE_INFINITY) < line
    }),
  )
}

type Line = { readonly content: string; readonly line: number; readonly start: number }

/** Follows code fences and `<pre>` blocks line by line. `read` says whether the line is an edge of one. */
function followCode(text: string) {
  const closed: { from: number; to: number }[] = []
  const lastPreEnd = text.toLowerCase().lastIndexOf('</pre>')
  let open: { end: (content: string) => boolean; line: number } | null = null
  let openPreAt: number | null = null
  const read = ({ content, line, start }: Line): boolean => {
    if (open !== null) {
      if (!open.end(content)) return false
      closed.push({ from: open.line, to: line })
      open = null
      return true
    }
    const end = codeEndAfter(content)
    if (end === null) return false
    // A `<pre>` that nobody closes must not swallow the fences below it.
    if (end === endsPre && start > lastPreEnd) openPreAt ??= line
    else open = { end, line }
    return true
  }
  return { closed, read, openAt: () => open?.line ?? openPreAt }
}

/** What ends the code that this line opens, or null where it opens none. */
function codeEndAfter(content: string): ((content: string) => boolean) | null {
  if (PRE_LINE.test(content)) return endsPre(content) ? null : endsPre
  const [, fence = '', info = ''] = FENCE_LINE.exec(content) ?? []
  if (fence === '' || (fence.startsWith('`') && info.includes('`'))) return null
  return (last) => closesFence(last, fence)
}

function markerIn({ content, line, start }: Line): Marker | null {
  const begin = BEGIN_LINE.exec(content)
  const place = { line, start, end: start + content.trimEnd().length }
  if (begin !== null) return { kind: 'begin', version: Number(begin[1]), ...place }
  return END_LINE.test(content) ? { kind: 'end', version: 0, ...place } : null
}

function closesFence(content: string, open: string): boolean {
  const [, fence = '', info = ''] = FENCE_LINE.exec(content) ?? []
  return fence[0] === open[0] && fence.length >= open.length && info.trim() === ''
}

function endsPre(content: string): boolean {
  return /<\/pre>/i.test(content)
}

function malformation(markers: readonly Marker[]): Malformation {
  let depth = 0
  let deepest = 0
  for (const { kind } of markers) {
    depth += kind === 'begin' ? 1 : -1
    deepest = Math.max(deepest, depth)
    if (depth < 0) return 'end-without-begin'
  }
  if (depth > 0) return 'begin-without-end'
  return deepest > 1 ? 'nested' : 'duplicate'
}

function cutOut(text: string, { begin, end }: { begin: Marker; end: Marker }): Region {
  const raw = text.slice(begin.start, end.end)
  const eol = raw.slice(0, raw.indexOf('\n')).endsWith('\r') ? '\r\n' : '\n'
  const content = contentOf(raw)
  const pristine = content !== null && raw.replaceAll('\r\n', '\n') === rebuild(begin.version, content)
  return {
    start: begin.start,
    end: end.end,
    beginLine: begin.line,
    endLine: end.line,
    version: begin.version,
    eol,
    raw,
    content: content ?? '',
    edited: !pristine,
  }
}

/** What stands between the header's blank line and END; null when the header is no longer recognisable. */
function contentOf(raw: string): string | null {
  const lines = raw.replaceAll('\r\n', '\n').split('\n').slice(1, -1)
  const blank = lines.indexOf('')
  if (blank < 1 || lines.at(-1) !== '') return null
  return lines.slice(blank + 1, -1).join('\n')
}

function rebuild(version: number, content: string): string {
  return renderRegion({ version, content: Buffer.from(content, 'latin1').toString('utf8') }, '\n')
}

function hashOf(body: string): string {
  return sha256(Buffer.from(body, 'latin1'))
}

function* linesOf(text: string): Generator<Line> {
  let start = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  for (let line = 1; start <= text.length; line++) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    // Every return before the line feed, not only the last: what a line means must not hang on how many there are.
    const content = text.slice(start, end).replace(/\r+$/, '')
    yield { content, line, start }
    if (newline === -1) return
    start = newline + 1
  }
}
