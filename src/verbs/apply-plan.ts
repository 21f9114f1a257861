import { dirname, join, relative } from 'node:path'
import { describeConflict } from '#context/sections/describe.ts'
import type { Plan } from '#context/setup/plan.ts'
import { applyChanges } from '#kit/changes.ts'
import { confine } from '#kit/confine.ts'
import { statIfThere, sweepTemporaries } from '#kit/files.ts'
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
  { decide, dryRun, notes }: { decide: () => Plan; dryRun: boolean; notes: readonly string[] },
): SetupReport {
  if (dryRun) return { root, dryRun, files: decide().reports, notes }
  const locked = whileLocked(lockFile(root), () => carryOut(root, decide()))
  switch (locked.kind) {
    case 'done':
      return { root, dryRun, files: locked.value, notes }
    case 'busy':
      throw new Fault({
        kind: 'user',
        code: 'busy',
        message: `Another keel (process ${locked.process}) is writing in ${root}. Nothing was changed.`,
        hint: 'Wait until it is done, then run the same command again.',
      })
  }
}

/** In git's own folder where there is one, so that a kill leaves nothing that somebody could commit. */
function lockFile(root: string): string {
  const folder = join(root, '.git')
  return join(statIfThere(folder)?.isDirectory() ? folder : root, '.lock.keel-tmp')
}

function carryOut(root: string, plan: Plan): FileReport[] {
  sweepBeside(root, plan)
  const undone = new Map(applyChanges(plan.changes).map((change) => [realPath(change.path), change]))
  const files = plan.reports.map((report): FileReport => {
    const path = realPath(join(root, report.path))
    const change = undone.get(path)
    if (change === undefined) return report
    undone.delete(path)
    // Its notes told of what would have happened.
    return { ...report, outcome: 'conflict', notes: [describeConflict(report.path, change)] }
  })
  const others = [...undone.values()].map((change): FileReport => {
    const path = relative(root, change.path)
    return { path, what: 'file', outcome: 'conflict', notes: [describeConflict(path, change)] }
  })
  return [...files, ...others]
}

export function hasConflicts({ files }: SetupReport): boolean {
  return files.some(({ outcome }) => outcome === 'conflict')
}

/** What killed runs left beside the files that keel writes, changed or not. */
function sweepBeside(root: string, { reports }: Plan): void {
  sweepTemporaries(dirname(lockFile(root)))
  for (const folder of new Set(reports.map(({ path }) => dirname(path)))) {
    const confined = confine(root, folder)
    if (confined.kind === 'inside') sweepTemporaries(confined.path)
  }
}
