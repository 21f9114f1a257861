import { withoutSecrets } from './without-secrets.ts'

/** A definition up to its body, in one line, without what only leads over to the body, and without a secret. */
export function signatureOf(head: string, literal: RegExp = LITERAL): string {
  const read = head.length > READ_MAX ? withoutOpenEnd(head.slice(0, READ_MAX)) : head
  const line = withoutBridge(tidied(read)).trim()
  const plain = /["'`%]|~[a-z][({[|/<]|\[=*\[/i.test(line)
    ? withoutDefaults(line.replace(literal, masked(line)))
    : line
  const safe = withoutSecrets(plain)
  if (safe.length > LENGTH_MAX) return `${safe.slice(0, LENGTH_MAX - 1)}…`
  return head.length > READ_MAX ? `${safe}…` : safe
}

/** A text in three quotes that goes on behind what was read is none of it. */
function withoutOpenEnd(head: string): string {
  const parts = head.split(/"""|'''/)
  return parts.length % 2 === 0 ? head.slice(0, -3 - (parts.at(-1) ?? '').length) : head
}

/** Without the signs, or the word, that a body begins behind. Letter by letter from the end: an expression would try each place of it. */
function withoutBridge(line: string): string {
  let end = line.length
  for (;;) {
    const last = line.charAt(end - 1)
    if (last !== '' && (BRIDGES.includes(last) || isSpace(last))) end -= 1
    else if (last === '>' && line.charAt(end - 2) === '=') end -= 2
    else break
  }
  return end < line.length ? line.slice(0, end) : line.replace(BRIDGE_WORD, '')
}

const BRIDGES = '{:=,;\\'
const BRIDGE_WORD = /\s(?:do|then)$/

function isSpace(letter: string): boolean {
  return letter === ' ' || letter === '\n' || /\s/.test(letter)
}

const READ_MAX = 2000
const LENGTH_MAX = 160

/** In one line, with single spaces, and none where nobody would write one. Most stand like that, and are only looked at. */
function tidied(head: string): string {
  const bare = head.trimEnd()
  if (!UNTIDY.test(bare)) return bare.length === head.length ? head : `${bare} `
  return head
    .replace(COMMENTS, ' ')
    .replace(MEMBERS, '$1; ')
    .replace(/\s+/g, ' ')
    .replace(/([([]) /g, '$1')
    .replace(/,? ([)\]])/g, '$1')
    .replace(/ , /g, ', ')
    .replace(
      /(?<=\w)< ([^<>]*(?:<[^<>]*>[^<>]*)*) >/g,
      (_all, inner: string) => `<${inner.replace(/,$/, '')}>`,
    )
}

/** What every one of the shapes in `tidied` has in it. */
const UNTIDY = /[^\S ]| [ ),\]]|[([<] |\/[*/]|#|--/
const COMMENTS = /\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))|(?<=^|\s)\/\/.*$|(?<=\S\s+)(?:#+|--+)\s.*$/gm

/** The end of a member of a type that only the end of its line divides from the next. Behind `where` begins what is asked of types. */
const MEMBERS = /([\w\])>'"}])(?<!\bwhere)[ \t]*\n\s*(?=(?:readonly )?[\w$'"]+\??:(?!:))/g

/** What stands in three quotes may have others in it. */
const LITERAL = /("""|'''|["'`])(?:(?!\1)[^\\]|\\.)*\1/g

/** A long text in a signature is no part of how something is called, and may be a key. */
function masked(line: string): (...found: Found) => string {
  return (...[literal, quote, at]) =>
    literal.length < TEXT_MIN || isTypeName(literal.slice(1, -1), line.slice(0, at))
      ? literal
      : `${quote}…${quote}`
}

type Found = [literal: string, quote: string, at: number]

/** Types are made of names in quotes, too: `'left' | 'right'`. What stands after a sign of equality is a value. */
function isTypeName(text: string, before: string): boolean {
  return text.length <= NAME_MAX && isName(text) && /(?:[|<:,]|\bLiteral\[)\s*$/.test(before)
}

/** Words that people write, as one: letters, of which few are capitals. */
function isName(text: string): boolean {
  return (
    /^[A-Za-z]+(?:[-_./:][A-Za-z]+)*$/.test(text) && text.replace(/[^A-Z]/g, '').length * 4 <= text.length
  )
}

const NAME_MAX = 40

/** Names of secrets that are so wherever they stand, and short ones that are only so as the last word of a name: not `bypass`. */
const SECRET_NAMES =
  '(?:pass_?(?:w|phrase|code)|secret|token|(?:api|access|private|signing|encryption)_?key|credential)\\w{0,20}'
const SECRET_WORDS =
  '(?:(?<![A-Za-z])(?:pwd?|pass|creds?|PWD?|PASS|CREDS?)|(?<![A-Z])(?:Pwd?|Pass|Creds?)|(?<=[a-z\\d])(?:PWD?|PASS))\\d*(?![A-Za-z_])'

/**
 * The text that a parameter with such a name stands for where nobody says otherwise, whatever is said of its type in between,
 * and however a language quotes.
 */
const SECRET_DEFAULTS = [secretDefault(SECRET_NAMES, 'gi'), secretDefault(SECRET_WORDS, 'g')]

function secretDefault(name: string, flags: string): RegExp {
  const type = `(?:[^,"'\`%([<&]|&(?:'\\w{1,40})?|\\[[^\\]"'\`]{0,80}\\]|<[^>"'\`]{0,80}>){0,80}?`
  const call = '(?:[\\w.:]{1,40}\\(\\s{0,5})?'
  const quoted = `("""|'''|["'\`])(?:(?!\\2)[^\\\\]|\\\\.)+`
  const bracketed = '(%[qQ]?[({[|]|~[a-zA-Z][({[|/<]|\\[=*\\[)[^)\\]}|/>]+'
  return new RegExp(
    `(${name}["'\`]?${type}(?:=>|[=:\\\\])\\s{0,5}${call}[\\w@$#~]{0,3})(?:${quoted}|${bracketed})`,
    flags,
  )
}

function withoutDefaults(line: string): string {
  return SECRET_DEFAULTS.reduce((left, shape) => left.replace(shape, '$1$2$3…'), line)
}

/** With its quotes. */
const TEXT_MIN = 18
