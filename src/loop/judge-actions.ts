import { evaluate } from '#guard/evaluate.ts'
import { findEvidence } from '#guard/find-evidence.ts'
import { gatherFacts } from '#guard/gather-facts.ts'
import { isLiftable } from '#guard/is-liftable.ts'
import { readGuards } from '#guard/read-guards.ts'
import type { Action } from '#words/action.ts'
import type { Decision } from '#words/decision.ts'
import { Fault } from '#words/fault.ts'

/** Judges what a bare model is about to do, by the guards that would judge a host. They are read once, for a run. */
export async function judgeActions(source: {
  readonly root: string
  readonly settingsFiles: readonly string[]
  /** With which evidence is sealed; null where no key can be kept. */
  readonly key: Buffer | null
}): Promise<(actions: readonly Action[]) => Decision> {
  const { root, key } = source
  const read = await readGuards(source)
  if (read.kind === 'unreadable') {
    throw new Fault({
      kind: 'config',
      code: 'guard-unreadable',
      message: `A guard cannot be read, so nothing is started:\n${read.problems.join('\n')}`,
      hint: 'keel doctor',
    })
  }
  const { guards } = read
  return (all) => {
    // keel proves the work itself as soon as the agent ends: whatever that says of it is no deed.
    const actions = all.filter(({ kind }) => kind !== 'finish')
    const facts = gatherFacts({ actions, guards, root })
    const first = evaluate({ actions, guards, facts })
    if (!isLiftable(first, guards)) return first
    return evaluate({
      actions,
      guards,
      facts: { ...facts, evidence: findEvidence({ root, limitMs: HASH_MS, key }) },
    })
  }
}

const HASH_MS = 60_000
