import type { Task } from '#words/task.ts'
import { parseOrigin } from '../tasks/import/origin.ts'
import type { ImportPlan } from '../tasks/import/plan-import.ts'
import { planWaves } from '../tasks/plan-waves.ts'
import { tableOfPlanned } from '../tasks/table-of.ts'
import { type Deciding, decidePlan, type MadePlan, planPrefix } from './decide-plan.ts'

export type PlannedTask = Pick<
  Task,
  'title' | 'type' | 'status' | 'description' | 'acceptance' | 'files' | 'check'
> & {
  readonly key: string
  readonly parent: string | null
  /** Keys. */
  readonly dependsOn: readonly string[]
  /** In which it could be done; null for an epic, and for what is done. */
  readonly wave: number | null
}

export type PlanDescription =
  | { readonly kind: 'described'; readonly tasks: readonly PlannedTask[] }
  | Extract<ImportPlan, { readonly kind: 'refused' }>

/** What a plan would come to, with the wave of each task, as if there were no others. */
export function describePlan(plan: MadePlan, { path, now }: Omit<Deciding, 'table'>): PlanDescription {
  const outcome = decidePlan(plan, { path, now, table: tableOfPlanned([]) })
  if (outcome.kind === 'refused') return outcome
  const { waves } = planWaves(tableOfPlanned(outcome.tasks), { leases: NO_LEASES, unnamed: 'alone' })
  const waveOf = new Map(waves.flatMap(({ wave, tasks }) => tasks.map(({ id }) => [id, wave] as const)))
  const byOrigin = new Map(outcome.tasks.map((task) => [parseOrigin(task.origin ?? '').source, task]))
  const prefix = planPrefix(plan, path)
  const tasks = plan.drafts.map((draft) => {
    const { key, parent, dependsOn, title, type, status, description, acceptance, files, check } = draft
    const wave = waveOf.get(byOrigin.get(`${prefix}${key}`)?.id ?? '') ?? null
    return { key, parent, dependsOn, title, type, status, description, acceptance, files, check, wave }
  })
  return { kind: 'described', tasks }
}

const NO_LEASES = { live: new Map(), dead: new Map(), unreadable: [] }
