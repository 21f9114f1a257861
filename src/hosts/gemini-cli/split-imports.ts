/** A file's text cut at its imports: what stays, and the words that are replaced. */
export type TextPart = { readonly kind: 'text'; readonly text: string } | ImportPart

export type ImportPart = { readonly kind: 'import'; readonly word: string; readonly line: number }

/**
 * Every word behind an `@` that stands at the start or after white space is an import, in prose and in comments
 * too. Only backticks keep it out, and any two of them do, however far apart.
 */
export function splitImports(text: string): TextPart[] {
  const code = codeRegions(text)
  const parts: TextPart[] = []
  let from = 0
  let line = 1
  for (const { index, 0: token } of text.matchAll(/(?<![^ \t\r\n])@[A-Za-z./][^ \t\r\n]*/g)) {
    if (code.some(({ start, end }) => start <= index && index < end)) continue
    const kept = text.slice(from, index)
    line += kept.split('\n').length - 1
    parts.push({ kind: 'text', text: kept }, { kind: 'import', word: token.slice(1), line })
    from = index + token.length
  }
  return [...parts, { kind: 'text', text: text.slice(from) }]
}

export function isImport(part: TextPart): part is ImportPart {
  return part.kind === 'import'
}

function codeRegions(text: string): { start: number; end: number }[] {
  return [...text.matchAll(/(`+)[\s\S]*?\1/g)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }))
}
