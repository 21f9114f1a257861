import { whileTasksLocked } from './change-task.ts'
import type { Lease } from './lease.ts'
import { readLease, takeLease } from './leases.ts'
import type { TaskSource } from './sources/contract.ts'

type Regaining = {
  readonly source: TaskSource
  /** As it was renewed last. */
  readonly lease: Lease
  readonly leaseMs: number
  readonly now: () => Date
  /** Whether keel knows that somebody else has moved the task since, in whatever worktree. */
  readonly isMoved: () => boolean
}

/**
 * Writes a lease again whose file is merely gone, as `git clean -fdx` leaves it: nobody has the task, and nobody has set it back. It
 * is decided under the lock by which tasks are claimed, so that two never hold one. Null where there was no need, or no right to it;
 * thrown where that cannot be told now.
 */
export function regainLease({ source, lease, leaseMs, now, isMoved }: Regaining): Lease | null {
  const { root } = source
  if (readLease(root, lease.task) !== null) return null
  const locked = whileTasksLocked(root, () => {
    const found = source.read(lease.task)
    // Where its file went the same way, nobody can have claimed it, and it is put back when the run ends.
    const isSetBack = found.kind === 'task' && found.task.status !== 'in_progress'
    if (isSetBack || isMoved()) return null
    const again = { ...lease, until: new Date(now().getTime() + leaseMs).toISOString() }
    return takeLease(root, { lease: again, seen: null }) ? again : null
  })
  if (locked.kind !== 'done') throw new Error(`The lease of ${lease.task} is gone, and tasks are locked.`)
  return locked.value
}
