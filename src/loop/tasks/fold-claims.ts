import { isSealed } from '#kit/seal.ts'
import type { Entry, TaskTerms } from '#words/entry.ts'
import type { Evidence } from '#words/evidence.ts'
import type { Refs } from '../read-refs.ts'

export type ClaimsRequest = {
  readonly task: string
  readonly entries: readonly Entry[]
  readonly key: Buffer | null
}

/** Where a repository stood when a task was claimed, and what was so then. */
export type Claimed = {
  readonly at: string
  readonly head: string
  readonly terms: TaskTerms | null
  readonly rules: string | null
  /** The branches then; empty where nobody looked. */
  readonly refs: Refs
}

/** A task that was closed with proof, and its own claim where it had one. */
export type Closing = {
  readonly task: string
  readonly claimed: Claimed | null
  readonly evidence: Evidence
}

/** What the journal knows of the start of a task. Only what keel has sealed here counts. */
export type Claims = {
  /** The first claim since the task was last done; null where there is none. Who gives it back, blocks or defers it does not begin anew. */
  readonly claimed: Claimed | null
  /** Whether it was done since, so that whoever takes it next begins anew. */
  readonly isOver: boolean
  /** What a person said since of its proof, which is what binds then; null where nobody did. */
  readonly renewed: TaskTerms | null
  /** What was closed since. */
  readonly closings: readonly Closing[]
  /** All other tasks that were closed, whenever that was. */
  readonly others: readonly Closing[]
}

export function foldClaims({ task, entries, key }: ClaimsRequest): Claims {
  const claims = new Map<string, Claimed>()
  const renewed = new Map<string, TaskTerms>()
  const done = new Set<string>()
  const closings: Closed[] = []
  let since = 0
  for (const entry of believed(entries, key)) {
    const { task: id } = entry
    if (entry.kind === 'terms-renewed') {
      renewed.set(id, entry.to)
      continue
    }
    const claimed = claimBy(entry)
    if (entry.to === 'done') {
      done.add(id)
      closings.push({ task: id, claimed: boundBy(claims.get(id), renewed.get(id)), entry: entry.evidence })
    } else if (claimed !== null && (done.delete(id) || !claims.has(id))) {
      claims.set(id, claimed)
      // Whoever takes it now takes it as its file says now.
      renewed.delete(id)
      if (id === task) since = closings.length
    }
  }
  const proven = (some: readonly Closed[]) => withProof(some, { entries, key })
  return {
    claimed: claims.get(task) ?? null,
    isOver: done.has(task),
    renewed: renewed.get(task) ?? null,
    closings: proven(closings.slice(since)),
    others: proven(closings.filter((one) => one.task !== task)),
  }
}

type Move = Extract<Entry, { readonly kind: 'task-moved' }>
type Renewal = Extract<Entry, { readonly kind: 'terms-renewed' }>
type Closed = Omit<Closing, 'evidence'> & { readonly entry: string | null }

function believed(entries: readonly Entry[], key: Buffer | null): (Move | Renewal)[] {
  return entries
    .filter((entry) => entry.kind === 'task-moved' || entry.kind === 'terms-renewed')
    .filter((entry) => isSealed(entry, key))
}

function boundBy(claimed: Claimed | undefined, terms: TaskTerms | undefined): Claimed | null {
  return claimed === undefined ? null : { ...claimed, terms: terms ?? claimed.terms }
}

/** Null for every other move, and for a claim where there was no commit yet. */
function claimBy({ at, to, head, terms, rules, refs = {} }: Move): Claimed | null {
  return to === 'in_progress' && head !== null ? { at, head, terms, rules, refs } : null
}

/** What was forced has none. */
function withProof(
  closings: readonly Closed[],
  { entries, key }: Pick<ClaimsRequest, 'entries' | 'key'>,
): Closing[] {
  const proofs = new Map<string, Evidence>()
  for (const entry of entries) if (entry.kind === 'verified') proofs.set(entry.id, entry.evidence)
  return closings.flatMap(({ entry, ...closed }) => {
    const evidence = proofs.get(entry ?? '')
    return evidence !== undefined && isSealed(evidence, key) ? [{ ...closed, evidence }] : []
  })
}
