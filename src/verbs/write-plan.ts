import { decidePlan } from '#loop/plan/decide-plan.ts'
import { readPlan } from '#loop/plan/kept-plan.ts'
import type { SourceFile } from '#loop/tasks/import/contract.ts'
import type { Task } from '#words/task.ts'
import { userFault } from '#words/user-fault.ts'
import { importDrafts } from './import-drafts.ts'
import { type PlanInSight, planInSight, planRefusal } from './show-plan.ts'
import type { World } from './world.ts'

export type WrittenPlan = PlanInSight & {
  readonly kind: 'written'
  readonly dryRun: boolean
  readonly added: readonly Task[]
  /** How many were written before. */
  readonly known: number
  /** Epics that were done, and are open again with what was added to them. */
  readonly epics: readonly string[]
}

type Writing = { readonly world: World; readonly dryRun: boolean }

/** What was shown last for this very text, and nothing else. */
export function writePlan(file: SourceFile, { world, dryRun }: Writing): WrittenPlan {
  const { path, text } = file
  const kept = readPlan(world.place.root, text)
  if (kept === null)
    throw userFault('nothing-shown', {
      message: `No plan of ${path} was shown, or the file was changed since. Nothing was written.`,
      hint: `keel plan ${path}`,
    })
  const { tasks, known, changed, epics } = importDrafts(
    {
      decide: (table) => decidePlan(kept, { path, table, now: world.now() }),
      dryRun,
      refusal: planRefusal(file),
    },
    world,
  )
  const inSight = planInSight(kept, { file, world })
  return { kind: 'written', dryRun, ...inSight, added: tasks, known: known.length + changed.length, epics }
}
