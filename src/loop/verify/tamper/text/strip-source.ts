/**
 * A text in two forms of its own length, so that a place in one is the same place in the other: `bare` is without
 * comments, and `code` is without what stands in strings, too.
 *
 * Read by its characters and not by a grammar: a test that somebody broke on purpose still has to be read, a dozen
 * languages have to be read alike, and what matters (names, markers, assertions) shows in the words alone.
 */
export type StrippedSource = { readonly text: string; readonly bare: string; readonly code: string }

/** What is to be passed over: where it ends if it begins at this place, else -1. */
export type Token = {
  readonly kind: 'comment' | 'string'
  readonly endOf: (text: string, at: number) => number
}

export function stripSource(text: string, tokens: readonly Token[]): StrippedSource {
  let bare = ''
  let code = ''
  let copied = 0
  for (let at = 0; at < text.length; ) {
    const found = isPlain(text.charCodeAt(at)) ? null : tokenAt({ text, at, tokens })
    if (found === null) {
      at++
      continue
    }
    const between = text.slice(copied, at)
    const inside = text.slice(at, found.end)
    bare += between + (found.kind === 'comment' ? blank(inside) : inside)
    code += between + (found.kind === 'comment' ? blank(inside) : blankWithin(inside))
    at = found.end
    copied = at
  }
  const rest = text.slice(copied)
  return { text, bare: bare + rest, code: code + rest }
}

/** Letters, digits, blanks and line ends begin no comment and no string, but for the letters before a raw string. */
function isPlain(unit: number): boolean {
  return (
    unit <= 32 || (unit >= 48 && unit <= 57) || (unit >= 97 && unit <= 122 && unit !== 114) || unit === 95
  )
}

type Spot = { readonly text: string; readonly at: number; readonly tokens: readonly Token[] }

function tokenAt({ text, at, tokens }: Spot): { kind: Token['kind']; end: number } | null {
  for (const { kind, endOf } of tokens) {
    const end = endOf(text, at)
    if (end > at) return { kind, end }
  }
  return null
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ')
}

/** The quotes stay, so that one sees that there was a string. */
function blankWithin(text: string): string {
  return text.length < 2 ? text : `${text[0]}${blank(text.slice(1, -1))}${text.at(-1)}`
}

/** A token that an expression tells, which has to be a sticky one. */
export function shaped(kind: Token['kind'], shape: RegExp): Token {
  return {
    kind,
    endOf: (text, at) => {
      shape.lastIndex = at
      return shape.test(text) ? shape.lastIndex : -1
    },
  }
}

export const SLASHES = shaped('comment', /\/\/[^\n]*/y)
export const SLASH_STAR = shaped('comment', /\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))/y)
export const HASH = shaped('comment', /#[^\n]*/y)
export const DOUBLE = shaped('string', /"[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*"?/y)
export const SINGLE = shaped('string', /'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'?/y)
export const TRIPLE_DOUBLE = shaped(
  'string',
  /"""[^"\\]*(?:(?:\\[\s\S]|"(?!""))[^"\\]*)*(?:"""|$(?![\s\S]))/y,
)
export const TRIPLE_SINGLE = shaped(
  'string',
  /'''[^'\\]*(?:(?:\\[\s\S]|'(?!''))[^'\\]*)*(?:'''|$(?![\s\S]))/y,
)
/** A character, and no lifetime or apostrophe. */
export const CHARACTER = shaped('string', /'(?:[^'\\\n]|\\[^\n][^'\n]{0,10})'/y)
/** As shells, Ruby, Elixir and PHP have it: everything up to a line with the word alone. */
export const HERE_DOCUMENT = shaped(
  'string',
  /<<<?[~-]?(["']?)([A-Za-z_]\w*)\1[^\n]*\n(?:[\s\S]*?\n)??[ \t]*\2\b/y,
)
