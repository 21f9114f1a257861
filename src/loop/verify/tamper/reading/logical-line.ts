import type { Reading } from './test-file.ts'

type Ground = Pick<Reading, 'source' | 'brackets' | 'lines'>

/** The whole of what a line is part of, where depth is shown by blanks: brackets and backslashes carry it on over line ends. */
export function logicalLine(ground: Ground, at: number): { readonly from: number; readonly to: number } {
  const { code } = ground.source
  const from = beginning(ground, at)
  let to = from
  for (; to < code.length && to - from < LENGTH_MAX; to++) {
    if (code[to] === '\n' && code[to - 1] !== '\\') break
    if (/[([{]/.test(code[to] ?? '')) to = Math.max(to, ground.brackets.partner(to))
  }
  return { from, to }
}

/** A line that begins with a bracket that closes goes on with the one that it was opened in. */
function beginning({ source: { code }, brackets, lines }: Ground, at: number): number {
  let from = lines.startOf(at)
  for (let count = 0; count < LINES_MAX; count++) {
    const first = from + code.slice(from, from + LENGTH_MAX).search(/\S|$/)
    const open = /[)\]}]/.test(code[first] ?? '') ? brackets.partner(first) : -1
    if (open === -1) break
    from = lines.startOf(open)
  }
  return from
}

const LENGTH_MAX = 5000
const LINES_MAX = 20
