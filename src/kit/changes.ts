import { existsSync, rmdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode, isMissing, readIfThere, sweepTemporaries, writeAtomically } from './files.ts'

/**
 * A file as it should become. Whoever writes first decides on changes and then applies them, so that a dry
 * run is the same walk without its last step.
 */
export type Change =
  | {
      readonly kind: 'write'
      readonly path: string
      readonly before: Uint8Array | null
      readonly after: Uint8Array
    }
  | { readonly kind: 'remove'; readonly path: string; readonly before: Uint8Array }
  /** Removed only if nothing is left inside. */
  | { readonly kind: 'remove-directory'; readonly path: string }

/** A file that is no longer what the decision was based on. Nothing of it was touched. */
export type Stale = { readonly kind: 'stale'; readonly path: string }

/**
 * Applies changes in order, each whole or not at all. A file that somebody else changed since it was read is
 * left alone and returned, never overwritten; one that is already as it should become is nobody's conflict.
 */
export function applyChanges(changes: readonly Change[]): Stale[] {
  const stale: Stale[] = []
  for (const directory of new Set(changes.map((change) => dirname(change.path)))) sweepTemporaries(directory)
  for (const change of changes) {
    if (change.kind === 'remove-directory') {
      removeIfEmpty(change.path)
    } else {
      const now = readIfThere(change.path)
      const isDone = sameBytes(now, change.kind === 'write' ? change.after : null)
      if (isDone) continue
      if (!sameBytes(now, change.before)) stale.push({ kind: 'stale', path: change.path })
      else if (change.kind === 'write') writeAtomically(change.path, change.after)
      else rmSync(change.path)
    }
  }
  return stale
}

/** The directories that a write to this path would have to make, outermost first. */
export function missingDirectories(path: string): string[] {
  const missing: string[] = []
  for (let at = dirname(path); !existsSync(at); at = dirname(at)) missing.unshift(at)
  return missing
}

function removeIfEmpty(path: string): void {
  sweepTemporaries(path)
  try {
    rmdirSync(path)
  } catch (error) {
    const code = errorCode(error)
    if (!isMissing(error) && code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
  }
}

function sameBytes(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (one === null || other === null) return one === other
  return Buffer.compare(one, other) === 0
}
