import { isLive, type Lease } from './lease.ts'
import { readLease, renewLease } from './leases.ts'

export type Leased = {
  readonly root: string
  readonly lease: Lease
  readonly leaseMs: number
  readonly now: () => Date
  /** Called once in the time of a lease, for whoever else has to know that the work goes on. */
  readonly renew?: () => void
  /** Told once, when the lease is somebody else’s: what is done from then on may be done twice. */
  readonly onLost?: () => void
}

/**
 * Renews a lease for as long as the work goes on, several times within its time. One that is lost stays lost: a process that
 * slept for too long finds that another has taken over.
 */
export async function whileLeased<Value>(
  { root, lease, leaseMs, now, renew, onLost }: Leased,
  work: () => Promise<Value>,
): Promise<Value> {
  let beats = 0
  const beat = () => {
    try {
      const found = readLease(root, lease.task)
      const isOurs = found !== null && found.claimant === lease.claimant && isLive(found, now())
      if (isOurs) {
        renewLease(root, { ...found, until: new Date(now().getTime() + leaseMs).toISOString() })
        if (++beats % BEATS_A_LEASE === 0) renew?.()
        return
      }
    } catch {
      // A disk that takes no lease now may take one the next time, and until then there is time left.
      return
    }
    clearInterval(timer)
    onLost?.()
  }
  const timer = setInterval(beat, Math.max(1, leaseMs / BEATS_A_LEASE))
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

const BEATS_A_LEASE = 4
