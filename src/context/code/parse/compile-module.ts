import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A module of WebAssembly. Threads may share it, and what is optimised of it while one of them runs is so for all. */
export type Compiled = { readonly module: object }

export type Instantiate = (imports: object, receive: (instance: object, module: object) => void) => object

/** As much of the global as is used: its types come with those of a browser. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: object }
}

export function compileModule(bytes: Uint8Array): Compiled {
  return { module: new WebAssembly.Module(bytes) }
}

/** In the form that the runtime's own code asks for. */
export function instantiateWith({ module }: Compiled): Instantiate {
  return (imports, receive) => {
    const instance = new WebAssembly.Instance(module, imports)
    receive(instance, module)
    return instance.exports
  }
}

export function readRuntime(folder: string): Uint8Array {
  return readFileSync(join(folder, 'web-tree-sitter.wasm'))
}

export function readGrammar(folder: string, grammar: string): Uint8Array {
  return readFileSync(join(folder, `tree-sitter-${grammar}.wasm`))
}
