import { findRunloop } from '#context/runloop.ts'
import { composePrompt } from './compose-prompt.ts'
import { conclude, type RunReport } from './conclude.ts'
import type { Desk, RunOrder, RunParts } from './desk.ts'
import { judge, usesUp, type Verdict } from './judge.ts'
import type { Attempt } from './ledger/fold-runs.ts'
import { openLedger } from './ledger/open-ledger.ts'
import { lookBefore } from './look-before.ts'
import { proveLast } from './prove-last.ts'
import { whileBeating } from './while-beating.ts'
import { workOnAttempt } from './work-on-attempt.ts'

export const ATTEMPTS_MAX = 2

/** The walk: pack, prompt, attempt, proof; then a commit, or another attempt that knows why, or blocked with the reason. */
export async function run(order: RunOrder, parts: RunParts): Promise<RunReport> {
  const ledger = openLedger(order.root, order.run)
  return whileBeating(ledger.beat, () => walk({ order, parts, ledger }))
}

async function walk(desk: Desk): Promise<RunReport> {
  const { order, parts } = desk
  const before = await lookBefore(desk)
  // What an earlier start left is judged before anybody works on: it may have been done.
  let attempts = await proveLast(desk, { attempts: order.attempts, before })
  let verdict = worthAnother(judgeLast(desk, attempts))
  while (verdict.kind === 'again' && used(attempts) < ATTEMPTS_MAX && !parts.signal.aborted) {
    const prompt = await promptFor(desk, { attempts, verdict })
    const attempt = await workOnAttempt(desk, { number: (attempts.at(-1)?.attempt ?? 0) + 1, prompt })
    attempts = await proveLast(desk, { attempts: [...attempts, attempt], before })
    verdict = judgeLast(desk, attempts)
  }
  return conclude(desk, { attempts, verdict })
}

/** What was broken when the run stopped may work by now. */
function worthAnother(verdict: Verdict): Verdict {
  return verdict.kind === 'broken' ? { ...verdict, kind: 'again' } : verdict
}

function used(attempts: readonly Attempt[]): number {
  return attempts.filter(({ ending }) => usesUp(ending)).length
}

function judgeLast({ order }: Desk, attempts: readonly Attempt[]): Verdict {
  const last = attempts.at(-1)
  return last === undefined ? { kind: 'again', trouble: '' } : judge({ attempt: last, base: order.base })
}

async function promptFor(
  { order, parts }: Desk,
  { attempts, verdict }: { attempts: readonly Attempt[]; verdict: Verdict & { kind: 'again' } },
): Promise<string> {
  const { root, objective, test } = order
  const last = attempts.at(-1)
  return composePrompt({
    runloop: findRunloop(root).text,
    objective,
    test,
    pack: await parts.pack(objective),
    last: last === undefined ? null : { evidence: last.evidence, trouble: verdict.trouble },
  })
}
