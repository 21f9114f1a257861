import { setFlagsFromString } from 'node:v8'
import { atTheEnd } from './at-the-end.ts'

/**
 * To be called before WebAssembly is compiled. Node 20 optimises what is used much in the background, and waits for that at
 * its end: half a minute for the functions that grammars and databases are made of, the size of books. What is not
 * optimised is half as quick.
 */
export function calmWasm(): void {
  setFlagsFromString('--liftoff-only')
  atTheEnd(excite)
}

/** For a module of many small functions that do most of the work. The flag is the whole process's, and so nothing may wait meanwhile. */
export function withoutCalm<Value>(compile: () => Value): Value {
  excite()
  try {
    return compile()
  } finally {
    calmWasm()
  }
}

function excite(): void {
  setFlagsFromString('--no-liftoff-only')
  // The first flag turned these off.
  setFlagsFromString('--wasm-tier-up')
  setFlagsFromString('--wasm-dynamic-tiering')
}
