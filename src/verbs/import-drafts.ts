import type { ImportPlan } from '#loop/tasks/import/plan-import.ts'
import { writeImport } from '#loop/tasks/import/write-import.ts'
import { readTasks } from '#loop/tasks/read-tasks.ts'
import type { TaskTable } from '#loop/tasks/task-table.ts'
import type { Fault } from '#words/fault.ts'
import { type Told, userFault } from '#words/user-fault.ts'
import { asTaskFault } from './as-task-fault.ts'
import { assertNoImportInRun } from './assert-persons-word.ts'
import { reopenAbove } from './reopen-above.ts'
import type { World } from './world.ts'

export type PlannedImport = Extract<ImportPlan, { readonly kind: 'planned' }>

/** How it is said that nothing can be made of drafts; the reasons follow. */
export type Refusal = Told & { readonly code: string }

type Importing = {
  readonly decide: (table: TaskTable) => ImportPlan
  readonly dryRun: boolean
  readonly refusal: Refusal
}

/** What is added, all of it or nothing; on a dry run, what would be. And the epics that were done, and are open again with it. */
export function importDrafts(
  { decide, dryRun, refusal }: Importing,
  world: World,
): PlannedImport & { readonly epics: readonly string[] } {
  const { place, journal, asker } = world
  const { root } = place
  if (!dryRun) assertNoImportInRun(world)
  const outcome = dryRun ? decide(readTasks(root)) : writeImport({ root, decide, journal, by: asker })
  switch (outcome.kind) {
    case 'busy':
      throw asTaskFault(outcome)
    case 'refused':
      throw refusedImport(outcome.reasons, refusal)
    case 'planned':
      return { ...outcome, epics: reopenAbove({ parts: outcome.tasks, dryRun }, world) }
  }
}

export function refusedImport(reasons: readonly string[], { code, message, hint }: Refusal): Fault {
  const told = reasons.slice(0, REASONS_MAX).map((reason) => `\n  ${reason}`)
  const more = reasons.length > REASONS_MAX ? `\n  and ${reasons.length - REASONS_MAX} more` : ''
  return userFault(code, { message: `${message}:${told.join('')}${more}`, hint })
}

const REASONS_MAX = 20
