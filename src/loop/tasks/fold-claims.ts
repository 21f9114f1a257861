import { isSealed } from '#kit/seal.ts'
import type { Entry, TaskTerms } from '#words/entry.ts'
import type { Evidence } from '#words/evidence.ts'

export type ClaimsRequest = {
  readonly task: string
  readonly entries: readonly Entry[]
  readonly key: Buffer | null
}

/** Where a repository stood when a task was claimed, and what was so then. */
export type Claimed = {
  readonly head: string
  readonly terms: TaskTerms | null
  readonly rules: string | null
}

/** Another task that was closed with proof, and its own claim where it had one. */
export type Closing = { readonly claimed: Claimed | null; readonly evidence: Evidence }

/** What the journal knows of the start of a task. Only what keel has sealed here counts. */
export type Claims = {
  /** The first claim since the task was last done; null where there is none. Who gives it back, blocks or defers it does not begin anew. */
  readonly claimed: Claimed | null
  /** What was closed since. */
  readonly closings: readonly Closing[]
}

export function foldClaims({ task, entries, key }: ClaimsRequest): Claims {
  const claims = new Map<string, Claimed>()
  const done = new Set<string>()
  let closings: Closed[] = []
  for (const move of believedMoves(entries, key)) {
    const { task: id, to, evidence } = move
    const claimed = claimBy(move)
    if (to === 'done') {
      done.add(id)
      closings.push({ claimed: claims.get(id) ?? null, entry: evidence })
    } else if (claimed !== null && (done.delete(id) || !claims.has(id))) {
      claims.set(id, claimed)
      if (id === task) closings = []
    }
  }
  return { claimed: claims.get(task) ?? null, closings: withProof(closings, { entries, key }) }
}

type Move = Extract<Entry, { readonly kind: 'task-moved' }>
type Closed = Pick<Closing, 'claimed'> & { readonly entry: string | null }

function believedMoves(entries: readonly Entry[], key: Buffer | null): Move[] {
  return entries.filter((entry) => entry.kind === 'task-moved').filter((move) => isSealed(move, key))
}

/** Null for every other move, and for a claim where there was no commit yet. */
function claimBy({ to, head, terms, rules }: Move): Claimed | null {
  return to === 'in_progress' && head !== null ? { head, terms, rules } : null
}

/** What was forced has none. */
function withProof(
  closings: readonly Closed[],
  { entries, key }: Pick<ClaimsRequest, 'entries' | 'key'>,
): Closing[] {
  const proofs = new Map<string, Evidence>()
  for (const entry of entries) if (entry.kind === 'verified') proofs.set(entry.id, entry.evidence)
  return closings.flatMap(({ claimed, entry }) => {
    const evidence = proofs.get(entry ?? '')
    return evidence !== undefined && isSealed(evidence, key) ? [{ claimed, evidence }] : []
  })
}
