import { redact } from '#kit/redact.ts'
import { isLive } from '#loop/tasks/lease.ts'
import { readLease } from '#loop/tasks/leases.ts'
import { type Move, moveTask } from '#loop/tasks/move-task.ts'
import { reopenEpicsAbove } from '#loop/tasks/reopen-epics-above.ts'
import type { Task } from '#words/task.ts'
import { asTaskFault } from './as-task-fault.ts'
import { assertProject } from './assert-project.ts'
import { findTaskId } from './find-task-id.ts'
import { taskSource } from './task-source.ts'
import type { World } from './world.ts'

export type TaskMoveReport = {
  readonly dryRun: boolean
  readonly from: Task['status']
  readonly task: Task
  /** The epics above that were done, and are open again with it. */
  readonly epics: readonly string[]
  /** Who was at work on it, and has lost it; null where nobody was. */
  readonly holder: string | null
}

export type MoveInput = {
  readonly id: string
  readonly to: Move['to']
  readonly why: string
  readonly dryRun: boolean
}

/** Moves a task because a person said so, whoever may be at work on it. */
export function moveByVerb({ id: typed, to, why, dryRun }: MoveInput, world: World): TaskMoveReport {
  assertProject(world.place)
  const source = taskSource(world)
  const id = findTaskId(typed, world)
  const before = source.read(id)
  if (before.kind !== 'task') throw asTaskFault(before)
  const from = before.task.status
  const lease = readLease(source.root, id)
  const holder = lease !== null && isLive(lease, world.now()) ? lease.claimant : null
  if (dryRun) return { dryRun, from, task: { ...before.task, status: to }, epics: [], holder }
  const reason = redact(why)
  const { asker: by, journal, now } = world
  const about = { source, id, by, journal, now }
  const outcome = moveTask({ ...about, to, reason, over: 'any' })
  if (outcome.kind !== 'moved') throw asTaskFault(outcome)
  const epics = from === 'done' ? reopenEpicsAbove(about) : []
  return { dryRun, from, task: outcome.task, epics, holder }
}
