import { rmSync } from 'node:fs'
import { join } from 'node:path'

export const TOKENS = 1500

/** How `keel map` is called. */
export const keelMap = {
  program: process.execPath,
  words: [join(import.meta.dirname, '../../dist/bin.cjs'), 'map', '--tokens', String(TOKENS)],
}

/** Where keel remembers what it parsed: the rest of its folder may be part of the project. */
export function memoryOf(root) {
  return join(root, '.keel/cache')
}

/** keel with nothing that it remembers. */
export function forget(root) {
  rmSync(memoryOf(root), { recursive: true, force: true })
}
