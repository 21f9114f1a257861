import { hostname } from 'node:os'
import type { Journal } from '#journal/open-journal.ts'
import type { Task } from '#words/task.ts'
import type { Refs } from '../read-refs.ts'
import { changeTask, type TaskChange } from './change-task.ts'
import { isLive, type Lease } from './lease.ts'
import { dropLease, readLease, renewLease, takeLease } from './leases.ts'
import { changeStatus, type Held, type Moved } from './move-task.ts'
import type { FoundTask, TaskSource, TaskTrouble } from './sources/contract.ts'

export type Claim = {
  readonly source: TaskSource
  readonly id: string
  /** A name that nobody else goes by. Who claims again under the same name renews their lease. */
  readonly claimant: string
  /** The process that works on it; null for a claimant that keel cannot watch, such as a person or an agent at a shell. */
  readonly process: number | null
  readonly leaseMs: number
  /** The commit that the repository stands at: what the work is compared with later. Null where there is none. */
  readonly head?: string | null
  /** By which rules git reads files then. */
  readonly rules?: string | null
  /** The branches then, by name, each with its commit. */
  readonly refs?: Refs
  /** The command that proves the whole project then; null where there is none. */
  readonly test?: string | null
  /** What the configuration checks beside the tests, by name. */
  readonly checks?: Readonly<Record<string, string>>
  /** What of the environment decides what is run. */
  readonly environment?: readonly string[]
  /** Whether keel’s own record has this claimant as the last who moved the task: what a lost lease file cannot tell. */
  readonly wasTheirs?: () => boolean
  readonly journal: Journal
  readonly now: () => Date
}

export type ClaimOutcome =
  | { readonly kind: 'claimed'; readonly task: Task; readonly lease: Lease }
  | Held
  /** It is in a status in which nobody starts; `in_progress` without a lease is a person’s. */
  | { readonly kind: 'not-open'; readonly task: Task }
  | NotReady
  | TaskTrouble

/** Why nobody may start on it, a sentence each. */
export type NotReady = { readonly kind: 'not-ready'; readonly reasons: readonly string[] }

/**
 * Takes a task for one claimant: first the lease, then the status. Who is killed in between leaves a lease of a process that is
 * gone, which counts for nothing; only when the status is written does the lease become one that time alone ends.
 */
export function claimTask(claim: Claim): ClaimOutcome {
  const seen = readLease(claim.source.root, claim.id)
  // Asked without the lock first: of many who want the same, most need not wait to hear that it is gone.
  if (seen !== null && seen.claimant !== claim.claimant && isLive(seen, claim.now()))
    return { kind: 'held', lease: seen }
  return changeTask<ClaimOutcome>(claim, (found) => decide(found, claim))
}

function decide(found: FoundTask, claim: Claim): TaskChange<ClaimOutcome> {
  const { id, claimant, leaseMs, now } = claim
  const { root } = claim.source
  const { task } = found
  const stay = (outcome: ClaimOutcome): TaskChange<ClaimOutcome> => ({ write: null, answer: () => outcome })
  const seen = readLease(root, id)
  const isHeld = seen !== null && isLive(seen, now())
  const refusal = whyRefused(task, { seen, isHeld, claim })
  if (refusal !== null) return stay(refusal)
  const taken = now()
  const lease: Lease = {
    task: id,
    claimant,
    process: claim.process,
    host: hostname(),
    taken: isHeld ? seen.taken : taken.toISOString(),
    until: new Date(taken.getTime() + leaseMs).toISOString(),
  }
  const claimed: ClaimOutcome = { kind: 'claimed', task: { ...task, status: 'in_progress' }, lease }
  if (isHeld && task.status === 'in_progress')
    return { write: null, record: () => renewBoth(claim.source, lease), answer: () => claimed }
  const change = changeStatus(found, {
    ...claim,
    to: 'in_progress',
    by: claimant,
    reason: reasonOf(task, seen),
    ...UNPROVEN,
    head: claim.head ?? null,
    rules: claim.rules ?? null,
  })
  if (change.write === null) return asOutcome(change, claimed)
  const starting = { ...lease, process: process.pid, taken: taken.toISOString() }
  if (!takeLease(root, { lease: starting, seen }))
    return stay({ kind: 'held', lease: readLease(root, id) ?? starting })
  return {
    ...asOutcome(change, claimed),
    takeBack: (error) => {
      dropLease(root, id)
      change.takeBack?.(error)
    },
    afterwards: () => {
      if (claim.process !== process.pid) renewLease(root, lease)
    },
  }
}

type Seen = { readonly seen: Lease | null; readonly isHeld: boolean; readonly claim: Claim }

function whyRefused(task: Task, { seen, isHeld, claim }: Seen): ClaimOutcome | null {
  if (isHeld && seen !== null && seen.claimant !== claim.claimant) return { kind: 'held', lease: seen }
  const isLeft = () => seen !== null || claim.wasTheirs?.() === true
  const isStartable = task.status === 'open' || (task.status === 'in_progress' && isLeft())
  if (!isStartable) return { kind: 'not-open', task }
  // Asked again while nobody else can change a task: another worktree may have come to an end with it a moment ago.
  const elsewhere = isHeld ? null : (claim.source.heldElsewhere?.(task.id) ?? null)
  return elsewhere === null ? null : { kind: 'not-ready', reasons: [elsewhere] }
}

function renewBoth(source: TaskSource, lease: Lease): void {
  renewLease(source.root, lease)
  source.renew?.(lease.task)
}

const UNPROVEN = { evidence: null, isForced: false } as const

function asOutcome(change: TaskChange<Moved | TaskTrouble>, claimed: ClaimOutcome): TaskChange<ClaimOutcome> {
  const answer = () => {
    const outcome = change.answer()
    return outcome.kind === 'moved' ? claimed : outcome
  }
  return { ...change, answer }
}

function reasonOf({ status }: Task, seen: Lease | null): string {
  if (status === 'open') return 'claimed'
  return seen === null
    ? 'claimed again, as its lease was gone'
    : `claimed after the lease of ${seen.claimant} had ended`
}

export type Release = Pick<Claim, 'source' | 'id' | 'claimant' | 'journal'> & { readonly reason: string }

export type ReleaseOutcome =
  | Moved
  | { readonly kind: 'not-yours'; readonly lease: Lease | null }
  | TaskTrouble

/** Gives a task back, so that somebody else can take it. Only whoever holds the lease can. */
export function releaseTask({ source, id, claimant, journal, reason }: Release): ReleaseOutcome {
  const { root } = source
  return changeTask<ReleaseOutcome>({ source, id }, (found) => {
    const lease = readLease(root, id)
    if (lease === null || lease.claimant !== claimant)
      return { write: null, answer: () => ({ kind: 'not-yours', lease }) }
    const afterwards = () => dropLease(root, id)
    const isAtWork = found.task.status === 'in_progress'
    const to = isAtWork ? 'open' : found.task.status
    return changeStatus(found, { to, by: claimant, reason, ...UNPROVEN, journal, afterwards })
  })
}
