/**
 * The pattern of one segment of a path, as an expression: `*`, `?`, `[a-z]` and `{one,other}`. Globs are matched a segment at
 * a time, so this is all that is left of them, and a library for the rest would take a tenth of the time the hook has.
 */
export function segmentPattern(glob: string): RegExp {
  const found = PATTERNS.get(glob)
  if (found !== undefined) return found
  const source = [...glob.matchAll(/\*+|\?|\[!?[^\]/]+\]|[{},]|[^*?[{},]+|\[/g)].reduce(
    ({ text, depth }, [part]) => {
      if (part === '{') return { text: `${text}(?:`, depth: depth + 1 }
      if (part === '}' && depth > 0) return { text: `${text})`, depth: depth - 1 }
      if (part === ',' && depth > 0) return { text: `${text}|`, depth }
      return { text: text + expressionOf(part), depth }
    },
    { text: '', depth: 0 },
  )
  // A brace that is not closed is a brace.
  const pattern = source.depth === 0 ? new RegExp(`^(?:${source.text})$`) : new RegExp(`^${escaped(glob)}$`)
  PATTERNS.set(glob, pattern)
  return pattern
}

const PATTERNS = new Map<string, RegExp>()

function expressionOf(part: string): string {
  if (part.startsWith('*')) return '.*'
  if (part === '?') return '.'
  const set = /^\[(!?)([^\]]+)\]$/.exec(part)
  return set === null
    ? escaped(part)
    : `[${set[1] === '' ? '' : '^'}${(set[2] ?? '').replaceAll(/[\\\]^]/g, '\\$&')}]`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
