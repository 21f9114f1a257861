import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withoutCalm } from '#kit/calm-wasm.ts'

/** What every grammar runs on, compiled. Threads may share it. */
export type Runtime = { readonly module: object }

type Instantiate = (imports: object, receive: (instance: object, module: object) => void) => object

/** As much of the global as is used: its types come with those of a browser. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: object }
}

/**
 * The runtime is small, and two thirds of the time to parse is spent in it: alone of all it is optimised while it runs. Null
 * where it is missing or broken.
 */
export function compileRuntime(folder: string): Runtime | null {
  try {
    const bytes = readFileSync(join(folder, 'web-tree-sitter.wasm'))
    return { module: withoutCalm(() => new WebAssembly.Module(bytes)) }
  } catch {
    return null
  }
}

/** In the form that the runtime's own code asks for. */
export function instantiateWith({ module }: Runtime): Instantiate {
  return (imports, receive) => {
    const instance = new WebAssembly.Instance(module, imports)
    receive(instance, module)
    return instance.exports
  }
}
