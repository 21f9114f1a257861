import type { Remark } from '#words/entry.ts'
import type { Desk } from './desk.ts'
import type { Verdict } from './judge.ts'
import { land } from './land.ts'
import type { Attempt } from './ledger/fold-runs.ts'
import { remarksOn } from './remarks-on.ts'

export type RunReport = {
  readonly outcome: 'verified' | 'blocked' | 'interrupted'
  readonly run: string
  readonly objective: string
  readonly reason: string
  readonly commit: string | null
  readonly remarks: readonly Remark[]
  readonly attempts: readonly Attempt[]
}

/** Ends a run: on proof with a commit, without it blocked. What is not the agent's doing leaves it open to be resumed. */
export async function conclude(
  desk: Desk,
  { attempts, verdict }: { attempts: readonly Attempt[]; verdict: Verdict },
): Promise<RunReport> {
  const { order, parts } = desk
  const { run, objective } = order
  const proof = verdict.kind === 'proven' ? verdict.evidence : null
  const remarks = await remarksOn(desk, proof)
  const known = { run, objective, attempts, remarks, commit: null }
  if (proof === null && parts.signal.aborted)
    return { ...known, outcome: 'interrupted', reason: 'Interrupted.' }
  switch (verdict.kind) {
    case 'proven': {
      const landing = await land(desk, verdict.evidence)
      if (landing.kind === 'refused')
        return end(desk, { ...known, outcome: 'blocked', reason: landing.because })
      const { commit } = landing
      const reason = `\`${verdict.evidence.command}\` passed on the very tree that was committed.`
      return end(desk, {
        ...known,
        outcome: 'verified',
        reason,
        commit,
        remarks: [...remarks, ...landing.remarks],
      })
    }
    case 'broken':
      return { ...known, outcome: 'interrupted', reason: verdict.trouble }
    case 'again':
      return end(desk, { ...known, outcome: 'blocked', reason: verdict.trouble })
  }
}

function end({ parts }: Desk, report: RunReport & { outcome: 'verified' | 'blocked' }): RunReport {
  const { run, outcome, reason, commit, remarks } = report
  parts.record({ kind: 'run-ended', run, outcome, reason, commit, remarks: [...remarks] })
  return report
}
