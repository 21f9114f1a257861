import { readFileSync } from 'node:fs'
import { writeAtomically } from './files.ts'
import { sha256 } from './sha256.ts'

/** Keeps a value that can be made again, with a hash of it: what disks and other programs do to a file is then seen. */
export function writeKept(path: string, value: unknown): void {
  const text = JSON.stringify(value)
  writeAtomically({ path, ifPowerFails: 'made-again' }, Buffer.from(`${sha256(text)}\n${text}`))
}

/** What was kept; null where nothing is, or not what was written. Who only looks changes nothing: what is made anew is written over it. */
export function readKept(path: string): unknown {
  try {
    const content = readFileSync(path, 'utf8')
    const text = content.slice(HASH_LENGTH + 1)
    return content.slice(0, HASH_LENGTH) === sha256(text) ? JSON.parse(text) : null
  } catch {
    // It is not there, or is no file.
    return null
  }
}

const HASH_LENGTH = 64
