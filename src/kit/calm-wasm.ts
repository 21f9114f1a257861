import { setFlagsFromString } from 'node:v8'

/**
 * To be called before WebAssembly is compiled. Node 20 optimises what is used much in the background, and waits for that at
 * its end: half a minute for the functions that grammars and databases are made of, the size of books. What is not
 * optimised is half as quick.
 */
export function calmWasm(): void {
  setFlagsFromString('--liftoff-only')
}

/** For a module of many small functions that do most of the work. The flag is the whole process's, and so nothing may wait meanwhile. */
export function withoutCalm<Value>(compile: () => Value): Value {
  // The first flag turned the second off.
  setFlagsFromString('--no-liftoff-only')
  setFlagsFromString('--wasm-dynamic-tiering')
  try {
    return compile()
  } finally {
    calmWasm()
  }
}
