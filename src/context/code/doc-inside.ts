import { docLine } from './doc-line.ts'

/** The first line of a text that stands in the definition itself. */
export function docInside(text: string): string | null {
  const said = text.replace(/^[rRbBuUfF]*("""|'''|"|')/, '').replace(/("""|'''|"|')$/, '')
  const line = said.split('\n').find((candidate) => /[\p{L}\p{N}]/u.test(candidate))
  return line === undefined ? null : docLine(line)
}
