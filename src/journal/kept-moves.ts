import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { amongWorktrees } from '#kit/among-worktrees.ts'
import { readIfReadable } from '#kit/files.ts'
import { type ProjectKeeper, stateFolder } from '#kit/seal.ts'
import { sha256 } from '#kit/sha256.ts'
import type { Entry } from '#words/entry.ts'
import { parseLines } from './read-journal.ts'

/**
 * Moves of tasks and renewed terms, in the order in which they were made, whatever the clock said then. They are kept beside the key as well: the journal lies in
 * the project, where whoever works on a task could take it away, to claim the task anew; and each worktree has one of its own, while a
 * task is claimed for all of them, as its lease is, and taken from whoever has it in any.
 */
export function keptMoves(place: ProjectKeeper): Entry[] {
  // What a worktree was given for itself alone is the older.
  return keptFiles(place)
    .toReversed()
    .flatMap((file) => parseLines({ file, text: readIfReadable(file)?.toString('utf8') ?? '' }).entries)
}

/** Where it cannot be kept, the journal has it still. */
export function keepMove(entry: Entry, place: ProjectKeeper): void {
  const [file] = keptFiles(place)
  if (!isKept(entry) || file === undefined) return
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
  } catch {
    // A home that nothing can be written to.
  }
}

/** What nobody sealed is believed by nobody. */
function isKept(entry: Entry): boolean {
  return (entry.kind === 'terms-renewed' || entry.kind === 'task-moved') && entry.seal !== null
}

/** First that of all worktrees, then what a linked one was given before they had one together. */
function keptFiles(place: ProjectKeeper): string[] {
  const shared = dirname(amongWorktrees(place.root, '.keel'))
  const names = [shared, place.root].map((path) => `${sha256(path).slice(0, 32)}.jsonl`)
  return [...new Set(names)].map((name) => join(stateFolder(place), 'moves', name))
}
