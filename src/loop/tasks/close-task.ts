import type { Journal } from '#journal/open-journal.ts'
import { changeTask } from './change-task.ts'
import { isLive } from './lease.ts'
import { dropLease, readLease } from './leases.ts'
import { changeStatus, type Held, type Moved } from './move-task.ts'
import type { TaskSource, TaskTrouble } from './sources/contract.ts'

/** Whether there is proof that a task is done. Who decides that has looked at the evidence; here it is only carried out. */
export type CloseDecision =
  | { readonly kind: 'proven' /** The entry of the evidence. */; readonly entry: string }
  /** An epic, all of whose parts are done: the entry of the evidence is that of the last. */
  | { readonly kind: 'parts-done'; readonly entry: string | null }
  | { readonly kind: 'forced'; readonly by: string; readonly why: string }
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }

export type Close = {
  readonly source: TaskSource
  readonly id: string
  /** Who closes it. */
  readonly by: string
  /** Under whose lease, where that is another name than theirs. */
  readonly claimant?: string
  readonly decision: CloseDecision
  readonly journal: Journal
  readonly now: () => Date
}

export type CloseOutcome =
  | Moved
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }
  /** It is done already. */
  | { readonly kind: 'closed-before' }
  | Held
  | TaskTrouble

/** The only way to `done`. A person who forces it may do so over a living lease, too. */
export function closeTask({ source, id, by, claimant = by, decision, journal, now }: Close): CloseOutcome {
  if (decision.kind === 'refused') return decision
  const { root } = source
  return changeTask<CloseOutcome>({ source, id }, (found) => {
    const stay = (outcome: CloseOutcome) => ({ write: null, answer: () => outcome })
    const lease = readLease(root, id)
    const isHeld = lease !== null && isLive(lease, now())
    // Where somebody is at work on it, it is done by its file alone.
    if (found.task.status === 'done' && !isHeld) return stay({ kind: 'closed-before' })
    const isOthers = isHeld && lease.claimant !== claimant
    if (isOthers && decision.kind !== 'forced') return stay({ kind: 'held', lease })
    const afterwards = () => dropLease(root, id)
    return changeStatus(found, { to: 'done', journal, afterwards, ...recordOf(decision, by) })
  })
}

function recordOf(decision: Exclude<CloseDecision, { kind: 'refused' }>, by: string) {
  switch (decision.kind) {
    case 'proven':
      return { by, reason: 'proven', evidence: decision.entry, isForced: false }
    case 'parts-done':
      return { by, reason: 'All its parts are done.', evidence: decision.entry, isForced: false }
    case 'forced':
      return { by: decision.by, reason: decision.why, evidence: null, isForced: true }
  }
}
