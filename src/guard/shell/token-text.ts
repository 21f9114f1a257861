import { UNKNOWN } from './expand-word.ts'
import type { Token, Word } from './read-tokens.ts'

/** All that is written in some tokens, for where nobody wants to look any deeper. */
export function tokenText(tokens: readonly Token[]): string {
  return tokens.map(textOf).join(' ')
}

function textOf(token: Token): string {
  switch (token.kind) {
    case 'word':
      return wordText(token.word)
    case 'redirect':
      return wordText(token.target)
    case 'body':
      return token.text
    case 'operator':
      return token.operator
  }
}

function wordText(word: Word): string {
  const texts = word.map((piece) => {
    if (piece.kind === 'text') return piece.text
    return piece.kind === 'output' ? tokenText(piece.tokens) : UNKNOWN
  })
  return texts.join('')
}
