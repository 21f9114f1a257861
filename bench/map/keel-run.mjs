import { rmSync } from 'node:fs'
import { join } from 'node:path'

export const TOKENS = 1500

/** How `keel map` is called. */
export const keelMap = {
  program: process.execPath,
  words: [join(import.meta.dirname, '../../dist/bin.cjs'), 'map', '--tokens', String(TOKENS)],
}

/** keel with nothing that it remembers. */
export function forget(root) {
  rmSync(join(root, '.keel'), { recursive: true, force: true })
}
