import { expandParameter } from './expand-parameter.ts'
import { type Piece, readTokens, type Token, type Word } from './read-tokens.ts'
import { isSaid, UNKNOWN, type Value } from './value.ts'

export type Expansion = {
  readonly variables: ReadonlyMap<string, readonly Value[]>
  /** What a command that stands in a word may print, as far as its own words tell. */
  readonly outputOf: (tokens: readonly Token[]) => readonly Value[]
}

/**
 * Everything that a word may come to: variables that were set in the same command are known, braces are spread, and what
 * is not quoted falls apart at its blanks.
 */
export function expandWord(word: Word, expansion: Expansion): readonly Value[] {
  let values: readonly Value[] = [NOTHING]
  for (const [index, piece] of word.entries()) {
    const choices = choicesOf(piece, { expansion, isFirst: index === 0 })
    values = values.flatMap((value) => choices.map((choice) => joined(value, choice))).slice(0, CHOICES_MAX)
  }
  const isLoose = word.some(({ kind, ...piece }) => kind !== 'text' && 'isQuoted' in piece && !piece.isQuoted)
  const hasBraces = word.some((piece) => piece.kind === 'text' && !piece.isQuoted && piece.text.includes('{'))
  const parted = isLoose ? values.flatMap(splitAtBlanks) : values
  return hasBraces ? parted.flatMap(spreadBraces).slice(0, CHOICES_MAX) : parted
}

const CHOICES_MAX = 64
const NOTHING: Value = { text: '', isGlob: false }
const NOTHING_KNOWN: Value = { text: UNKNOWN, isGlob: false }

function joined(value: Value, choice: Value): Value {
  if (value.text === '') return choice
  if (choice.text === '' && isSaid(choice)) return value
  const texts = [value, choice].map((one) => (isSaid(one) ? one.text : UNKNOWN))
  return { text: texts.join(''), isGlob: value.isGlob || choice.isGlob }
}

function choicesOf(
  piece: Piece,
  { expansion, isFirst }: { expansion: Expansion; isFirst: boolean },
): readonly Value[] {
  switch (piece.kind) {
    case 'text': {
      if (piece.isQuoted) return [{ text: piece.text, isGlob: false }]
      // Whose home it is, only the shell knows.
      const text = isFirst && piece.text.startsWith('~') ? piece.text.replace(/^~[^/]*/, UNKNOWN) : piece.text
      return [{ text, isGlob: /[*?[]/.test(text) }]
    }
    case 'variable': {
      const inner = (text: string) => innerValues(text, expansion)
      const values = expandParameter(piece, { variables: expansion.variables, inner })
      return values.length === 0 ? [NOTHING_KNOWN] : values
    }
    case 'output':
      return [NOTHING_KNOWN, ...expansion.outputOf(piece.tokens)]
    case 'list':
      return piece.words.flatMap((word) => expandWord(word, expansion))
  }
}

/** The words in an operation on a variable, such as `$b` in `${a:-$b}`. */
function innerValues(text: string, expansion: Expansion): readonly Value[] {
  if (!/[$`'"\\]/.test(text)) return [{ text, isGlob: false }]
  const words = readTokens(text).flatMap((token) => (token.kind === 'word' ? [token.word] : []))
  return words.flatMap((word) => expandWord(word, expansion)).slice(0, CHOICES_MAX)
}

/** The parts come first, because the first word is the command; some shells do not part it at all. */
function splitAtBlanks(value: Value): readonly Value[] {
  if (!isSaid(value) || !/\s/.test(value.text)) return [value]
  const parts = value.text.split(/\s+/).filter((part) => part !== '')
  return [...parts.slice(0, CHOICES_MAX).map((text) => ({ text, isGlob: /[*?[]/.test(text) })), value]
}

/** `a{b,c}d` is `abd` and `acd`. */
function spreadBraces(value: Value): readonly Value[] {
  if (!isSaid(value)) return [value]
  let texts = [value.text]
  // Each round spreads the innermost pair of every text; a text without one stays.
  for (let round = 0; round < 6 && texts.length < CHOICES_MAX; round++) {
    texts = texts.flatMap((one) => {
      const found = /\{([^{}]*,[^{}]*)\}/.exec(one)
      if (found === null) return [one]
      const [before, after] = [one.slice(0, found.index), one.slice(found.index + found[0].length)]
      return (found[1] ?? '').split(',').map((choice) => before + choice + after)
    })
  }
  return texts.map((one) => ({ text: one, isGlob: value.isGlob }))
}
