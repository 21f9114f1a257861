import { existsSync, rmdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode, isMissing, readIfThere, sweepTemporaries, writeAtomically } from './files.ts'
import { refusalOf } from './refusal-of.ts'

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
      /** A path whose own change must have happened first, such as that of a copy that is kept. */
      readonly requires?: string
    }
  | {
      readonly kind: 'remove'
      readonly path: string
      readonly before: Uint8Array
      readonly requires?: string
    }
  /** Removed only if nothing is left inside. */
  | { readonly kind: 'remove-directory'; readonly path: string }
  /** Removed with all that is inside: for what is derived from other files, and nobody's own. */
  | { readonly kind: 'remove-tree'; readonly path: string }

/**
 * A change that did not happen, and nothing of the file was touched. `stale`: it is no longer what the decision was
 * based on. `failed`: the system refused.
 */
export type Undone =
  | { readonly kind: 'stale'; readonly path: string }
  | { readonly kind: 'failed'; readonly path: string; readonly reason: string }

/**
 * Applies changes in order, each whole or not at all. A file that somebody else changed since it was read is left
 * alone and returned, never overwritten; so is what the system refuses, and what depends on either.
 */
export function applyChanges(changes: readonly Change[]): Undone[] {
  for (const directory of new Set(changes.map((change) => dirname(change.path)))) sweepTemporaries(directory)
  const undone: Undone[] = []
  for (const change of changes) {
    const required = 'requires' in change ? change.requires : undefined
    const blocker = undone.find(({ path }) => path === required)
    if (blocker !== undefined) undone.push({ ...blocker, path: change.path })
    else undone.push(...apply(change))
  }
  return undone
}

function apply(change: Change): Undone[] {
  try {
    if (change.kind === 'remove-directory') {
      removeIfEmpty(change.path)
      return []
    }
    if (change.kind === 'remove-tree') {
      rmSync(change.path, { recursive: true, force: true, maxRetries: 5 })
      return []
    }
    const now = readIfThere(change.path)
    // Already as it should become: another run of keel was faster.
    if (sameBytes(now, change.kind === 'write' ? change.after : null)) return []
    if (!sameBytes(now, change.before)) return [{ kind: 'stale', path: change.path }]
    if (change.kind === 'write') writeAtomically(change.path, change.after)
    else rmSync(change.path)
    return []
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === null) throw error
    return [{ kind: 'failed', path: change.path, reason: refusal.reason }]
  }
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
