import type { ToolResult } from '#models/contract.ts'
import type { Action } from '#words/action.ts'
import type { Decision, Denial } from '#words/decision.ts'
import type { Workbench } from './workbench.ts'

/** Asks the guards; null where nothing stands against it. A guard that fails has not allowed anything. */
export function forbid({ judge, onDenied }: Workbench, actions: readonly Action[]): Denial | null {
  const decision = judgeOrDeny(judge, actions)
  if (decision.kind === 'allow') return null
  onDenied(decision)
  return decision
}

function judgeOrDeny(judge: Workbench['judge'], actions: readonly Action[]): Decision {
  try {
    return judge(actions)
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error)
    const reason = `This could not be judged, and so it is denied: ${because}`
    return { kind: 'deny', guard: 'keel', reason, action: actions[0] ?? null }
  }
}

/** How a denial is told to the model. */
export function deniedResult({ guard, reason }: Denial): ToolResult {
  return { kind: 'denied', text: `Denied by the guard \`${guard}\`. Nothing was done. ${reason}` }
}
