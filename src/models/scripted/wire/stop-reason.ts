import type { Answer } from '../scenario.ts'

export type StopReason = 'stop' | 'tool-calls' | 'length' | 'content-filter'

/** Why the model stopped, in the wire's words. A reason that no table knows is sent as the scenario has it. */
export function spellStopReason(
  { stopReason, tools }: Answer,
  spelling: Readonly<Record<StopReason, string>>,
): string {
  const reason = stopReason ?? (tools.length > 0 ? 'tool-calls' : 'stop')
  return Object.hasOwn(spelling, reason) ? spelling[reason as StopReason] : reason
}
