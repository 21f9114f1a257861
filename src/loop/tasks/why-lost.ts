import type { Lease } from './lease.ts'
import { readLease } from './leases.ts'
import type { TaskSource } from './sources/contract.ts'

export type Lost = {
  /** Why the task is not ours any more. */
  readonly reason: string
  /** What to type, where it is of no use to resume the run; else null. */
  readonly next: string | null
}

type Losing = {
  readonly source: TaskSource
  /** As it was renewed last. */
  readonly lease: Lease
  readonly now: Date
}

/** Why a lease is not its claimant’s any more, as it is this moment; null where it is. */
export function whyLost({ source, lease, now }: Losing): Lost | null {
  const { task, until } = lease
  if (!isLost(source.root, lease)) return null
  const hasRunOut = Date.parse(until) <= now.getTime()
  const how = hasRunOut ? `ran out at ${until}, because this run stood still` : 'was lost'
  const whose = whoseNow(source, task)
  const since = whose ?? (hasRunOut ? 'Somebody else has had it since.' : 'Somebody has set it back.')
  return {
    reason: `The lease of ${task} ${how}. ${since} What was done here is in the tree, and is not committed.`,
    next: whose === null ? null : 'git status',
  }
}

/** One whose time is over and that nobody has taken since is still theirs. */
export function isLost(root: string, { task, claimant }: Lease): boolean {
  return readLease(root, task)?.claimant !== claimant
}

/** Who has a task, or what has become of it; null where anybody can take it. */
function whoseNow(source: TaskSource, task: string): string | null {
  const lease = readLease(source.root, task)
  if (lease !== null) return `${lease.claimant} has it now.`
  const elsewhere = source.heldElsewhere?.(task) ?? null
  if (elsewhere !== null || source.name !== 'files') return elsewhere
  const found = source.read(task)
  return found.kind === 'task' && found.task.status === 'done' ? 'It is done by now.' : null
}
