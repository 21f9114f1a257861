import { setFlagsFromString } from 'node:v8'

/**
 * To be called before the first WebAssembly of a process. Node 20 optimises large modules in the background, and waits for
 * that at its end: half a minute for a handful of grammars, where parsing took six seconds. What is not optimised parses a
 * fifth slower.
 */
export function calmWasm(): void {
  setFlagsFromString('--liftoff-only')
}
