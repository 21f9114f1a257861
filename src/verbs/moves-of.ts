import { keptMoves } from '#journal/kept-moves.ts'
import { byTime, readJournal } from '#journal/read-journal.ts'
import type { Entry } from '#words/entry.ts'
import { taskSource } from './task-source.ts'
import type { World } from './world.ts'

/** All that is known of how tasks moved: the journal of this worktree, and what is kept for all of them. */
export function movesOf(world: World): Entry[] {
  const { name, root } = taskSource(world)
  const kept = name === 'files' ? keptMoves(world.place) : []
  return [...readJournal(root).entries, ...kept].sort(byTime)
}
