import { isRandom, isRandomSecret } from './is-random.ts'
import { SECRET_SHAPES } from './secret-shapes.ts'

/**
 * A text without what looks like a secret. Only shapes that are hardly ever anything else, and what is too random to be
 * a word, so that a text about passwords stays a text: what is redacted here was meant to be kept and read.
 */
export function redact(text: string): string {
  const left = SECRET_SHAPES.reduce(
    (rest, { shape, kept }) => rest.replace(shape, `${kept}${REDACTED}`),
    text,
  )
  const unnamed = NAMED.reduce(
    (rest, shape) =>
      rest.replace(shape, (found: string, kept: string) =>
        isName(found.slice(kept.length), kept) ? found : `${kept}${REDACTED}`,
      ),
    left,
  )
  return redactRandom(redactNamed(unnamed))
}

/** A record whose texts are without secrets. Text by text: a quotation mark that goes with a secret would break the record as a whole. */
export function redactRecord<Record>(value: Record): Record
export function redactRecord(value: unknown): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((one) => redactRecord(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, redactRecord(one)]))
}

export const REDACTED = '[redacted]'

/** Whether it is the name of a secret again, and none itself: `password=password`, `API_KEY = 'SERVER_API_KEY'`. */
function isName(value: string, kept: string): boolean {
  return /^[A-Z]+(?:_[A-Z]+)+$/.test(value) || kept === `${value}=`
}

/** The short ones are so at the end of a name only; alone, `PWD` is where somebody stands. */
const NAME =
  '(?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|(?<![A-Za-z0-9])(?:pass|pwd?(?!=[/.~])))'

/** Whatever is given a name that says secret, and is written as one writes values. */
const NAMED: readonly RegExp[] = [
  // `--password hunter2`
  new RegExp(`(?<=^|\\s)(--?[\\w-]{0,40}${NAME}\\s+)(?![$<-])[^\\s"'\`&;,)]{6,}`, 'gi'),
  // `password=hunter2`, but neither `password=$PASSWORD` nor a mention without a value.
  new RegExp(`(${NAME}=)(?![$<])[^\\s"'\`&;,)]{6,}`, 'gi'),
  new RegExp(`(${NAME}["']?\\s{0,5}[:=]\\s{0,5}["'])(?![$<])[^\\s"']{6,}`, 'gi'),
]

/** Values that are random under a name that could be one of a secret: `token: 3f9a…`, `signing_key = …`. */
function redactNamed(text: string): string {
  return text.replaceAll(VALUE, (found: string, before: string, value: string, at: number) => {
    const name = text.slice(Math.max(0, at - 60), at)
    const isSecret =
      value.length <= VALUE_MAX &&
      ((SECRET.test(name) && isRandomSecret(value)) || (KEY.test(name) && isRandom(value)))
    return isSecret ? `${before}${REDACTED}` : found
  })
}

const VALUE = /([:=]{1,2}>?[ \t]{0,5}(?:[A-Za-z]{1,12}[ \t]{1,3})?\\?["'`]?)([\w+/=.~-]{16,})/g
const VALUE_MAX = 512
const SECRET =
  /(?:secret|token|passw(?:or)?d|passphrase|credentials?|authorization|private[_.-]?key|api[_.-]?key|access[_.-]?key|(?:account|auth|encryption|signing|master|deploy|license|service)[_.-]?key)(?:[_.-]\w{1,12})?\\?["'`]?[ \t]{0,5}$/i
const KEY =
  /(?:key|auth|signature|salt|session|cookie|dsn|cert|nonce|hmac|sid)(?:[_.-]\w{1,12})?\\?["'`]?[ \t]{0,5}$/i

/** Long words that are random wherever they stand, but for what is public: hashes that name a content, and data. */
function redactRandom(text: string): string {
  return text.replaceAll(WORD, (word: string, at: number) => {
    if (word.length > WORD_MAX || /^(?:sha\d|AAAA|\/)/.test(word) || !isRandom(word.replace(/=+$/, '')))
      return word
    const before = text.slice(Math.max(0, at - 24), at)
    return PUBLIC.test(before) || isOfBlock(text, { at, word }) ? word : REDACTED
  })
}

const WORD = /[A-Za-z0-9+/_-]{32,}={0,2}/g
/** Longer than any key; shorter than an image. */
const WORD_MAX = 180
const PUBLIC =
  /(?:base64\\?["'`]?\s?[,:=]\s?["'`]?|\b(?:sha\d{1,3}|md5|h1|integrity|checksum|digest|etag|fingerprint|hash|ssh-\w+|ecdsa-\S+)\\?["'`]?\s?[-:=]?\s?["'`]?|ssh-\w+\s)$/i

/** Whether it is one line of many that are as long: a certificate, a picture, a file that was written in letters. */
function isOfBlock(text: string, { at, word }: { at: number; word: string }): boolean {
  const before = text.slice(Math.max(0, at - word.length - 12), at).split('\n')
  const after = text.slice(at + word.length, at + 2 * word.length + 12).split('\n')
  const lines = [before.at(-2), after[1]].map((line) => line?.trim() ?? '')
  return lines.some((line) => line.length >= word.length * 0.9 && /^[\w+/=-]+$/.test(line))
}
