/**
 * A text without what looks like a secret. Only shapes that are hardly ever anything else, so that a text about
 * passwords stays a text: what is redacted here was meant to be kept and read.
 */
export function redact(text: string): string {
  return SECRETS.reduce((left, { shape, kept }) => left.replace(shape, `${kept}${REDACTED}`), text)
}

export const REDACTED = '[redacted]'

/** Lengths are bounded where a run could be long, so that no text makes the search slow. */
const SECRETS: readonly { readonly shape: RegExp; readonly kept: string }[] = [
  { shape: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}-----|$)/g, kept: '' },
  // A key has a digit somewhere; sk-learn-compatible has none.
  { shape: /\bsk-(?=[\w-]{0,200}\d)[\w-]{16,}/g, kept: '' },
  {
    shape: /\b(?:gh[oprsu]_[A-Za-z0-9]{30,}|github_pat_\w{40,}|glpat-[\w-]{20,}|npm_[A-Za-z0-9]{36})/g,
    kept: '',
  },
  { shape: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, kept: '' },
  { shape: /\bAIza[\w-]{35}/g, kept: '' },
  { shape: /\bxox[abeprs]-[\w-]{10,}/g, kept: '' },
  { shape: /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/g, kept: '' },
  { shape: /\b(Bearer|Basic)\s+[\w.~+/-]{16,}=*/gi, kept: '$1 ' },
  { shape: /(:\/\/[^\s/:@]{1,200}:)[^\s/@]{1,200}(?=@)/g, kept: '$1' },
  // `--password hunter2`
  {
    shape: new RegExp(`(?<=^|\\s)(--?${secretName().slice(2)}\\s+)(?![$<-])[^\\s"'\`&;,)]{6,}`, 'gi'),
    kept: '$1',
  },
  // `password=hunter2`, but neither `password=$PASSWORD` nor a mention without a value.
  { shape: new RegExp(`(${secretName()}=)(?![$<])[^\\s"'\`&;,)]{6,}`, 'gi'), kept: '$1' },
  {
    shape: new RegExp(`(${secretName()}["']?\\s{0,5}[:=]\\s{0,5}["'])(?![$<])[^\\s"']{6,}`, 'gi'),
    kept: '$1',
  },
]

/** The short ones are so at the end of a name only; alone, `PWD` is where somebody stands. */
function secretName(): string {
  return '\\b(?:[\\w-]{0,40}(?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key)|(?:[\\w-]{0,40}[_-])?(?:pass|pwd?(?!=[/.~])))'
}
