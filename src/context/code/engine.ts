import { availableParallelism } from 'node:os'
import { packageFile } from '#kit/package-file.ts'

export type Engine = {
  /** The program of the threads. */
  readonly program: string
  /** Folders: what is parsed with in WebAssembly, and natively. Null to do all of it in WebAssembly. */
  readonly grammars: string
  readonly native: string | null
  readonly threads: number
}

/** What code is parsed with: it all ships with keel, and nothing is fetched. */
export function engine(): Engine {
  return {
    program: packageFile('dist/parse-worker.js'),
    grammars: packageFile('dist/grammars'),
    native: packageFile('dist/native'),
    threads: availableParallelism(),
  }
}
