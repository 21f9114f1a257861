export type DocPlace = {
  /** Of the definition, counted from one. */
  readonly line: number
  readonly comment: RegExp
  readonly between?: RegExp | undefined
}

/** The first line of the comment right above a definition, past decorators. */
export function docAbove(lines: readonly string[], { line, comment, between }: DocPlace): string | null {
  let bottom = line - 1
  while (bottom > 0 && between?.test(lines[bottom - 1] ?? '') === true) bottom -= 1
  const top = topOf(lines, { bottom, comment })
  for (const text of lines.slice(top, bottom)) {
    const words = text.replace(comment, '').replace(/\*\/\s*$/, '')
    const said = tidy(words)
    if (/[\p{L}\p{N}]/u.test(said) && !NOT_SAID.test(words)) return said
  }
  return null
}

function topOf(lines: readonly string[], { bottom, comment }: { bottom: number; comment: RegExp }): number {
  const least = Math.max(0, bottom - LINES_MAX)
  // The lines of a block need not begin with a star.
  if (/^\s*\*\/|^(?!.*\/\*).*\*\/\s*$/.test(lines[bottom - 1] ?? ''))
    for (let top = bottom - 1; top > least; top -= 1) if (/^\s*\/\*/.test(lines[top - 1] ?? '')) return top - 1
  let top = bottom
  while (top > least && comment.test(lines[top - 1] ?? '')) top -= 1
  return top
}

/** The first line of a text that stands in the definition itself. */
export function docInside(text: string): string | null {
  const said = text.replace(/^[rRbBuUfF]*("""|'''|"|')/, '').replace(/("""|'''|"|')$/, '')
  const line = said.split('\n').find((candidate) => /[\p{L}\p{N}]/u.test(candidate))
  return line === undefined ? null : tidy(line)
}

const LINES_MAX = 60
const LENGTH_MAX = 120

/** Words to tools, and licences. */
const NOT_SAID =
  /^\s*(@|eslint|biome-ignore|prettier|ts-|tslint|noqa|type:|pylint|nolint|go:|\+build|region|endregion|SPDX|Copyright|istanbul|c8 |v8 )/i

function tidy(line: string): string {
  const text = line
    .replace(/<\w+ (?:cref|name|langword)="(?:\w:)?([^"]*)"\s*\/>|\{@\w+\s+([^}]*)\}/g, '$1$2')
    // A tag, but not the arguments of a type.
    .replace(/<\/[a-z][^>]*>|(?<!\w)<[a-z][^>]*>/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX - 1)}…` : text
}
