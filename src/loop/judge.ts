import type { Ending } from '#words/ending.ts'
import type { Evidence } from '#words/evidence.ts'
import type { Attempt } from './ledger/fold-runs.ts'
import { whyFailed } from './why-failed.ts'

/** What an attempt and its evidence come to. */
export type Verdict =
  | { readonly kind: 'proven'; readonly evidence: Evidence }
  /** Worth another attempt, which is told of the trouble. */
  | { readonly kind: 'again'; readonly trouble: string }
  /** Not the agent's doing, and another attempt would meet the same. */
  | { readonly kind: 'broken'; readonly trouble: string }

/** Only evidence proves. An ending, a claim or an exit code of the agent's program never does. */
export function judge({ attempt, base }: { attempt: Attempt; base: string }): Verdict {
  const { ending, evidence } = attempt
  if (evidence?.passed === true && evidence.tree !== base) return { kind: 'proven', evidence }
  if (ending !== null && !usesUp(ending) && ending.kind !== 'killed') {
    return { kind: 'broken', trouble: `The agent’s program did not get to work: ${ending.detail}` }
  }
  return { kind: 'again', trouble: troubleWith(attempt, base) }
}

/** Whether an ending is the agent's own, and uses up one of its attempts. */
export function usesUp(ending: Ending | null): boolean {
  switch (ending?.kind) {
    case 'ok':
    case 'max-turns':
    case 'budget':
    case 'context-overflow':
    case 'timeout-idle':
    case 'timeout-wall':
    case 'no-result':
      return true
    case 'rate-limited':
    case 'overloaded':
    case 'auth':
    case 'error':
    case 'killed':
    case 'crash':
    case 'not-found':
    case undefined:
      return false
  }
}

function troubleWith({ ending, evidence, claimed, stuck }: Attempt, base: string): string {
  const parts: string[] = []
  if (ending !== null && ending.kind !== 'ok') parts.push(`It ended early: ${ending.detail}`)
  if (stuck !== null) parts.push(`It said it was stuck: ${stuck}`)
  if (evidence?.passed === true && evidence.tree === base)
    parts.push('Nothing was changed, and the tests passed before.')
  else if (evidence !== null) parts.push(whyFailed(evidence))
  if (claimed && evidence?.passed !== true) parts.push('It said that the work was done. It was not.')
  return parts.join(' ')
}
