import { evaluate } from '#guard/evaluate.ts'
import { gatherFacts } from '#guard/gather-facts.ts'
import { isLiftable } from '#guard/is-liftable.ts'
import { otherProjects } from '#guard/other-projects.ts'
import { readGuards } from '#guard/read-guards.ts'
import type { Decision } from '#words/decision.ts'
import type { GuardFacts } from '#words/guard.ts'
import type { HookCall } from '#words/hook-call.ts'

export type Bench = {
  /** The projects that the agent stands in, its own first. */
  readonly roots: readonly [string, ...string[]]
  readonly settingsFiles: readonly string[]
  readonly findEvidence: (root: string) => Promise<GuardFacts['evidence']>
}

/** Judges a call by the guards of every project that the agent stands in, or reaches into. One that denies is enough. */
export async function judgeCall(
  call: HookCall,
  { roots, settingsFiles, findEvidence }: Bench,
): Promise<Decision> {
  const others = otherProjects({ actions: call.actions, roots, settingsFiles })
  for (const root of [...roots, ...others]) {
    const read = await readGuards({ root, settingsFiles })
    if (read.kind === 'unreadable')
      return deny(
        `A guard cannot be read, so nothing is let through until a person has mended it: ${read.problems.join('; ')}`,
      )
    const { guards } = read
    // An end of work is the end of work on the agent's own project; what lies around that has no part in it.
    const actions = root === roots[0] ? call.actions : call.actions.filter(({ kind }) => kind !== 'finish')
    const facts = gatherFacts({ actions, guards, root })
    const first = evaluate({ actions, guards, facts })
    const decision = isLiftable(first, guards)
      ? evaluate({ actions, guards, facts: { ...facts, evidence: await findEvidence(root) } })
      : first
    if (decision.kind === 'deny') return decision
  }
  return { kind: 'allow' }
}

function deny(reason: string): Decision {
  return { kind: 'deny', guard: 'keel', reason, action: null }
}
