import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { sha256 } from '#kit/sha256.ts'

/**
 * Files that were read although they are in no list of the tree, such as a configuration in a package, with a hash of what stood
 * there; null for what was not there. Git says nothing of them, and so whoever remembers what was made of them has to look.
 */
export type Beside = readonly (readonly [path: string, hash: string | null])[]

export function hashOfText(text: string | null): string | null {
  return text === null ? null : sha256(text).slice(0, 16)
}

/** Whether each is as it was. */
export function isBesideSame(root: string, beside: Beside): boolean {
  return beside.every(([path, hash]) => hashOfText(textAt(resolve(root, path))) === hash)
}

/** Null for what is not there, cannot be read, or is no file: a pipe would have nothing to say for ever. */
export function textAt(path: string): string | null {
  try {
    return statSync(path).isFile() ? readFileSync(path, 'utf8') : null
  } catch {
    return null
  }
}
