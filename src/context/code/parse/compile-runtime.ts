import { withoutCalm } from '#kit/calm-wasm.ts'
import { type Compiled, compileModule, readRuntime } from './compile-module.ts'

/** What every grammar runs on. Null where it is missing or broken. */
export function compileRuntime(folder: string): Compiled | null {
  try {
    return compileModule(readRuntime(folder))
  } catch {
    return null
  }
}

/**
 * For many files: it is small, and two thirds of the time to parse is spent in it, so that it is optimised while it runs. That
 * takes as long as to parse a hundred files without.
 */
export function compileQuickRuntime(folder: string): Compiled | null {
  try {
    const bytes = readRuntime(folder)
    return withoutCalm(() => compileModule(bytes))
  } catch {
    return null
  }
}
