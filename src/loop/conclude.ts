import { redact } from '#kit/redact.ts'
import type { Remark } from '#words/entry.ts'
import type { Evidence } from '#words/evidence.ts'
import { asideRemarks } from './aside/aside-remarks.ts'
import { type Leaving, putAside } from './aside/put-aside.ts'
import type { Desk, SetAside } from './desk.ts'
import type { Verdict } from './judge.ts'
import { land } from './land.ts'
import type { Attempt } from './ledger/fold-runs.ts'
import { seeHistory } from './remarks/on-history.ts'
import { remarksOn } from './remarks/remarks-on.ts'
import { ifAboutTests } from './tasks/if-about-tests.ts'
import type { Lost } from './tasks/why-lost.ts'

export type RunReport = {
  readonly outcome: 'verified' | 'blocked' | 'interrupted'
  readonly run: string
  readonly objective: string
  /** Null for an objective alone. */
  readonly task: string | null
  readonly reason: string
  readonly commit: string | null
  readonly remarks: readonly Remark[]
  readonly attempts: readonly Attempt[]
  /** What became of work that is blocked; null where it stays where it is, because nobody wanted it put aside. */
  readonly leaving: Leaving | null
  /** What somebody has set its task to while the run was at work, where that is why it is blocked. */
  readonly setTo?: SetAside['to']
  /** What to type to go on with it, where it takes more than to resume it. */
  readonly next?: string
}

/** Ends a run: on proof with a commit, without it blocked. What is not the agent's doing leaves it open to be resumed. */
export async function conclude(
  desk: Desk,
  { attempts, verdict }: { attempts: readonly Attempt[]; verdict: Verdict },
): Promise<RunReport> {
  const { order, parts } = desk
  const history = await seeHistory(order)
  const proof = verdict.kind === 'proven' ? verdict.evidence : null
  const last = attempts.at(-1)?.evidence ?? null
  const { outcome, reason: said, commit, remarks, setTo, next } = await comeTo(verdict, { desk, last })
  // A task that is blocked gets it, too.
  const reason = redact(said)
  const isUnwanted = outcome === 'blocked' && (order.onBlocked === 'put-aside' || order.aside !== null)
  const leaving = isUnwanted ? await putAside(desk, last) : null
  const cure = commit !== null ? 'committed' : isBack(leaving) ? 'put-back' : 'none'
  const known = await remarksOn(desk, { history, proof, cure })
  const report = {
    run: order.run,
    objective: order.objective,
    task: order.task,
    outcome,
    reason,
    commit,
    remarks: [...known, ...remarks, ...(leaving === null ? [] : asideRemarks(leaving))],
    attempts,
    leaving,
    ...(setTo !== undefined && { setTo }),
    ...(next !== undefined && { next }),
  }
  if (report.outcome !== 'interrupted') {
    const { run } = order
    parts.record({ kind: 'run-ended', run, outcome: report.outcome, reason, commit, remarks: report.remarks })
  }
  return report
}

function isBack(leaving: Leaving | null): boolean {
  return leaving !== null && leaving.kind !== 'left'
}

type End = Pick<RunReport, 'outcome' | 'reason' | 'commit' | 'remarks' | 'setTo' | 'next'>

async function comeTo(verdict: Verdict, { desk, last }: { desk: Desk; last: Evidence | null }): Promise<End> {
  const setAside = desk.parts.hold?.whySetAside() ?? null
  if (setAside !== null) return afterSetAside(setAside, desk.order)
  // Whoever has the task now decides on it, whatever was proven here.
  const lost = desk.parts.hold?.whyLost() ?? null
  if (lost !== null) return afterLoss(lost)
  switch (verdict.kind) {
    case 'proven':
      return landOn(verdict.evidence, desk)
    case 'broken':
      return { ...NOTHING, outcome: 'interrupted', reason: verdict.trouble }
    case 'again':
      return desk.parts.signal.aborted
        ? { ...NOTHING, outcome: 'interrupted', reason: 'Interrupted.' }
        : { ...NOTHING, outcome: 'blocked', reason: withWayOut(verdict.trouble, { desk, last }) }
  }
}

/** Only here, where no attempt comes after it: what a person can do is nothing for an agent to try. */
function withWayOut(
  trouble: string,
  { desk: { order }, last }: { desk: Desk; last: Evidence | null },
): string {
  const { task, mayChangeTests } = order
  const way =
    task === null || last === null ? null : ifAboutTests({ tampering: last.tampering, task, mayChangeTests })
  return way === null ? trouble : `${trouble} ${way}`
}

function afterLoss({ reason, next }: Lost): End {
  return { ...NOTHING, outcome: 'interrupted', reason, ...(next !== null && { next }) }
}

/** What would be put aside had it failed is put aside here, too: the next task needs a tree that is as it was. */
function afterSetAside({ to, reason }: SetAside, { onBlocked, task }: Desk['order']): End {
  if (onBlocked === 'put-aside') return { ...NOTHING, outcome: 'blocked', reason, setTo: to }
  return {
    ...NOTHING,
    outcome: 'interrupted',
    reason: `${reason} What was done is in the tree, and is not committed.`,
    next: `keel task reopen ${task} && keel run --resume`,
  }
}

async function landOn(evidence: Evidence, desk: Desk): Promise<End> {
  const landing = await land(desk, evidence)
  switch (landing.kind) {
    case 'refused':
      return { ...NOTHING, outcome: 'blocked', reason: landing.because }
    case 'failed':
      return { ...NOTHING, outcome: 'interrupted', reason: landing.because }
    case 'lost':
      return afterLoss(landing.lost)
    case 'landed': {
      const red = evidence.failing.length
      const how =
        red === 0
          ? 'passed'
          : `failed in nothing but ${red} ${red === 1 ? 'test' : 'tests'} that failed before,`
      const reason = `\`${evidence.command}\` ${how} on the very tree that was committed.`
      return { outcome: 'verified', reason, commit: landing.commit, remarks: landing.remarks }
    }
  }
}

const NOTHING = { commit: null, remarks: [] }
