import { withoutSecrets } from '#context/code/without-secrets.ts'
import { termsOfWord, WORD } from '#kit/terms-of.ts'

/** The terms of a line of code, separated by blanks; what looks like a secret has none. */
export type LineTerms = (line: string) => string

/** Words come again and again: what each comes to is remembered as long as this is. */
export function startLineTerms(): LineTerms {
  const known = new Map<string, string>()
  const ofWord = (word: string) => {
    const there = known.get(word)
    if (there !== undefined) return there
    const terms = word.length > WORD_MAX ? '' : termsOfWord(word).join(' ')
    if (known.size < KNOWN_MAX) known.set(word, terms)
    return terms
  }
  return (line) => joinTerms((withoutSecrets(line.slice(0, LINE_MAX)).match(WORD) ?? []).map(ofWord))
}

/** Nobody wrote it, and nobody would look for it: a key, an image, a hash. */
const WORD_MAX = 100
const LINE_MAX = 2000
const KNOWN_MAX = 200_000

export function joinTerms(terms: readonly string[]): string {
  return terms.filter((one) => one !== '').join(' ')
}
