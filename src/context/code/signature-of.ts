import { redact } from '#kit/redact.ts'

/** A definition up to its body, in one line, without what only leads over to the body, and without a secret. */
export function signatureOf(head: string, longText: RegExp = LITERAL): string {
  const line = head
    .slice(0, READ_MAX)
    .replace(COMMENTS, ' ')
    .replace(/\s+/g, ' ')
    .replace(/([([]) /g, '$1')
    .replace(/,? ([)\]])/g, '$1')
    .replace(/(\s|=>|[{:=;,])+$|\s(do|then)$/, '')
    .trim()
  const masked = /["'`]/.test(line) ? redact(line.replace(longText, '$1…$1')) : line
  return masked.length > LENGTH_MAX ? `${masked.slice(0, LENGTH_MAX - 1)}…` : masked
}

const READ_MAX = 2000
const LENGTH_MAX = 160
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm

/** A long text in a signature is no part of how something is called, and may be a key. */
const LITERAL = /(["'`])(?:(?!\1)[^\\]|\\.){16,}\1/g
