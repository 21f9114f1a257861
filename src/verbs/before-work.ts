import { describeRecord } from '#context/library/pack-folder.ts'
import { readJournal } from '#journal/read-journal.ts'
import type { NoStart, Start } from '#loop/tasks/find-start.ts'
import { askedOf } from '#loop/verify/asked-of.ts'
import type { Before } from '#loop/verify/before.ts'
import type { CheckOrder } from '#loop/verify/run-checks.ts'
import { findBaseline } from '#loop/verify/take-baseline.ts'
import type { Task } from '#words/task.ts'
import { isBegun } from './is-begun.ts'
import type { World } from './world.ts'

export type Proving = {
  readonly start: Start | NoStart | null
  readonly world: World
  readonly command: string
  readonly checks: readonly CheckOrder[]
  readonly key: Buffer | null
}

/** What was there when the task was claimed; null where nobody knows of anything. */
export async function beforeWork(
  task: Task,
  { start, world, command, checks, key }: Proving,
): Promise<Before | null> {
  if (start === null || start.kind === 'unknown') return null
  // What was written into the task since it was claimed excuses nothing.
  const mayChangeTests = task.changes_tests && (start.terms?.changesTests ?? true)
  const { root } = world.place
  const { entries } = readJournal(root)
  const swayedBy = start.terms?.environment
  const known = { root, entries, base: start.tree, command, checks, key, begunAt: start.at, swayedBy }
  const evidence = (await isBegun(start, root)) ? await findBaseline(known) : null
  const words = [describeRecord(task), ...task.files].join('\n')
  const asked = await askedOf({ root, from: start.commit, task: task.id, words })
  const others = { since: start.commit, refs: start.refs }
  return { tree: start.tree, evidence, mayChangeTests, asked, proven: start.proven, others }
}
