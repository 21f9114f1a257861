import { randomBytes } from 'node:crypto'
import { sha256 } from '#kit/sha256.ts'
import { workerName } from '#loop/ledger/worker-name.ts'
import { askForPlan } from '#loop/plan/ask-for-plan.ts'
import { composePlanPrompt } from '#loop/plan/compose-plan-prompt.ts'
import type { SourceFile } from '#loop/tasks/import/contract.ts'
import { readTasks } from '#loop/tasks/read-tasks.ts'
import type { Fact, Worker } from '#words/entry.ts'
import { engageInitializer, packForPlan } from './engage-initializer.ts'
import { type ShownPlan, showPlan } from './show-plan.ts'
import type { World } from './world.ts'

/** What somebody would be asked, and who. */
export type WouldAsk = {
  readonly kind: 'would-ask'
  readonly specification: string
  readonly worker: Worker
  readonly prompt: string
  readonly cut: number
}

type Planning = {
  readonly world: World
  readonly dryRun: boolean
  readonly worker: Worker
  readonly minutes: number
}

/** Has somebody plan it, who may change nothing. */
export async function planByWorker(
  file: SourceFile,
  { world, dryRun, worker, minutes }: Planning,
): Promise<ShownPlan | WouldAsk> {
  const { root } = world.place
  const ask = await engageInitializer(worker, { world, minutes })
  const table = readTasks(root)
  const titles = table.ids.flatMap((_, place) => table.headOf(place)?.title ?? [])
  const pack = await packForPlan(file.text, { world, keeps: dryRun ? 'nothing' : 'cache' })
  const parts = { path: file.path, specification: file.text, pack, tasks: titles }
  if (dryRun) {
    const { text: prompt, cut } = composePlanPrompt({ ...parts, wrong: null })
    return { kind: 'would-ask', specification: file.path, worker, prompt, cut }
  }
  const run = `plan-${sha256(file.text).slice(0, 8)}-${randomBytes(3).toString('hex')}`
  const record = (fact: Fact) => {
    const entry = world.journal.append(fact)
    world.tell(entry)
    return entry
  }
  const { drafts, ...answer } = await askForPlan(
    { root, run, worker, ...parts },
    { ask, record, signal: world.signal },
  )
  const plan = { by: workerName(worker), drafts }
  return showPlan(plan, { file, world, keeps: 'plan', ...answer, notUnderstood: [], hint: null })
}
