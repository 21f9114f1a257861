import { dirname, join, relative } from 'node:path'
import type { Plan } from '#context/setup/plan-setup.ts'
import { applyChanges, type Undone } from '#kit/changes.ts'
import { confine } from '#kit/confine.ts'
import { sweepTemporaries } from '#kit/files.ts'
import { realPath } from '#kit/real-path.ts'
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
  if (!dryRun) sweepBeside(place.root, plan)
  const undone = new Map(
    dryRun ? [] : applyChanges(plan.changes).map((change) => [realPath(change.path), change]),
  )
  const files = plan.reports.map((report): FileReport => {
    const path = realPath(join(place.root, report.path))
    const change = undone.get(path)
    if (change === undefined) return report
    undone.delete(path)
    return { ...report, outcome: 'conflict', notes: [...report.notes, explain(change, report.path)] }
  })
  const others = [...undone.values()].map((change) => explain(change, relative(place.root, change.path)))
  return { root: place.root, dryRun, files, notes: [...notes, ...others] }
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
