import { lastUpTo } from './last-up-to.ts'

export type Brackets = {
  /** The other one of a bracket, and -1 for what has none. */
  readonly partner: (at: number) => number
  /** The innermost bracket that is open before a place, and -1 where none is. */
  readonly around: (at: number) => number
}

export function pairBrackets(code: string): Brackets {
  const partner = new Int32Array(code.length).fill(-1)
  const open: number[] = []
  const places: number[] = []
  const innermost: number[] = []
  for (let at = 0; at < code.length; at++) {
    const letter = code[at] ?? ''
    if (letter === '(' || letter === '[' || letter === '{') open.push(at)
    else if (letter === ')' || letter === ']' || letter === '}') close({ code, partner, open, at })
    else continue
    places.push(at)
    innermost.push(open.at(-1) ?? -1)
  }
  return {
    partner: (at) => partner[at] ?? -1,
    around: (at) => innermost[lastUpTo(places, at - 1)] ?? -1,
  }
}

type Closing = {
  readonly code: string
  readonly partner: Int32Array
  readonly open: number[]
  readonly at: number
}

/** One that was left open inside of a closed pair stays alone. */
function close({ code, partner, open, at }: Closing): void {
  const wanted = OPENER[code[at] ?? '']
  let last = open.length - 1
  // Far out, it is rather this one that is too many.
  while (last >= 0 && last >= open.length - 4 && code[open[last] ?? 0] !== wanted) last--
  const found = open[last]
  if (found === undefined || code[found] !== wanted) return
  open.length = last
  partner[found] = at
  partner[at] = found
}

const OPENER: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
