import { relative } from 'node:path'
import type { Plan } from '#context/setup/plan-setup.ts'
import { applyChanges } from '#kit/changes.ts'
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

/** The last step of every writing verb, and the only one that a dry run leaves out. */
export function applyPlan(
  { place }: World,
  plan: Plan,
  { dryRun, notes }: { dryRun: boolean; notes: readonly string[] },
): SetupReport {
  const stale = new Set(
    dryRun ? [] : applyChanges(plan.changes).map(({ path }) => relative(place.root, path)),
  )
  const files = plan.reports.map((report): FileReport => {
    if (!stale.has(report.path)) return report
    const note = `${report.path} was changed by somebody else while keel was working. Their version was kept: run the same command again.`
    return { ...report, outcome: 'conflict', notes: [...report.notes, note] }
  })
  return { root: place.root, dryRun, files, notes }
}

export function hasConflicts({ files }: SetupReport): boolean {
  return files.some(({ outcome }) => outcome === 'conflict')
}
