/**
 * The parts of a text between signs that stand in no brackets and no string. What an expression for the signs has in
 * a group is a part, too.
 */
export function splitOutside(text: string, sign: RegExp | string): string[] {
  const parts: string[] = []
  let [from, depth] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const found = depth === 0 ? signAt({ text, at, sign }) : null
    if (found !== null) {
      parts.push(text.slice(from, at).trim(), ...found.groups)
      from = at + found.length
      at = from - 1
      continue
    }
    const letter = text[at] ?? ''
    if (OPENING.includes(letter)) depth++
    else if (CLOSING.includes(letter)) depth = Math.max(0, depth - 1)
    else if (QUOTES.includes(letter)) at = stringEnd(text, at)
  }
  return [...parts, text.slice(from).trim()]
}

const OPENING = '([{'
const CLOSING = ')]}'
const QUOTES = `"'\``

type Spot = { readonly text: string; readonly at: number; readonly sign: RegExp | string }

function signAt({ text, at, sign }: Spot): { length: number; groups: string[] } | null {
  if (typeof sign === 'string') return text.startsWith(sign, at) ? { length: sign.length, groups: [] } : null
  sign.lastIndex = at
  const found = sign.exec(text)
  return found === null ? null : { length: found[0].length, groups: found.slice(1) }
}

/** An apostrophe that nothing answers is no string. */
function stringEnd(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '\\') end++
    else if (text[end] === text[at]) return end
  }
  return at
}
