import { withoutCalm } from '#kit/calm-wasm.ts'
import { languageOf } from '../languages/all.ts'
import { type Compiled, compileModule, readGrammar } from './compile-module.ts'

export type Grammars = ReadonlyMap<string, Compiled>

/**
 * Of the grammars of many files, those that are optimised while they run: what reads letters in them is a fifth of the time to parse,
 * and then takes half of that. Others are made of functions that it takes seconds to optimise, and are left to who needs them.
 */
export function compileGrammars(folder: string, files: readonly string[]): Grammars {
  const names = new Set(files.flatMap((path) => languageOf(path)?.grammar ?? []))
  const grammars = new Map<string, Compiled>()
  for (const name of names) {
    const compiled = compileIfSmall(folder, name)
    if (compiled !== null) grammars.set(name, compiled)
  }
  return grammars
}

function compileIfSmall(folder: string, grammar: string): Compiled | null {
  try {
    const bytes = readGrammar(folder, grammar)
    return largestFunction(bytes) > FUNCTION_MAX_BYTES ? null : withoutCalm(() => compileModule(bytes))
  } catch {
    // Who needs it says that it is missing or broken.
    return null
  }
}

/** Of Python it is 9 KB and takes 30 ms, of Swift 330 KB and half a minute: it takes ever longer the larger one is. */
const FUNCTION_MAX_BYTES = 20_000

/** The size of the largest function of a module: after eight bytes come sections, each with its kind and its size. */
function largestFunction(bytes: Uint8Array): number {
  let at = 8
  const number = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at] ?? 0
      at += 1
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
  }
  while (at < bytes.length) {
    const kind = bytes[at]
    at += 1
    const size = number()
    if (kind !== CODE) {
      at += size
      continue
    }
    let largest = 0
    for (let left = number(); left > 0; left -= 1) {
      const length = number()
      largest = Math.max(largest, length)
      at += length
    }
    return largest
  }
  return 0
}

const CODE = 10
