import { availableParallelism } from 'node:os'
import { packageFile } from '#kit/package-file.ts'

/** What code is parsed with: it all ships with keel, and nothing is fetched. */
export function engine(): { readonly program: string; readonly grammars: string; readonly threads: number } {
  return {
    program: packageFile('dist/parse-worker.js'),
    grammars: packageFile('dist/grammars'),
    threads: availableParallelism(),
  }
}
