import { sha256 } from '#kit/sha256.ts'
import type { TaskDraft } from '../tasks/import/contract.ts'
import { sourcePrefix } from '../tasks/import/origin.ts'
import { type ImportPlan, planImport } from '../tasks/import/plan-import.ts'
import type { TaskTable } from '../tasks/task-table.ts'

export type MadePlan = {
  /** Who made it, as a person would say. */
  readonly by: string
  readonly drafts: readonly TaskDraft[]
}

/** Who makes a plan where nobody is asked. */
export const CHECKLIST = 'checklist'

/** Where a plan is decided on: the file of its specification, and the tasks that there are. */
export type Deciding = { readonly path: string; readonly table: TaskTable; readonly now: Date }

export function decidePlan(plan: MadePlan, { path, table, now }: Deciding): ImportPlan {
  const source = {
    format: 'plan',
    path,
    list: null,
    prefix: planPrefix(plan, path),
    // An older keel took the boxes of a file for a plan of their own.
    formerly: plan.by === CHECKLIST ? sourcePrefix({ format: 'plan', path, list: null }) : null,
    drafts: plan.drafts,
    notUnderstood: [],
  } as const
  return planImport({ sources: [source], table, parent: null, now })
}

/**
 * The boxes of a file keep their names when it is edited, and are the tasks that its import would make. Whoever is asked again may call something else by the same name, so that
 * each plan of theirs is one of its own.
 */
export function planPrefix({ by, drafts }: MadePlan, path: string): string {
  if (by === CHECKLIST) return sourcePrefix({ format: 'checklist', path, list: null })
  return `${sourcePrefix({ format: 'plan', path, list: null })}${sha256(JSON.stringify(drafts)).slice(0, 8)}/`
}
