import { redact } from '#kit/redact.ts'
import { isLive } from '#loop/tasks/lease.ts'
import { readLease } from '#loop/tasks/leases.ts'
import { findHeld, type Held, type Move, moveTask } from '#loop/tasks/move-task.ts'
import { reopenEpicsAbove } from '#loop/tasks/reopen-epics-above.ts'
import type { Fault } from '#words/fault.ts'
import type { Task } from '#words/task.ts'
import { userFault } from '#words/user-fault.ts'
import { asTaskFault } from './as-task-fault.ts'
import { assertPersonsWord } from './assert-persons-word.ts'
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
  /** Whether they take it from who is at work on it, though nothing changes here. */
  readonly over?: Exclude<Move['over'], 'own'>
}

/** Moves a task because a person said so, whoever may be at work on it. */
export function moveByVerb(
  { id: typed, to, why, dryRun, over = 'any' }: MoveInput,
  world: World,
): TaskMoveReport {
  assertProject(world.place)
  const source = taskSource(world)
  const id = findTaskId(typed, world)
  // Who is stuck may say so of its own task; to set it back would take it from the very run that it works for.
  assertPersonsWord({ id, own: to === 'blocked' ? 'allowed' : 'refused' }, world)
  const before = source.read(id)
  if (before.kind !== 'task') throw asTaskFault(before)
  const from = before.task.status
  const elsewhere = from === to && over === 'any' ? (source.heldElsewhere?.(id) ?? null) : null
  if (elsewhere !== null) throw settledElsewhere({ id, to, elsewhere })
  const lease = readLease(source.root, id)
  const holder = lease !== null && isLive(lease, world.now()) ? lease.claimant : null
  const { asker: by, journal, now } = world
  if (dryRun) {
    const held = findHeld({ root: source.root, task: before.task, to, by, over, now })
    if (held !== null) throw stillHeld(held, to)
    return { dryRun, from, task: { ...before.task, status: to }, epics: [], holder }
  }
  const reason = redact(why)
  const about = { source, id, by, journal, now }
  const outcome = moveTask({ ...about, to, reason, over })
  if (outcome.kind === 'held') throw stillHeld(outcome, to)
  if (outcome.kind !== 'moved') throw asTaskFault(outcome)
  const epics = from === 'done' ? reopenEpicsAbove(about) : []
  return { dryRun, from, task: outcome.task, epics, holder }
}

/** It is here what it should become, and somebody has it all the same: in another worktree, or their file was put back by hand. */
function stillHeld({ lease: { task, claimant, until } }: Held, to: MoveInput['to']): Fault {
  return userFault('held', {
    message: `${task} is ${to} here already, and ${claimant} is at work on it until ${until}, perhaps in another worktree. To take it from them:`,
    hint: `keel task reopen ${task}${to === 'open' ? ' --take' : ''}`,
  })
}

/** Nothing changes here, and what another worktree has come to would count for nothing: they have to say that they mean it. */
function settledElsewhere({
  id,
  to,
  elsewhere,
}: Pick<MoveInput, 'id' | 'to'> & { elsewhere: string }): Fault {
  return userFault('settled-elsewhere', {
    message: `${id} is ${to} here already. ${elsewhere}`,
    hint: `keel task reopen ${id} --take`,
  })
}
