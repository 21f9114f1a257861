import type { Ending } from '#words/ending.ts'
import type { Evidence, Tampering } from '#words/evidence.ts'
import type { Attempt } from './ledger/fold-runs.ts'

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
  else if (evidence !== null) parts.push(failure(evidence))
  if (claimed && evidence?.passed !== true) parts.push('It said that the work was done. It was not.')
  return parts.join(' ')
}

/** The first thing that is wrong: whoever mends it will hear of the next. */
function failure(evidence: Evidence): string {
  const { command, counts, exitCode, altered, tampering, checks } = evidence
  if (altered.length > 0 && exitCode === 0)
    return `\`${command}\` changes files of the tree each time it runs (${altered.slice(0, 3).join(', ')}), so that nobody can say what passed. Such files belong into .gitignore, or the tests have to leave them alone.`
  if (counts !== null && counts.passed + counts.failed === 0) return `\`${command}\` ran no tests.`
  const broken = checks.find(({ passed, failedBefore }) => !passed && !failedBefore)
  if (broken !== undefined && redIn(evidence).length === 0 && tampering.length === 0)
    return `The check ${broken.name} failed: \`${broken.command}\` ended with exit code ${broken.exitCode ?? 'none'}.`
  const [worst] = tampering
  if (worst !== undefined) {
    const more = tampering.length > 1 ? ` And ${tampering.length - 1} more like it.` : ''
    return `Tests were made to say less. ${placeOf(worst)}: ${worst.text}${more} Put them back: the code has to pass the tests as they were.`
  }
  return whatIsRed(evidence)
}

function placeOf({ path, line }: Tampering): string {
  return line === null ? path : `${path}:${line}`
}

function whatIsRed(evidence: Evidence): string {
  const { command, counts, exitCode, baseline } = evidence
  if (counts === null) return `\`${command}\` failed with exit code ${exitCode ?? 'none'}.`
  const red = redIn(evidence)
  const named = (red.length > 0 ? red : evidence.failing.map(({ id }) => id)).slice(0, 3).join('; ')
  const before =
    (baseline ?? []).length === 0
      ? ''
      : red.length > 0
        ? ` ${baseline?.length} failed before the work began, too.`
        : ' All of these failed before the work began. If they have nothing to do with it, a check of the task’s own has to say what proves it.'
  return `\`${command}\` failed: ${counts.failed} of ${counts.passed + counts.failed} tests${named === '' ? '' : ` (${named})`}.${before}`
}

/** What fails and did not before. */
function redIn({ failing, baseline }: Evidence): string[] {
  const known = new Set(baseline ?? [])
  return failing.map(({ id }) => id).filter((id) => !known.has(id))
}
