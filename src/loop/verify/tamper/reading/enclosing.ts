import type { LineTree } from '../text/line-tree.ts'
import type { Brackets } from '../text/pair-brackets.ts'

type Around = { readonly brackets: Brackets; readonly from: number; readonly at: number }

/** The brackets that are open at a place, from the outside in. */
export function enclosing({ brackets, from, at }: Around): number[] {
  const open: number[] = []
  for (let place = brackets.around(at); place >= from; place = brackets.around(place)) open.push(place)
  return open.reverse()
}

export function bracesAround({ code, ...around }: Around & { readonly code: string }): number[] {
  return enclosing(around).filter((open) => code[open] === '{')
}

type Under = { readonly lines: LineTree; readonly from: number; readonly at: number }

/** The lines that a place is set in under, where depth is shown by blanks: from the inside out, by their beginnings. */
export function enclosingLines({ lines, from, at }: Under): number[] {
  const found: number[] = []
  for (let line = lines.above(at); line > from; line = lines.above(line)) found.push(line)
  return found
}
