import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findUp } from './find-up.ts'

/** A file that ships with keel, found from wherever this code runs: `src/` in a checkout, `dist/` in a package. */
export function packageFile(path: string): string {
  const here = fileURLToPath(new URL('.', import.meta.url))
  const root = findUp(here, ['package.json'])
  if (root === null) throw new Error(`no package.json above ${here}`)
  return join(root, path)
}

export function readPackageFile(path: string): string {
  return readFileSync(packageFile(path), 'utf8')
}
