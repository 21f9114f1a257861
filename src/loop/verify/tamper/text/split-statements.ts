/** The statements of a text, one by one, and what heads a block as one of them; as well as can be told without a grammar. */
export function splitStatements(text: string): string[] {
  const parts: string[] = []
  let [from, depth] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    if (QUOTES.has(text[at] ?? '')) at = stringEnd(text, at)
    depth = Math.max(0, depth + deeperBy({ text, at, depth }))
    if (depth > 0 || !isEnd(text, at)) continue
    parts.push(text.slice(from, at))
    from = at + 1
  }
  return [...parts, text.slice(from)].map((part) => part.trim()).filter((part) => /[\w$]/.test(part))
}

const QUOTES = new Set(['"', "'", '`'])

type Spot = { readonly text: string; readonly at: number; readonly depth: number }

/** Braces count where they hold values, and those of a block do not. */
function deeperBy({ text, at, depth }: Spot): number {
  const letter = text[at] ?? ''
  if (letter === '(' || letter === '[') return 1
  if (letter === ')' || letter === ']' || letter === '}') return -1
  const isValue = depth > 0 || /(?:[=:?]|\breturn)\s*$/.test(text.slice(Math.max(0, at - 20), at))
  return letter === '{' && isValue ? 1 : 0
}

function isEnd(text: string, at: number): boolean {
  const letter = text[at] ?? ''
  return letter === ';' || letter === '{' || (letter === '\n' && !GOES_ON.test(text.slice(at, at + 200)))
}

const GOES_ON = /^\s*(?:\?\.|\.(?!\.)|[+*/&|?:](?!\/))/

/** An apostrophe that nothing answers in its line is no string. */
function stringEnd(text: string, at: number): number {
  const quote = text[at]
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '\\') end++
    else if (text[end] === quote) return end
    else if (text[end] === '\n' && quote !== '`') return at
  }
  return at
}
