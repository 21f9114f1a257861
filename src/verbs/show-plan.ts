import type { MadePlan } from '#loop/plan/decide-plan.ts'
import { describePlan, type PlannedTask } from '#loop/plan/describe-plan.ts'
import { keepPlan } from '#loop/plan/kept-plan.ts'
import type { NotUnderstood, SourceFile } from '#loop/tasks/import/contract.ts'
import type { Usage } from '#words/usage.ts'
import { type Refusal, refusedImport } from './import-drafts.ts'
import type { World } from './world.ts'

export type ShownPlan = PlanInSight & {
  readonly kind: 'shown'
  /** Whether `--write` can write it. */
  readonly isKept: boolean
  /** How many characters of the specification nobody was shown. */
  readonly cut: number
  readonly usages: readonly Usage[]
  /** What a checklist has that no tasks were made of. */
  readonly notUnderstood: readonly NotUnderstood[]
  /** How to have somebody plan it, where only a checklist was read; null where somebody did. */
  readonly hint: string | null
}

export type PlanInSight = {
  readonly specification: string
  /** Who made it: a model, a host, or nobody but the checklist. */
  readonly by: string
  readonly tasks: readonly PlannedTask[]
}

type Showing = Pick<ShownPlan, 'cut' | 'usages' | 'notUnderstood' | 'hint'> & {
  readonly file: SourceFile
  readonly world: World
  readonly keeps: 'plan' | 'nothing'
}

/** Shows a plan, and keeps it until somebody says that it is to be written. */
export function showPlan(plan: MadePlan, { file, world, keeps, ...rest }: Showing): ShownPlan {
  const inSight = planInSight(plan, { file, world })
  const kept = { by: plan.by, at: world.now().toISOString(), drafts: plan.drafts }
  const isKept = keeps === 'plan' && keepPlan(world.place.root, { specification: file.text, plan: kept })
  return { kind: 'shown', ...inSight, isKept, ...rest }
}

export function planInSight(
  plan: MadePlan,
  { file, world }: { readonly file: SourceFile; readonly world: World },
): PlanInSight {
  const outcome = describePlan(plan, { path: file.path, now: world.now() })
  if (outcome.kind === 'refused') throw refusedImport(outcome.reasons, planRefusal(file))
  return { specification: file.path, by: plan.by, tasks: outcome.tasks }
}

export function planRefusal({ path }: SourceFile): Refusal {
  return {
    code: 'plan-refused',
    message: `No tasks can be made of ${path}`,
    hint: `\${EDITOR:-vi} ${path}`,
  }
}
