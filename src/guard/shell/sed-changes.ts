import { type Call, type Deed, UNSEEN, type Written } from './deed.ts'
import { readOptions } from './read-options.ts'
import type { Value } from './value.ts'

/** sed reads, unless it edits in place or its script writes or runs something. */
export function sedChanges({ words }: Call): readonly Deed[] {
  const { operands, has, valuesOf } = readOptions(words, ['e', 'f', 'l', 'expression', 'file', 'line-length'])
  const told = valuesOf('e', 'expression')
  const scripts = told.length > 0 || has('f', 'file') ? told : operands.slice(0, 1)
  const files = scripts === told ? operands : operands.slice(1)
  const isBusy = scripts.some(({ text }) => isLong(text) || WRITES.test(text) || RUNS.test(text))
  const edits = has('i', 'in-place')
    ? files.map((at): Deed => ({ kind: 'path', at, reach: 'tree', content: contentOf(scripts) }))
    : []
  return isBusy ? [...edits, { kind: 'anything' }] : edits
}

/** What is too long to be looked through in no time may do anything. */
function isLong(text: string): boolean {
  return text.length > 4000
}

/** `w file` in a script, alone or behind a substitution. */
const WRITES = /(?:^|[;{}\d$/|,#!\s])[gpIiMme\d]*w\s+\S/
/** `e command`, or a substitution that runs what comes of it. */
const RUNS = /(?:^|[;{}\d$/\s])e\s+\S|[^\w\s][gpIiMm\d]*e[gpIiMm\d]*(?:$|[;}\s])/

/** What plain substitutions put in; anything else that a script does is not followed. */
function contentOf(scripts: readonly Value[]): Written {
  const pieces = scripts.map(({ text }) => (isLong(text) ? undefined : SUBSTITUTION.exec(text)?.[2]))
  return pieces.every((piece) => piece !== undefined && !/[\\&]/.test(piece))
    ? { kind: 'edited', pieces: pieces.map((piece) => piece ?? '') }
    : UNSEEN
}

const SUBSTITUTION =
  /^\s*(?:\d+|\$|\/[^/\\]*\/)?\s*s([/|#,:@!])(?:\\.|(?!\1)[^\\])*\1((?:(?!\1).)*)\1[gIip\d]*\s*$/s

/** awk reads, unless it prints into something or runs something. */
export function awkChanges({ words }: Call): readonly Deed[] {
  const isBusy = words.some(
    ({ text }) =>
      isLong(text) || /\bprintf?\b[^;}\n]*[>|]|\|\s*getline|system\s*\(|^(-i|--include)/.test(text),
  )
  return isBusy ? [{ kind: 'anything' }] : []
}
