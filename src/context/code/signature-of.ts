import { withoutSecrets } from './without-secrets.ts'

/** A definition up to its body, in one line, without what only leads over to the body, and without a secret. */
export function signatureOf(head: string, literal: RegExp = LITERAL): string {
  const line = head
    .slice(0, READ_MAX)
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
    .replace(/(\s|=>|[{:=,;\\])+$|\s(do|then)$/, '')
    .trim()
  const plain = /["'`%]/.test(line) ? line.replace(literal, masked).replace(SECRET_DEFAULT, '$1$2…') : line
  const safe = withoutSecrets(plain)
  if (safe.length > LENGTH_MAX) return `${safe.slice(0, LENGTH_MAX - 1)}…`
  return head.length > READ_MAX ? `${safe}…` : safe
}

const READ_MAX = 2000
const LENGTH_MAX = 160
const COMMENTS = /\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))|(?<=^|\s)\/\/.*$|(?<=\S\s+)(?:#+|--+)\s.*$/gm

/** The end of a member of a type that only the end of its line divides from the next. */
const MEMBERS = /([\w\])>'"}])[ \t]*\n\s*(?=(?:readonly )?[\w$'"]+\??:(?!:))/g

const LITERAL = /(["'`])(?:(?!\1)[^\\]|\\.)*\1/g

/** A long text in a signature is no part of how something is called, and may be a key. */
function masked(literal: string, quote: string): string {
  return literal.length < TEXT_MIN ? literal : `${quote}…${quote}`
}

/** The text that a parameter with such a name stands for where nobody says otherwise, whatever is said of its type in between. */
const SECRET_DEFAULT =
  /(\w*(?:passw|passphrase|secret|token|api_?key|access_?key|credential)\w*[^,"'`%(]{0,80}?[=:\\]\s{0,5}[a-z@$]{0,2})("""|'''|["'`]|%q?[({[])(?!["'`…])[^"'`)\]}]+/gi

/** With its quotes. */
const TEXT_MIN = 18
