import type { Brackets } from './pair-brackets.ts'

type Around = {
  readonly code: string
  readonly brackets: Brackets
  readonly from: number
  readonly at: number
}

/** The brackets that are open at a place, from the outside in. */
export function enclosing({ code, brackets, from, at }: Around): number[] {
  const open: number[] = []
  for (let place = from; place < at; place++) {
    const letter = code[place]
    if (letter !== '{' && letter !== '(' && letter !== '[') continue
    const close = brackets.partner(place)
    if (close !== -1 && close < at) place = close
    else open.push(place)
  }
  return open
}

export function bracesAround(around: Around): number[] {
  return enclosing(around).filter((open) => around.code[open] === '{')
}

/** The lines that a place is set in under, where depth is shown by blanks: from the inside out, by their beginnings. */
export function enclosingLines({ code, from, at }: Omit<Around, 'brackets'>): number[] {
  const lines: number[] = []
  let indent = indentOf(code, at)
  for (let end = code.lastIndexOf('\n', at); end > from && indent > 0; ) {
    const start = code.lastIndexOf('\n', end - 1) + 1
    const own = code.slice(start, end).search(/\S/)
    if (start > from && own !== -1 && own < indent) {
      lines.push(start)
      indent = own
    }
    end = start - 1
  }
  return lines
}

export function indentOf(code: string, at: number): number {
  return code.slice(code.lastIndexOf('\n', at - 1) + 1).search(/\S/)
}
