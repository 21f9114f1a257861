import { keptMoves } from '#journal/kept-moves.ts'
import { readJournal } from '#journal/read-journal.ts'
import { sealKey } from '#kit/seal.ts'
import { findStart, type NoStart, type Start } from '#loop/tasks/find-start.ts'
import { taskSource } from './task-source.ts'
import type { World } from './world.ts'

/** What the work on a task is compared with, as this machine knows it. */
export function taskStart(id: string, world: World): Promise<Start | NoStart> {
  const { place } = world
  const { root } = place
  const { entries } = readJournal(root)
  const read = taskSource(world).read(id)
  const { created, title } = read.kind === 'task' ? read.task : { created: null, title: '' }
  return findStart({ root, task: id, entries, kept: keptMoves(place), key: sealKey(place), created, title })
}
