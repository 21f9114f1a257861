import { describeAction } from '#guard/describe-action.ts'
import type { Denial } from '#words/decision.ts'
import type { Fact } from '#words/entry.ts'

/** A denial that no host was told of, as a fact. */
export function deniedBy(
  { guard, reason, action }: Denial,
  { root, run }: { root: string; run: string },
): Fact {
  const what = describeAction(action, root)
  return { kind: 'denied', host: null, session: run, call: null, guard, reason, action: what, run }
}
