import { findRunloop } from '#context/runloop.ts'
import { composePrompt } from './compose-prompt.ts'
import { conclude, type RunReport } from './conclude.ts'
import type { Desk, RunOrder, RunParts } from './desk.ts'
import { judge, usesUp, type Verdict } from './judge.ts'
import { attemptsAt, attemptsIn } from './ledger/fold-attempts.ts'
import type { Attempt } from './ledger/fold-runs.ts'
import { openLedger } from './ledger/open-ledger.ts'
import { retellLog } from './ledger/retell-log.ts'
import { retryContext } from './ledger/retry-context.ts'
import { writeAttempts } from './ledger/write-attempts.ts'
import { lookBefore } from './look-before.ts'
import { proveLast } from './prove-last.ts'
import { whileBeating } from './while-beating.ts'
import { whyHopeless } from './why-uncounted.ts'
import { type AttemptOrder, workOnAttempt } from './work-on-attempt.ts'

export const ATTEMPTS_MAX = 2

/** The walk: pack, prompt, attempt, proof; then a commit, or another attempt that knows why, or blocked with the reason. */
export async function run(order: RunOrder, parts: RunParts): Promise<RunReport> {
  const ledger = openLedger(order.root, order.task ?? order.run)
  const desk = { order, parts, ledger }
  return whileBeating(ledger.beat, async () => {
    const report = await walk(desk)
    const { attempts, outcome, reason, commit } = report
    const ended = outcome === 'interrupted' ? null : { outcome, reason, commit }
    writeAttempts(ledger, attemptsIn({ ...order, attempts, ended }, parts.entries()))
    return report
  })
}

async function walk(desk: Desk): Promise<RunReport> {
  const { order, parts } = desk
  // Killed while its work was put aside: what lies there now is neither the work nor what was before it.
  if (order.aside !== null)
    return conclude(desk, { attempts: order.attempts, verdict: judgeLast(desk, order.attempts) })
  const before = await lookBefore(desk)
  const hopeless = order.attempts.length === 0 ? whyHopeless(order, before) : null
  if (hopeless !== null)
    return conclude(desk, { attempts: [], verdict: { kind: 'broken', trouble: hopeless } })
  // What an earlier start left is judged before anybody works on: it may have been done.
  let attempts = await proveLast(desk, { attempts: order.attempts, before })
  let verdict = worthAnother(judgeLast(desk, attempts))
  while (verdict.kind === 'again' && used(attempts) < ATTEMPTS_MAX && !parts.signal.aborted) {
    const brief = await briefFor(desk, attempts)
    const attempt = await workOnAttempt(desk, {
      number: (attempts.at(-1)?.attempt ?? order.tried) + 1,
      ...brief,
    })
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

/** All that an attempt starts with. Its context is fresh: of those before it, it hears what keel saw. */
async function briefFor({ order, parts, ledger }: Desk, attempts: readonly Attempt[]): Promise<Brief> {
  const { root, run, task, objective, test } = order
  const entries = parts.entries()
  const earlier = task === null ? [] : attemptsAt(task, entries).filter((one) => one.run !== run)
  const attemptsSoFar = [...earlier, ...attemptsIn({ ...order, attempts, ended: null }, entries)]
  const { text, pack } = await parts.pack(objective)
  const retry = retryContext({
    attempts: attemptsSoFar,
    logOf: ({ number, worker }) => retellLog(worker, ledger.read(number, 'host.log') ?? ''),
  })
  const prompt = composePrompt({
    runloop: findRunloop(root).text,
    objective,
    test,
    pack: text,
    epic: parts.epic,
    retry,
  })
  return { prompt, pack }
}

type Brief = Pick<AttemptOrder, 'prompt' | 'pack'>
