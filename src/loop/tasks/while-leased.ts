import { whileTasksLocked } from './change-task.ts'
import type { Lease } from './lease.ts'
import { readLease, renewLease } from './leases.ts'
import { isLost } from './why-lost.ts'

export type Leased = {
  readonly root: string
  readonly lease: Lease
  readonly leaseMs: number
  readonly now: () => Date
  /** Called once in the time of a lease, for whoever else has to know that the work goes on. */
  readonly renew?: () => void
  /** Told of it each time that it is renewed. */
  readonly onRenewed?: (lease: Lease) => void
  /** Asked at each look: writes the lease again where its file is merely gone, and throws where that cannot be told now. */
  readonly regain?: () => void
  /** Told once, when the lease is somebody else’s: what is done from then on may be done twice. */
  readonly onLost: () => void
}

/**
 * Renews a lease for as long as the work goes on, several times within its time, and looks far more often whether it is still
 * there. One that is lost stays lost: a process that slept for too long finds that another has taken over.
 */
export async function whileLeased<Value>(
  { root, lease, leaseMs, now, renew, onRenewed, regain, onLost }: Leased,
  work: () => Promise<Value>,
): Promise<Value> {
  const everyMs = leaseMs / BEATS_A_LEASE
  let dueMs = now().getTime() + everyMs
  let beats = 0
  // Nobody may take it between the look and the writing.
  const extend = () =>
    whileTasksLocked(root, () => {
      const found = readLease(root, lease.task)
      if (found?.claimant !== lease.claimant) return
      const renewed = { ...found, until: new Date(now().getTime() + leaseMs).toISOString() }
      renewLease(root, renewed)
      onRenewed?.(renewed)
      dueMs = now().getTime() + everyMs
      if (++beats % BEATS_A_LEASE === 0) renew?.()
    })
  const beat = () => {
    try {
      regain?.()
      if (!isLost(root, lease) && now().getTime() >= dueMs) extend()
    } catch {
      // A disk that takes no lease now may take one the next time, and until then there is time left.
      return
    }
    if (!isLost(root, lease)) return
    clearInterval(timer)
    onLost()
  }
  const timer = setInterval(beat, Math.max(1, Math.min(LOOK_MS, everyMs)))
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

const BEATS_A_LEASE = 4
const LOOK_MS = 1000
