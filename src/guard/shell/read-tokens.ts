import { unescaped } from './unescaped.ts'

/**
 * The words of a shell command, as a POSIX shell would tell them apart. Whatever the text, this ends and does not throw:
 * what a shell would refuse is read as far as it goes, because the question is what it might do and not whether it is right.
 */
export function readTokens(text: string): readonly Token[] {
  return tokensUpTo({ text, at: 0, bodies: [], nesting: 0 }, null)
}

export type Token =
  | { readonly kind: 'word'; readonly word: Word }
  /** `;`, `|`, `&&`, `(` and so on; a line end is `;`. */
  | { readonly kind: 'operator'; readonly operator: string }
  | { readonly kind: 'redirect'; readonly isWrite: boolean; readonly target: Word }
  /** A text that the command hears: a here-document or a here-string. */
  | { readonly kind: 'body'; word: Word }

export type Word = readonly Piece[]

export type Piece =
  | { readonly kind: 'text'; readonly text: string; readonly isQuoted: boolean }
  /** `operation` is what follows the name between braces, such as `:-other` or `/a/b`. */
  | {
      readonly kind: 'variable'
      readonly name: string
      readonly operation: string
      readonly isQuoted: boolean
    }
  /** What another command prints. */
  | { readonly kind: 'output'; readonly tokens: readonly Token[]; readonly isQuoted: boolean }
  /** The values of an array, as in `a=(b c)`. */
  | { readonly kind: 'list'; readonly words: readonly Word[] }

type Source = { readonly text: string; at: number; readonly bodies: PendingBody[]; nesting: number }
type PendingBody = { readonly token: { word: Word }; readonly end: string; readonly isIndented: boolean }

/** Nobody writes commands in commands in commands this deep, but somebody might to have the stack run over. */
const NESTING_MAX = 50

function tokensUpTo(source: Source, closer: ')' | null): Token[] {
  if (source.nesting > NESTING_MAX) {
    const rest = source.text.slice(source.at)
    source.at = source.text.length
    return [{ kind: 'word', word: [quoted(rest)] }]
  }
  const tokens: Token[] = []
  let depth = 0
  source.nesting++
  while (source.at < source.text.length) {
    skipBlanks(source)
    const char = source.text[source.at]
    if (char === undefined) break
    if (char === ')' && closer === ')' && depth === 0) {
      source.at++
      break
    }
    if (char === '(') depth++
    if (char === ')') depth--
    tokens.push(...nextTokens(source))
  }
  source.nesting--
  return tokens
}

function skipBlanks(source: Source): void {
  const { text } = source
  for (;;) {
    if (isOneOf(' \t\r\f\v\u00a0', text[source.at])) source.at++
    else if (text.startsWith('\\\n', source.at)) source.at += 2
    else break
  }
  if (text[source.at] !== '#') return
  const end = text.indexOf('\n', source.at)
  source.at = end === -1 ? text.length : end
}

/** Asked of every character, where an expression would first have to be made ready. */
function isOneOf(characters: string, char: string | undefined): boolean {
  return char !== undefined && characters.includes(char)
}

const BLANKS = ' \t\r\n\f\v\u00a0'
const SIGNS = ';&|()<>'
const OPERATOR = /^(?:&&|\|\||\|&|;;&?|;&|[;&|()\n])/
const REDIRECT = /^(?:\d*|\{\w+\}|&)(?:<<<|<<-?|<>|>>|>\||>&|<&|&>>?|<|>)(?!\()/

function nextTokens(source: Source): Token[] {
  const ahead = source.text.slice(source.at, source.at + 40)
  if (!isOneOf(`${SIGNS}{0123456789\n`, ahead[0])) return [{ kind: 'word', word: readWord(source) }]
  const redirect = REDIRECT.exec(ahead)?.[0]
  if (redirect !== undefined) {
    source.at += redirect.length
    return redirected(source, redirect)
  }
  const operator = OPERATOR.exec(ahead)?.[0]
  if (operator === undefined) return [{ kind: 'word', word: readWord(source) }]
  source.at += operator.length
  if (operator === '\n') takeBodies(source)
  return [{ kind: 'operator', operator: operator === '\n' ? ';' : operator }]
}

function redirected(source: Source, sign: string): Token[] {
  skipBlanks(source)
  const target = readWord(source)
  const direction = sign.replace(/^(?:\d+|\{\w+\})/, '')
  if (direction === '<<<') return [{ kind: 'body', word: target }]
  if (direction === '<<' || direction === '<<-') {
    const token = { kind: 'body' as const, word: [] }
    source.bodies.push({ token, end: plainText(target), isIndented: direction === '<<-' })
    return [token]
  }
  // `2>&1` joins two streams and names no file.
  if (/^[<>]&$/.test(direction) && /^(?:\d+|-)$/.test(plainText(target))) return []
  return [{ kind: 'redirect', isWrite: direction.includes('>'), target }]
}

/** Here-documents stand after the line that asks for them. */
function takeBodies(source: Source): void {
  for (const { token, end, isIndented } of source.bodies.splice(0)) {
    const lines: string[] = []
    while (source.at < source.text.length) {
      const line = takeLine(source)
      if ((isIndented ? line.replace(/^\t+/, '') : line).replace(/\r$/, '') === end) break
      lines.push(line)
    }
    token.word = [quoted(lines.join('\n'))]
  }
}

function takeLine(source: Source): string {
  const stop = source.text.indexOf('\n', source.at)
  const end = stop === -1 ? source.text.length : stop
  const line = source.text.slice(source.at, end)
  source.at = end + 1
  return line
}

function plainText(word: Word): string {
  return word.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('')
}

/** Everything up to a blank or an operator. A character that is neither is always taken, so that reading goes on. */
function readWord(source: Source): Word {
  const pieces: Piece[] = []
  const start = source.at
  while (source.at < source.text.length) {
    const char = source.text[source.at] ?? ''
    if (isOneOf(BLANKS, char)) break
    if (char === '(' && isArray(pieces)) pieces.push(readArray(source))
    else if (source.at > start && isOneOf(SIGNS, char) && !isFileOfOutput(source)) break
    else pieces.push(...nextPieces(source, char))
  }
  return pieces
}

/** `a=(…)`, and not the parentheses of a shell of its own. */
function isArray(pieces: readonly Piece[]): boolean {
  const [piece, ...more] = pieces
  return piece?.kind === 'text' && !piece.isQuoted && more.length === 0 && /^\w+\+?=$/.test(piece.text)
}

function readArray(source: Source): Piece {
  source.at++
  const tokens = tokensUpTo(source, ')')
  return { kind: 'list', words: tokens.flatMap((token) => (token.kind === 'word' ? [token.word] : [])) }
}

/** `<(…)` and `>(…)` are words: the name of a pipe to another command. */
function isFileOfOutput({ text, at }: Source): boolean {
  return isOneOf('<>', text[at]) && text[at + 1] === '('
}

function nextPieces(source: Source, char: string): Piece[] {
  if (isFileOfOutput(source)) {
    source.at += 2
    return [{ kind: 'output', tokens: tokensUpTo(source, ')'), isQuoted: true }]
  }
  if (char === "'") return [quoted(takeUpTo(source, "'"))]
  if (char === '"') return readDoubleQuoted(source)
  if (char === '`') return [readBackticks(source, UNQUOTED)]
  if (char === '$') return [readDollar(source, UNQUOTED)]
  if (char === '\\') {
    const escaped = source.text[source.at + 1] ?? ''
    source.at += 2
    return escaped === '\n' ? [] : [quoted(escaped)]
  }
  const plain = /^[^\s;&|()<>'"`$\\]+/.exec(source.text.slice(source.at))?.[0] ?? char
  source.at += plain.length
  return [{ kind: 'text', text: plain, isQuoted: false }]
}

function quoted(text: string): Piece {
  return { kind: 'text', text, isQuoted: true }
}

/** What stands between the sign at the cursor and the next one like it. */
function takeUpTo(source: Source, sign: string): string {
  const stop = source.text.indexOf(sign, source.at + 1)
  const end = stop === -1 ? source.text.length : stop
  const inside = source.text.slice(source.at + 1, end)
  source.at = end + 1
  return inside
}

function readDoubleQuoted(source: Source): Piece[] {
  // An empty word is a word too.
  const pieces: Piece[] = [quoted('')]
  source.at++
  while (source.at < source.text.length) {
    const char = source.text[source.at] ?? ''
    if (char === '"') {
      source.at++
      break
    }
    if (char === '`') pieces.push(readBackticks(source, QUOTED))
    else if (char === '$') pieces.push(readDollar(source, QUOTED))
    else pieces.push(quoted(plainInQuotes(source)))
  }
  return pieces
}

function plainInQuotes(source: Source): string {
  const found = /^(?:\\[\s\S]?|[^"`$\\]+)/.exec(source.text.slice(source.at))?.[0] ?? ''
  source.at += Math.max(1, found.length)
  if (!found.startsWith('\\')) return found
  if (found === '\\\n') return ''
  return /^\\["`$\\]$/.test(found) ? found.slice(1) : found
}

type Quoting = { readonly isQuoted: boolean }

const QUOTED: Quoting = { isQuoted: true }
const UNQUOTED: Quoting = { isQuoted: false }

function readBackticks(source: Source, quoting: Quoting): Piece {
  const inside = /^`((?:\\[\s\S]|[^`\\])*)`?/.exec(source.text.slice(source.at))
  source.at += Math.max(1, inside?.[0].length ?? 0)
  const text = (inside?.[1] ?? '').replaceAll(/\\([`$\\])/g, '$1')
  const nested = { text, at: 0, bodies: [], nesting: source.nesting + 1 }
  return { kind: 'output', tokens: tokensUpTo(nested, null), ...quoting }
}

function readDollar(source: Source, quoting: Quoting): Piece {
  const ahead = source.text.slice(source.at)
  if (ahead.startsWith('$((')) {
    source.at += /^\$\(\([\s\S]*?\)\)/.exec(ahead)?.[0].length ?? 3
    return { kind: 'variable', name: '', operation: '', ...quoting }
  }
  if (ahead.startsWith('$(')) {
    source.at += 2
    return { kind: 'output', tokens: tokensUpTo(source, ')'), ...quoting }
  }
  if (!quoting.isQuoted && ahead.startsWith("$'")) {
    const found = /^\$'((?:\\[\s\S]|[^'\\])*)'?/.exec(ahead)
    source.at += found?.[0].length ?? 2
    return quoted(unescaped(found?.[1] ?? ''))
  }
  if (ahead.startsWith('${')) {
    const inside = ahead.slice(2, closingBrace(ahead))
    source.at += Math.min(ahead.length, inside.length + 3)
    const [name = ''] = /^[!#]?(?:\w+(?:\[[^\]]*\])?|[@*?$!-])/.exec(inside) ?? []
    return { kind: 'variable', name, operation: inside.slice(name.length), ...quoting }
  }
  const named = /^\$(\d|\w+|[@*#?$!-])?/.exec(ahead)
  source.at += named?.[0].length ?? 1
  return named?.[1] === undefined
    ? quoted('$')
    : { kind: 'variable', name: named[1], operation: '', ...quoting }
}

/** Where the brace that is opened by `${` at the start is closed, or the end of the text. */
function closingBrace(text: string): number {
  let depth = 0
  for (let at = 1; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at++
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return at
  }
  return text.length
}
