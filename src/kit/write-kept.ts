import { readFileSync } from 'node:fs'
import { buildId } from './build-id.ts'
import { writeAtomically } from './files.ts'
import { sha256 } from './sha256.ts'

/** Keeps a value that can be made again, with a hash of it: what disks and other programs do to a file is then seen. */
export function writeKept(path: string, value: unknown): void {
  writeHashed(path, { text: JSON.stringify(value), salt: '' })
}

/** What was kept; null where nothing is, or not what was written. Who only looks changes nothing: what is made anew is written over it. */
export function readKept(path: string): unknown {
  return readHashed(path, '')
}

/**
 * Keeps a value for this very program, which is part of the hash. What is read back was then written by the same lines, and is of the
 * type that they say: to have a schema look at it would take longer than all else of many a run.
 */
export function writeOwn(path: string, value: unknown): void {
  writeHashed(path, { text: JSON.stringify(value), salt: buildId })
}

/** What was kept by `writeOwn`; null where nothing is, or what another program wrote, or not what was written. */
export function readOwn<Value>(path: string): Value | null {
  return readHashed(path, buildId) as Value | null
}

function writeHashed(path: string, { text, salt }: { readonly text: string; readonly salt: string }): void {
  writeAtomically({ path, ifPowerFails: 'made-again' }, Buffer.from(`${sha256(salt + text)}\n${text}`))
}

function readHashed(path: string, salt: string): unknown {
  try {
    const content = readFileSync(path, 'utf8')
    const text = content.slice(HASH_LENGTH + 1)
    return content.slice(0, HASH_LENGTH) === sha256(salt + text) ? JSON.parse(text) : null
  } catch {
    // It is not there, or is no file.
    return null
  }
}

const HASH_LENGTH = 64
