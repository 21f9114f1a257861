import type { Token } from 'marked'

/**
 * Drops the HTML comments that are blocks of their own, with the blank lines behind them. All others stay: those
 * in a line of text, in a list, a quote or code, and one that is never closed. Line ends come out as the lexer
 * leaves them, so that a file with a comment loses its carriage returns, and its link definitions too.
 */
export function stripComments(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'def') return ''
      if (!isClosedComment(token)) return token.raw
      const rest = withoutComments(token.raw)
      return rest.trim() === '' ? '' : rest
    })
    .join('')
}

export function isClosedComment({ type, raw }: Token): boolean {
  return type === 'html' && raw.trimStart().startsWith('<!--') && raw.includes('-->')
}

export function withoutComments(html: string): string {
  return html.replaceAll(/<!--[\s\S]*?-->/g, '')
}
