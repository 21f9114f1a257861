/** Where the words stand in a text, as the index of the word and the offset in the text. */
export type WordMatcher = (text: string) => Generator<{ readonly word: number; readonly at: number }>

/**
 * Finds words, one or many of each, also as parts of identifiers. One expression goes over the text and the borders are
 * looked at afterwards: to split every file into its words would take ten times as long.
 */
export function wordMatcher(words: readonly string[]): WordMatcher {
  const indexes = new Map(words.map((word, index) => [word, index]))
  const longestFirst = [...words].sort((one, other) => other.length - one.length)
  const expression = longestFirst.length === 0 ? null : new RegExp(longestFirst.map(escaped).join('|'), 'gi')
  return function* find(text) {
    if (expression === null) return
    for (const match of text.matchAll(expression)) {
      const word = indexes.get(match[0].toLowerCase())
      const end = match.index + match[0].length
      const isPlural = /s/i.test(text[end] ?? '') && endsWord(text, end + 1)
      if (word !== undefined && startsWord(text, match.index) && (isPlural || endsWord(text, end))) {
        yield { word, at: match.index }
      }
    }
  }
}

function escaped(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function startsWord(text: string, at: number): boolean {
  const before = text[at - 1] ?? ''
  if (!isLetter(before)) return true
  return isUpper(text[at] ?? '') && (!isUpper(before) || isLower(text[at + 1] ?? ''))
}

function endsWord(text: string, end: number): boolean {
  const after = text[end] ?? ''
  if (!isLetter(after)) return true
  return isUpper(after) && (!isUpper(text[end - 1] ?? '') || isLower(text[end + 1] ?? ''))
}

function isLetter(character: string): boolean {
  return isUpper(character) || isLower(character)
}

function isUpper(character: string): boolean {
  return character !== character.toLowerCase()
}

function isLower(character: string): boolean {
  return character !== character.toUpperCase()
}
