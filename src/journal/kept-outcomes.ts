import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { amongWorktrees } from '#kit/among-worktrees.ts'
import { namesIn, readIfReadable, writeAtomically } from '#kit/files.ts'
import { isSealed, knownSealKey, type ProjectKeeper, stateFolder } from '#kit/seal.ts'
import { sha256 } from '#kit/sha256.ts'
import { type Entry, entrySchema } from '#words/entry.ts'
import { TASK_ID, type TaskStatus } from '#words/task.ts'

/** What a task has come to, where its file may not say so. */
export type KeptOutcome = {
  readonly to: TaskStatus
  readonly at: string
  /** Where the worktree lies, or lay, in which it did. */
  readonly worktree: string
}

type OutcomeOf = (task: string) => KeptOutcome | null

/** Each null where nothing is kept. */
export type KeptOutcomes = {
  /** In other worktrees. */
  readonly others: OutcomeOf | null
  /** In this one. */
  readonly own: OutcomeOf | null
}

/**
 * Tells of a task what it has come to, in this worktree and in others. A lease is shared by all of them, and ends with the work, while
 * the file that says what came of it reaches the others, and other branches, only when it is merged. There is a folder for each
 * worktree, a file for each task that rests, and never two of one task: so little is read.
 */
export function keptOutcomes(place: ProjectKeeper): KeptOutcomes {
  const own = ownFolder(place)
  const files = new Map<string, string>()
  for (const folder of foldersOf(place))
    if (folder !== own) for (const name of namesIn(folder)) files.set(name, join(folder, name))
  const ownNames = new Set(namesIn(own))
  const key = files.size + ownNames.size === 0 ? null : knownSealKey(place)
  const outcomeAt = (file: string | undefined, task: string) =>
    file === undefined ? null : outcomeIn(file, { task, key })
  return {
    others: files.size === 0 ? null : (task) => outcomeAt(files.get(`${task}.json`), task),
    own:
      ownNames.size === 0
        ? null
        : (task) => outcomeAt(ownNames.has(`${task}.json`) ? join(own, `${task}.json`) : undefined, task),
  }
}

function outcomeIn(file: string, { task, key }: { task: string; key: Buffer | null }): KeptOutcome | null {
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
export function keepOutcome(entry: Entry, place: ProjectKeeper): void {
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

function foldersOf(place: ProjectKeeper): string[] {
  const folder = sharedFolder(place)
  return namesIn(folder).map((name) => join(folder, name))
}

function ownFolder(place: ProjectKeeper): string {
  return join(sharedFolder(place), nameOf(place.root))
}

function sharedFolder(place: ProjectKeeper): string {
  return join(stateFolder(place), 'outcomes', nameOf(dirname(amongWorktrees(place.root, '.keel'))))
}

function nameOf(path: string): string {
  return sha256(path).slice(0, 32)
}
