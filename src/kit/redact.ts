import { isBlockLine } from './is-block-line.ts'
import { isRandom, isRandomSecret } from './is-random.ts'
import { longWords } from './long-words.ts'
import { NAMED_SECRETS } from './named-secrets.ts'
import { SECRET_SHAPES } from './secret-shapes.ts'
import { hasColours, stripColours, withColoursApart } from './strip-colours.ts'

/**
 * A text without what looks like a secret. Only shapes that are hardly ever anything else, and what is too random to be
 * a word, so that a text about passwords stays a text: what is redacted here was meant to be kept and read. Nothing but a
 * private key is looked for across lines. A colour within a secret, or right before it, hides nothing.
 */
export function redact(text: string): string {
  if (!hasColours(text)) return redactPlain(text)
  const clean = redactPlain(withColoursApart(text, redactPlain))
  return clean === stripColours(text) ? text : clean
}

/** A record whose texts are without secrets. Text by text: a quotation mark that goes with a secret would break the record as a whole. */
export function redactRecord<Value>(value: Value): Value
export function redactRecord(value: unknown): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((one) => redactRecord(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, redactRecord(one)]))
}

export const REDACTED = '[redacted]'

function redactPlain(text: string): string {
  const left = redactShapes(withLinesApart(text, (apart) => redactRandom(redactShapes(apart))))
  const unnamed = NAMED_SECRETS.reduce(
    (rest, { shape, isInnocent, sign = '' }) =>
      rest.includes(sign)
        ? rest.replace(shape, (found: string, kept: string) =>
            isInnocent(found.slice(kept.length), kept) ? found : `${kept}${REDACTED}`,
          )
        : rest,
    left,
  )
  return redactRandom(redactNamed(unnamed))
}

function redactShapes(text: string): string {
  return SECRET_SHAPES.reduce(
    (rest, { shape, kept, sign = '' }) =>
      rest.includes(sign) ? rest.replace(shape, `${kept}${REDACTED}`) : rest,
    text,
  )
}

/** Within JSON a line ends in two characters, and the second would be the first one of the key in the next line. */
function withLinesApart(text: string, work: (apart: string) => string): string {
  if (!text.includes('\\')) return text
  const apart = text.replace(/\\[nrt]/g, `$&${LINE_APART}`)
  return apart === text ? text : work(apart).replaceAll(LINE_APART, '')
}

/** White space that nobody writes, for a private key goes on over it. */
const LINE_APART = '\u2028'

/** Values that are random under a name that could be one of a secret: `token: 3f9a…`, `signing_key = …`. */
function redactNamed(text: string): string {
  return text.replaceAll(VALUE, (found: string, before: string, value: string, at: number) => {
    if (value.length > VALUE_MAX) return found
    const name = text.slice(Math.max(0, at - 60), at)
    if (isSecretOf(name, value)) return `${before}${REDACTED}`
    // `Cookie: session=3f9a…`: what is named there has a name of its own.
    const [, own = '', inner = ''] = NAMED_WITHIN.exec(value) ?? []
    return isSecretOf(own, inner) ? `${before}${own}=${REDACTED}` : found
  })
}

function isSecretOf(name: string, value: string): boolean {
  return (
    (SECRET.test(name) && isRandomSecret(value)) ||
    (KEY.test(name) && isRandom(value)) ||
    (SESSION.test(name) && /^[0-9a-z]{20,}$/.test(value) && isRandomSecret(value))
  )
}

const VALUE = /((?<![:=])[:=]{1,2}>?[ \t]{0,5}(?:[A-Za-z]{1,12}[ \t]{1,3})?\\?["'`]?)([\w+/=.~-]{16,})/g
const VALUE_MAX = 512
const SECRET =
  /(?:secret|token|passw(?:or)?d|passphrase|credentials?|authorization|private[_.-]?key|api[_.-]?key|access[_.-]?key|(?:account|auth|encryption|signing|master|deploy|license|service)[_.-]?key)(?:[_.-]\w{1,12})?\\?["'`]?[ \t]{0,5}$/i
const NAMED_WITHIN = /^([\w.-]{1,40})=(?!=)(.{16,})$/
/** Who has it is somebody, though it be nothing but small letters and digits. Not so with dashes: agents number their talks like that. */
const SESSION = /(?:session|cookie|sid)(?:[_.-]?(?:id|token|key))?\\?["'`]?[ \t]{0,5}$/i
const KEY =
  /(?:key|auth|signature|salt|session|cookie|dsn|cert|nonce|hmac|sid)(?:[_.-]\w{1,12})?\\?["'`]?[ \t]{0,5}$/i

/** Long words that are random wherever they stand, but for what is public: hashes that name a content, and data. */
function redactRandom(text: string): string {
  const parts: string[] = []
  let done = 0
  for (const { at, end } of longWords(text)) {
    const word = text.slice(at, end)
    if (!isRandom(word.replace(/=+$/, '')) || isPublic(text, { at, word })) continue
    parts.push(text.slice(done, at), REDACTED)
    done = end
  }
  return done === 0 ? text : [...parts, text.slice(done)].join('')
}

function isPublic(text: string, { at, word }: { at: number; word: string }): boolean {
  if (word.length > WORD_MAX || /^(?:sha\d|AAAA|\/)/.test(word)) return true
  return PUBLIC.test(text.slice(Math.max(0, at - 24), at)) || isOfBlock(text, { at, word })
}

/** Longer than any key; shorter than an image. */
const WORD_MAX = 180
const PUBLIC =
  /(?:base64\\?["'`]?[ \t]?[,:=][ \t]?["'`]?|\b(?:sha\d{1,3}|md5|h1|integrity|checksum|digest|etag|fingerprint|hash|ssh-\w+|ecdsa-\S+)\\?["'`]?[ \t]?[-:=]?[ \t]?["'`]?|ssh-\w+[ \t])$/i

/** Whether it is one line of many. Lines as they are, and not what is near of them: a stream has no other before the next one comes. */
function isOfBlock(text: string, { at, word }: { at: number; word: string }): boolean {
  const from = text.lastIndexOf('\n', at - 1) + 1
  const to = endOfLine(text, at)
  if (text.slice(from, to).trim() !== word || !isBlockLine(word)) return false
  const before = from === 0 ? '' : text.slice(from === 1 ? 0 : text.lastIndexOf('\n', from - 2) + 1, from - 1)
  const after = to === text.length ? '' : text.slice(to + 1, endOfLine(text, to + 1))
  return [before, after].some((line) => isBlockLine(line) && line.trim().length >= word.length * 0.9)
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}
