import { keptMoves } from '#journal/kept-moves.ts'
import { byTime, readJournal } from '#journal/read-journal.ts'
import { isSealed, knownSealKey } from '#kit/seal.ts'
import type { TaskMove } from '#loop/tasks/say-unproven.ts'
import { taskSource } from './task-source.ts'
import type { World } from './world.ts'

/**
 * How tasks moved, as far as keel itself has written it down: in the journal of this worktree, and in what is kept for all of them.
 * Where no key can be kept, nothing is proven. Of other worktrees only who began and who came to an end is told: that somebody
 * there has set a task back says nothing of its file here.
 */
export function movesOf(world: World): TaskMove[] {
  return believed(world, ({ to, head }) => to === 'done' || head !== null)
}

/** Every move, in whatever worktree: whoever has moved a task last has the word on whose it is. */
export function everyMove(world: World): TaskMove[] {
  return believed(world, () => true)
}

function believed(world: World, isWanted: (kept: TaskMove) => boolean): TaskMove[] {
  const { name, root } = taskSource(world)
  const kept = (name === 'files' ? keptMoves(world.place) : []).filter(
    (entry) => entry.kind === 'task-moved' && isWanted(entry),
  )
  const key = knownSealKey(world.place)
  const moves = new Map<string, TaskMove>()
  for (const entry of [...readJournal(root).entries, ...kept]) {
    if (entry.kind !== 'task-moved') continue
    if (key === null ? entry.evidence === null : isSealed(entry, key)) moves.set(entry.id, entry)
  }
  return [...moves.values()].sort(byTime)
}
