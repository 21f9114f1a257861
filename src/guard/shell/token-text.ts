import type { Piece, Token, Word } from './read-tokens.ts'
import { UNKNOWN } from './value.ts'

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
      return wordText(token.word)
    case 'operator':
      return token.operator
  }
}

function wordText(word: Word): string {
  return word.map(pieceText).join('')
}

function pieceText(piece: Piece): string {
  switch (piece.kind) {
    case 'text':
      return piece.text
    case 'variable':
      return UNKNOWN
    case 'output':
      return tokenText(piece.tokens)
    case 'list':
      return piece.words.map(wordText).join(' ')
  }
}
