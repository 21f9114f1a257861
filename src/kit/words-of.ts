/**
 * The words in a text, in lower case and in order: identifiers are split at underscores, hyphens and changes of case,
 * so that `parseHTTPRequest` is found by who says request.
 */
export function wordsOf(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase())
}

const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|[\p{Lo}\p{Lm}]+|\d+/gu
