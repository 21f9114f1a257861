import type { Piece, Token, Word } from './read-tokens.ts'

/** One text that a word may come to. What nobody can know before it is run is a NUL in it. */
export type Value = { readonly text: string; readonly isGlob: boolean }

export const UNKNOWN = '\0'

export type Expansion = {
  readonly variables: ReadonlyMap<string, readonly Value[]>
  /** What a command that stands in a word may print, as far as its own words tell. */
  readonly outputOf: (tokens: readonly Token[]) => readonly Value[]
}

/** Everything that a word may come to: variables that were set in the same command are known, braces are spread. */
export function expandWord(word: Word, expansion: Expansion): readonly Value[] {
  let values: readonly Value[] = [{ text: '', isGlob: false }]
  for (const [index, piece] of word.entries()) {
    const choices = choicesOf(piece, { expansion, isFirst: index === 0 })
    values = values
      .flatMap(({ text, isGlob }) =>
        choices.map((choice) => ({ text: text + choice.text, isGlob: isGlob || choice.isGlob })),
      )
      .slice(0, CHOICES_MAX)
  }
  const hasBraces = word.some((piece) => piece.kind === 'text' && !piece.isQuoted && piece.text.includes('{'))
  return hasBraces ? values.flatMap(spreadBraces).slice(0, CHOICES_MAX) : values
}

const CHOICES_MAX = 64

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
      const fallback = piece.fallback === null ? [] : [{ text: piece.fallback, isGlob: false }]
      const known = expansion.variables.get(piece.name)
      return known === undefined ? [...fallback, NOTHING_KNOWN] : [...known, ...fallback]
    }
    case 'output':
      return [NOTHING_KNOWN, ...expansion.outputOf(piece.tokens)]
  }
}

const NOTHING_KNOWN: Value = { text: UNKNOWN, isGlob: false }

/** `a{b,c}d` is `abd` and `acd`. */
function spreadBraces({ text, isGlob }: Value): readonly Value[] {
  let texts = [text]
  // Each round spreads the innermost pair of every text; a text without one stays.
  for (let round = 0; round < 6 && texts.length < CHOICES_MAX; round++) {
    texts = texts.flatMap((one) => {
      const found = /\{([^{}]*,[^{}]*)\}/.exec(one)
      if (found === null) return [one]
      const [before, after] = [one.slice(0, found.index), one.slice(found.index + found[0].length)]
      return (found[1] ?? '').split(',').map((choice) => before + choice + after)
    })
  }
  return texts.map((one) => ({ text: one, isGlob }))
}
