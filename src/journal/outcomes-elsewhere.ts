import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { amongWorktrees } from '#kit/among-worktrees.ts'
import { namesIn, readIfReadable, writeAtomically } from '#kit/files.ts'
import { isSealed, knownSealKey, stateFolder } from '#kit/seal.ts'
import { sha256 } from '#kit/sha256.ts'
import { type Entry, entrySchema } from '#words/entry.ts'
import { TASK_ID, type TaskStatus } from '#words/task.ts'
import type { KeptPlace } from './kept-moves.ts'

/** What a task has come to in another worktree of the repository, where nothing here says so yet. */
export type OutcomeElsewhere = {
  readonly to: TaskStatus
  readonly at: string
  /** Where that worktree lies, or lay. */
  readonly worktree: string
}

/**
 * Tells of a task what it has come to in another worktree. A lease is shared by all of them, and ends with the work, while the file
 * that says what came of it reaches the others only when it is merged. There is a folder for each worktree, a file for each task
 * that rests, and never two of one task: so nothing is read where there is but one worktree, and little where there are more.
 */
export function outcomesElsewhere(place: KeptPlace): ((task: string) => OutcomeElsewhere | null) | null {
  const own = ownFolder(place)
  const files = new Map<string, string>()
  for (const folder of foldersOf(place))
    if (folder !== own) for (const name of namesIn(folder)) files.set(name, join(folder, name))
  if (files.size === 0) return null
  const key = knownSealKey(place)
  return (task) => {
    const file = files.get(`${task}.json`)
    return file === undefined ? null : outcomeIn(file, { task, key })
  }
}

function outcomeIn(
  file: string,
  { task, key }: { task: string; key: Buffer | null },
): OutcomeElsewhere | null {
  try {
    const { worktree, entry } = JSON.parse(readIfReadable(file)?.toString('utf8') ?? '')
    const move = entrySchema.parse(entry)
    if (move.kind !== 'task-moved' || move.task !== task || !isSealed(move, key)) return null
    return { to: move.to, at: move.at, worktree: String(worktree) }
  } catch {
    return null
  }
}

/** Whoever moves a task last has the word, in whichever worktree. Where it cannot be kept, the journal has it still. */
export function keepOutcome(entry: Entry, place: KeptPlace): void {
  if (entry.kind !== 'task-moved' || entry.seal === null || !TASK_ID.test(entry.task)) return
  const name = `${entry.task}.json`
  const own = ownFolder(place)
  const isAtRest = AT_REST.has(entry.to)
  try {
    if (isAtRest) {
      mkdirSync(own, { recursive: true, mode: 0o700 })
      writeAtomically(join(own, name), Buffer.from(`${JSON.stringify({ worktree: place.root, entry })}\n`))
    }
    for (const folder of foldersOf(place))
      if (folder !== own || !isAtRest) rmSync(join(folder, name), { force: true })
  } catch {
    // A home that nothing can be written to.
  }
}

/** Nobody starts what is so, and nobody holds a lease on it that would tell the others. */
const AT_REST: ReadonlySet<TaskStatus> = new Set(['implemented', 'done', 'blocked', 'deferred'])

function foldersOf(place: KeptPlace): string[] {
  const folder = sharedFolder(place)
  return namesIn(folder).map((name) => join(folder, name))
}

function ownFolder(place: KeptPlace): string {
  return join(sharedFolder(place), nameOf(place.root))
}

function sharedFolder(place: KeptPlace): string {
  return join(stateFolder(place), 'outcomes', nameOf(dirname(amongWorktrees(place.root, '.keel'))))
}

function nameOf(path: string): string {
  return sha256(path).slice(0, 32)
}
