import { existsSync } from 'node:fs'
import type { Change } from '#kit/changes.ts'
import { readIfReadable } from '#kit/files.ts'
import { sha256 } from '#kit/sha256.ts'

/** What somebody wrote where keel is about to write: where it is kept, and what has to be done for it. */
export type SavedEdit = { readonly path: string; readonly changes: readonly Change[] }

/**
 * Keeps an edit beside the file, named by its content and read by no host. A copy that somebody has changed since is
 * theirs, and the next one gets another name.
 */
export function saveEdit(path: string, edit: Uint8Array): SavedEdit {
  const first = `${path}.keel-edit-${sha256(edit).slice(0, 8)}`
  for (let number = 1; ; number++) {
    const name = number === 1 ? first : `${first}-${number}`
    if (!existsSync(name)) {
      return { path: name, changes: [{ kind: 'write', path: name, before: null, after: edit }] }
    }
    if (readIfReadable(name)?.equals(edit)) return { path: name, changes: [] }
  }
}

/** True for the files in which edits are kept. */
export function isSavedEdit(path: string): boolean {
  return /\.keel-edit-[0-9a-f]{8}(-\d+)?$/.test(path)
}
