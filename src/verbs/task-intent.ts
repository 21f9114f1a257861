import { describeRecord } from '#context/library/pack-folder.ts'
import { readJournal } from '#journal/read-journal.ts'
import type { Beginning } from '#loop/begin-run.ts'
import { attemptsAt } from '#loop/ledger/fold-attempts.ts'
import { epicContext } from '#loop/tasks/epic-context.ts'
import { openBoard } from '#loop/tasks/open-board.ts'
import type { Entry } from '#words/entry.ts'
import type { Task } from '#words/task.ts'
import { asTaskFault } from './as-task-fault.ts'
import { findTaskId } from './find-task-id.ts'
import { taskProof } from './task-proof.ts'
import { taskSource } from './task-source.ts'
import type { World } from './world.ts'

/** A task as a run takes it: what it says, and what proves it. */
export type TaskIntent = Omit<Beginning, 'worker' | 'tier' | 'test' | 'task'> & {
  readonly task: string
  /** Null where there is nothing to prove it with. */
  readonly test: string | null
}

export function taskIntent(typed: string, world: World): TaskIntent {
  const task = knownTask(typed, world)
  const { command, checks } = taskProof(task, world)
  const { entries } = readJournal(world.place.root)
  return {
    objective: describeRecord(task),
    test: command,
    task: task.id,
    checks,
    mayChangeTests: task.changes_tests,
    tried: triedIn(entries, task.id),
    onBlocked: 'leave',
  }
}

/** How often a task was tried here. */
export function triedIn(entries: readonly Entry[], task: string): number {
  return attemptsAt(task, entries).length
}

export function knownTask(typed: string, world: World): Task {
  const found = taskSource(world).read(findTaskId(typed, world))
  if (found.kind !== 'task') throw asTaskFault(found)
  return found.task
}

/** What a task is a part of, for whoever works on it; null where it is a part of nothing. */
export function epicOf(id: string, world: World): string | null {
  const source = taskSource(world)
  const { table } = openBoard(source, world.now())
  const place = table.placeOf(id)
  const above = place === undefined ? undefined : table.columns.parents[place]
  const epic = above === undefined || above >= table.ids.length ? null : source.read(table.ids[above] ?? '')
  if (epic?.kind !== 'task') return null
  const siblings = table.ids.flatMap((_, other) =>
    other !== place && table.columns.parents[other] === above ? (table.headOf(other) ?? []) : [],
  )
  const { entries } = readJournal(source.root)
  const doneAt = (one: string) =>
    entries.findLast((entry) => entry.kind === 'task-moved' && entry.task === one && entry.to === 'done')
      ?.at ?? null
  return epicContext({ epic: epic.task, siblings, doneAt })
}
