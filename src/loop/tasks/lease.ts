import { hostname } from 'node:os'
import * as z from 'zod'
import { isAlive } from '#kit/files.ts'
import { processBegan } from '#kit/process-began.ts'

/** The right to work on a task, for a while. Kept on this machine alone: `.keel/leases/<id>.json`. */
const leaseSchema = z.object({
  task: z.string(),
  /** Who holds it, in a name that nobody else goes by. */
  claimant: z.string().min(1),
  /** The process that works. Null where nobody can tell when the claimant is gone, and only the time ends it. */
  process: z.int().positive().nullable(),
  /** When that process began: numbers of processes come again. Missing where the system does not tell. */
  began: z.number().optional(),
  host: z.string(),
  taken: z.iso.datetime(),
  until: z.iso.datetime(),
})

export type Lease = Readonly<z.infer<typeof leaseSchema>>

/** Null for what is no lease: torn, or written by somebody else. */
export function parseLease(bytes: Buffer): Lease | null {
  try {
    return leaseSchema.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    return null
  }
}

/** Whether its claimant may still be at work: there is time left, and the process is not known to be gone. */
export function isLive({ process: pid, began, host, until }: Lease, now: Date): boolean {
  if (Date.parse(until) <= now.getTime()) return false
  if (pid === null || host !== hostname()) return true
  return isAlive(pid) && (began === undefined || began === (processBegan(pid) ?? began))
}

/**
 * A lease of a clock that was ahead, as if it had been taken now: else it would hold a task for as long as the clock was wrong. Null
 * where it needs no such thing. A few minutes are no mistake: clocks of two machines differ.
 */
export function setRight(lease: Lease, now: Date): Lease | null {
  const [takenMs, untilMs] = [Date.parse(lease.taken), Date.parse(lease.until)]
  if (takenMs - now.getTime() <= AHEAD_MAX_MS || untilMs <= takenMs) return null
  const until = new Date(now.getTime() + untilMs - takenMs)
  return { ...lease, taken: now.toISOString(), until: until.toISOString() }
}

const AHEAD_MAX_MS = 5 * 60_000
