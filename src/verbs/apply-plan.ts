import { dirname, join, relative } from 'node:path'
import type { Plan } from '#context/setup/plan.ts'
import { applyChanges, type Undone } from '#kit/changes.ts'
import { confine } from '#kit/confine.ts'
import { sweepTemporaries } from '#kit/files.ts'
import { whileLocked } from '#kit/lock.ts'
import { realPath } from '#kit/real-path.ts'
import { Fault } from '#words/fault.ts'
import type { FileReport } from '#words/file-report.ts'
import type { World } from './world.ts'

/** What a writing verb answers: the same whether it wrote or only would have. */
export type SetupReport = {
  readonly root: string
  readonly dryRun: boolean
  readonly files: readonly FileReport[]
  /** What the person should know that belongs to no one file. */
  readonly notes: readonly string[]
}

/**
 * The last step of every writing verb, and the only one that a dry run leaves out. What is decided and what is done
 * lie under one lock, so that two runs beside each other end as one after the other would.
 */
export function applyPlan(
  { place: { root } }: World,
  decide: () => Plan,
  { dryRun, notes }: { dryRun: boolean; notes: readonly string[] },
): SetupReport {
  if (dryRun) return { root, dryRun, files: decide().reports, notes }
  const locked = whileLocked(join(root, '.lock.keel-tmp'), () => carryOut(root, decide()))
  switch (locked.kind) {
    case 'done':
      return { root, dryRun, files: locked.value.files, notes: [...notes, ...locked.value.notes] }
    case 'busy':
      throw new Fault({
        kind: 'user',
        code: 'busy',
        message: `Another keel (process ${locked.process}) is writing in ${root}. Nothing was changed.`,
        hint: 'Wait until it is done, then run the same command again.',
      })
  }
}

function carryOut(root: string, plan: Plan): Pick<SetupReport, 'files' | 'notes'> {
  sweepBeside(root, plan)
  const undone = new Map(applyChanges(plan.changes).map((change) => [realPath(change.path), change]))
  const files = plan.reports.map((report): FileReport => {
    const path = realPath(join(root, report.path))
    const change = undone.get(path)
    if (change === undefined) return report
    undone.delete(path)
    return { ...report, outcome: 'conflict', notes: [...report.notes, explain(change, report.path)] }
  })
  return { files, notes: [...undone.values()].map((change) => explain(change, relative(root, change.path))) }
}

export function hasConflicts({ files }: SetupReport): boolean {
  return files.some(({ outcome }) => outcome === 'conflict')
}

/** What killed runs left beside the files that keel writes, changed or not. */
function sweepBeside(root: string, { reports }: Plan): void {
  for (const folder of new Set(reports.map(({ path }) => dirname(path)))) {
    const confined = confine(root, folder)
    if (confined.kind === 'inside') sweepTemporaries(confined.path)
  }
}

function explain(change: Undone, path: string): string {
  switch (change.kind) {
    case 'stale':
      return `${path} was changed by somebody else while keel was working. Their version was kept: run the same command again.`
    case 'failed':
      return `${path} could not be written (${change.reason}) and is as it was. Mend its permissions, then run the same command again.`
  }
}
