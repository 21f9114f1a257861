import type { Lease } from './lease.ts'
import { readLease } from './leases.ts'

/**
 * Why a lease is not its claimant’s any more, as it is this moment; null where it is. One whose time is over and that nobody has
 * taken since is still theirs.
 */
export function whyLost(root: string, { task, claimant }: Lease): string | null {
  const found = readLease(root, task)
  if (found?.claimant === claimant) return null
  const whose = found === null ? 'somebody has set it back' : `${found.claimant} has it now`
  return `The lease of ${task} was lost: ${whose}. What was done is in the tree, and is not committed.`
}
