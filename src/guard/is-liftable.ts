import type { Decision } from '#words/decision.ts'
import type { Guard } from '#words/guard.ts'

/** Whether evidence would turn a denial into an allow, so that it is worth looking for. */
export function isLiftable(decision: Decision, guards: readonly Guard[]): boolean {
  if (decision.kind === 'allow') return false
  return guards.some(({ name, unless }) => name === decision.guard && unless === 'evidence')
}
