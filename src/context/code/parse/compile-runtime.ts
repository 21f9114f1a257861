import { withoutCalm } from '#kit/calm-wasm.ts'
import { type Compiled, compileModule, readRuntime } from './compile-module.ts'

/**
 * What every grammar runs on. It is small, and two thirds of the time to parse is spent in it: it is optimised while it runs. Null
 * where it is missing or broken.
 */
export function compileRuntime(folder: string): Compiled | null {
  try {
    const bytes = readRuntime(folder)
    return withoutCalm(() => compileModule(bytes))
  } catch {
    return null
  }
}
