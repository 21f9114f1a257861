/** What a text says of one field in its front matter. */
export type FrontField =
  | { readonly kind: 'none' }
  | { readonly kind: 'value'; readonly value: string }
  /** YAML has more ways to say something than are read here, and one of them may say it. */
  | { readonly kind: 'unclear' }

/**
 * One field of a file's front matter, or of lines that may come to stand there. Only plain lines are read: a parser for all of
 * YAML would take longer to load than all the rest, and whoever spells a field as nobody does need not be understood.
 */
export function frontField(text: string, name: string): FrontField {
  const { lines, isWhole } = frontLines(text)
  const found = lines.flatMap((line, index): FrontField[] => {
    const field = /^(["']?)([\w-]+)\1[ \t]*:(?:[ \t]+(.*))?$/.exec(line)
    if (field?.[2]?.toLowerCase() === name) return [fieldValue(field[3] ?? '', lines[index + 1] ?? '')]
    if (field !== null || /^\s*(?:#|$)/.test(line)) return []
    const isOdd = isWhole ? isStranger(line) : isStrange(line, name)
    return isOdd || isNested(line, name) ? [UNCLEAR] : []
  })
  const [first, ...more] = found
  if (first === undefined) return { kind: 'none' }
  return more.length === 0 ? first : UNCLEAR
}

const UNCLEAR: FrontField = { kind: 'unclear' }

/** Between the two lines of dashes; all of it where there are none, because it may be part of a file. */
function frontLines(text: string): { lines: readonly string[]; isWhole: boolean } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n|\r/)
  if (!/^---\s*$/.test(lines[0] ?? '')) return { lines, isWhole: false }
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line))
  return { lines: lines.slice(1, end === -1 ? undefined : end), isWhole: true }
}

function fieldValue(spelled: string, next: string): FrontField {
  if (spelled.length > 200) return UNCLEAR
  const plain = spelled.replace(/(?:^|\s+)#.*$/, '').trim()
  const value = /^(["']?)([A-Za-z][\w-]*)\1$/.exec(plain)?.[2]
  const goesOn = /^[ \t]+[^\s#]/.test(next)
  return value === undefined || goesOn ? UNCLEAR : { kind: 'value', value: value.toLowerCase() }
}

/** A line that neither is a field nor goes on with the one above it. */
function isStranger(line: string): boolean {
  return /^\S/.test(line) && !/^- /.test(line)
}

/** In lines of which nobody knows where they stand, only what is hardly ever written in a text is suspicious. */
function isStrange(line: string, name: string): boolean {
  return (
    /^\s*(?:\? |\{|["'][^"']*\\|<<\s*:|[!&*]\S*\s)/.test(line) &&
    (line.includes(name) || /[\\?*&<]/.test(line))
  )
}

/** The field's name in front of a colon, further in. */
function isNested(line: string, name: string): boolean {
  return new RegExp(`^[ \\t{]+["']?${name}["']?\\s*:`, 'i').test(line)
}
