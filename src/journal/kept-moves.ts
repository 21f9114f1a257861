import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readIfReadable } from '#kit/files.ts'
import { type Keeper, stateFolder } from '#kit/seal.ts'
import { sha256 } from '#kit/sha256.ts'
import type { Entry } from '#words/entry.ts'
import { parseLines } from './read-journal.ts'

export type KeptPlace = Keeper & { readonly root: string }

/**
 * Claims and closings that the journal no longer has. They are kept beside the key as well, for the journal lies in the project,
 * where whoever works on a task could take it away, to claim the task anew.
 */
export function keptMoves(entries: readonly Entry[], place: KeptPlace): Entry[] {
  const file = keptFile(place)
  const text = readIfReadable(file)?.toString('utf8') ?? ''
  const known = new Set(entries.map(({ id }) => id))
  return parseLines({ file, text }).entries.filter(({ id }) => !known.has(id))
}

/** Where it cannot be kept, the journal has it still. */
export function keepMove(entry: Entry, place: KeptPlace): void {
  if (entry.kind !== 'task-moved' || entry.seal === null) return
  if (entry.to !== 'done' && entry.head === null) return
  const file = keptFile(place)
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
  } catch {
    // A home that nothing can be written to.
  }
}

function keptFile(place: KeptPlace): string {
  return join(stateFolder(place), 'moves', `${sha256(place.root).slice(0, 32)}.jsonl`)
}
