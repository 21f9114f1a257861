import { join } from 'node:path'
import { compileProgram } from '../../scripts/native/compile-program.mjs'
import { GRAMMARS, RUNTIME } from '../../scripts/native/grammar-sources.mjs'

/** What keel parses in WebAssembly alone: in C they are of the nearest version that npm has. */
const NEAREST = {
  elixir: { spec: 'tree-sitter-elixir@0.3.5' },
  kotlin: { spec: 'tree-sitter-kotlin@0.3.8' },
  markdown: { spec: '@tree-sitter-grammars/tree-sitter-markdown@0.3.2', inner: 'tree-sitter-markdown' },
  php: { spec: 'tree-sitter-php@0.24.2', inner: 'php' },
  scala: { spec: 'tree-sitter-scala@0.24.0' },
  swift: { spec: 'tree-sitter-swift@0.7.1' },
}

/** Compiles the C program in a folder of its own, once, and tells where it is. */
export function buildC(scratch) {
  return compileProgram({
    folder: join(scratch, 'c'),
    source: join(import.meta.dirname, 'parse-and-query.c'),
    runtime: RUNTIME,
    grammars: { ...GRAMMARS, ...NEAREST },
  })
}
