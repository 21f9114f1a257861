import { findRunloop } from '#context/runloop.ts'
import type { Evidence } from '#words/evidence.ts'
import { commitTree } from './commit-tree.ts'
import { composePrompt } from './compose-prompt.ts'
import { deniedBy } from './denied-by.ts'
import type { Desk, RunOrder, RunParts } from './desk.ts'
import { judge, usesUp, type Verdict } from './judge.ts'
import { judgeTree } from './judge-tree.ts'
import type { Attempt } from './ledger/fold-runs.ts'
import { openLedger } from './ledger/open-ledger.ts'
import { verify } from './verify/verify.ts'
import { workOnAttempt } from './work-on-attempt.ts'

export type RunReport = {
  readonly outcome: 'verified' | 'blocked' | 'interrupted'
  readonly run: string
  readonly objective: string
  readonly reason: string
  readonly commit: string | null
  readonly attempts: readonly Attempt[]
}

const ATTEMPTS_MAX = 2

/** The walk: pack, prompt, attempt, proof; then a commit, or another attempt that knows why, or blocked with the reason. */
export async function run(order: RunOrder, parts: RunParts): Promise<RunReport> {
  const desk: Desk = { order, parts, ledger: openLedger(order.root, order.run) }
  // What a killed run left is judged before anybody works on: it may have been done.
  let attempts = await proveLast(desk, order.attempts)
  let verdict = judgeLast(desk, attempts)
  while (verdict.kind === 'again' && used(attempts) < ATTEMPTS_MAX && !parts.signal.aborted) {
    const prompt = await promptFor(desk, { attempts, verdict })
    const attempt = await workOnAttempt(desk, { number: (attempts.at(-1)?.attempt ?? 0) + 1, prompt })
    attempts = await proveLast(desk, [...attempts, attempt])
    verdict = judgeLast(desk, attempts)
  }
  return conclude(desk, { attempts, verdict })
}

function used(attempts: readonly Attempt[]): number {
  return attempts.filter(({ ending }) => usesUp(ending)).length
}

/** keel's own test of the tree as the last attempt left it. */
async function proveLast({ order, parts, ledger }: Desk, attempts: readonly Attempt[]): Promise<Attempt[]> {
  const last = attempts.at(-1)
  if (last === undefined || parts.signal.aborted) return [...attempts]
  const { root, run, test: command } = order
  const { attempt } = last
  const logFile = ledger.pathOf(attempt, 'tests.log')
  const evidence = await verify({ ...parts, root, command, timeoutMs: parts.testTimeoutMs, logFile })
  ledger.redactLog(attempt, 'tests.log')
  // Tests that were interrupted say nothing about the tree.
  if (parts.signal.aborted) return [...attempts]
  ledger.write(attempt, 'evidence.json', `${JSON.stringify(evidence, null, 2)}\n`)
  parts.record({ kind: 'verified', run, attempt, evidence })
  return [...attempts.slice(0, -1), { ...last, evidence }]
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

async function conclude(
  desk: Desk,
  { attempts, verdict }: { attempts: readonly Attempt[]; verdict: Verdict },
): Promise<RunReport> {
  const { order, parts } = desk
  const { run, objective, root } = order
  const known = { run, objective, attempts }
  const end = (outcome: 'verified' | 'blocked', reason: string, commit: string | null = null): RunReport => {
    parts.record({ kind: 'run-ended', run, outcome, reason, commit })
    return { ...known, outcome, reason, commit }
  }
  if (verdict.kind === 'proven') {
    const { tree, command } = verdict.evidence
    const denial = await judgeTree(desk, tree)
    if (denial !== null) {
      parts.record(deniedBy(denial, order))
      return end('blocked', `The tests passed, but ${denial.guard} is against the change: ${denial.reason}`)
    }
    const commit = await commitTree({ root, tree, message: messageOf(order, verdict.evidence) })
    if (commit.kind === 'failed')
      return end('blocked', `The tests passed, but not the commit: ${commit.because}`)
    return end('verified', `\`${command}\` passed on the very tree that was committed.`, commit.commit)
  }
  if (parts.signal.aborted) return { ...known, outcome: 'interrupted', reason: 'Interrupted.', commit: null }
  return end('blocked', verdict.trouble)
}

function messageOf({ objective, run }: RunOrder, { command, counts, tree }: Evidence): string {
  const [title = '', ...rest] = objective.trim().split('\n')
  const short = title.length > 72 ? `${title.slice(0, 69)}...` : title
  const body = short === title ? rest.join('\n').trim() : objective.trim()
  const tests = counts === null ? command : `${command} (${counts.passed} passed)`
  return `${short}\n\n${body === '' ? '' : `${body}\n\n`}Keel-Run: ${run}\nKeel-Verified: ${tests}\nKeel-Tree: ${tree}\n`
}
