import { cacheFolder } from '#context/map/cache-folder.ts'
import { pack } from '#context/pack/pack.ts'
import { deniedBy } from '#loop/denied-by.ts'
import { answerByModel } from '#loop/plan/answer-by-model.ts'
import { initializer } from '#loop/roles/initializer.ts'
import type { WorkOnce } from '#loop/work-once.ts'
import { askModel } from '#models/ask-model.ts'
import { findModel } from '#models/registry.ts'
import type { Worker } from '#words/entry.ts'
import { engage } from './choose-worker.ts'
import { packQuestion } from './pack-question.ts'
import { validConfig } from './valid-config.ts'
import type { World } from './world.ts'

/** Who plans, ready to be asked. A host has its own tools and its own system prompt: the role stands before the question. */
export async function engageInitializer(
  worker: Worker,
  { world, minutes }: { world: World; minutes: number },
): Promise<WorkOnce> {
  const { place, now } = world
  const wallMs = minutes * 60_000
  switch (worker.kind) {
    case 'model': {
      const address = findModel(worker.model, place.environment)
      return answerByModel({
        askModel: (question) => askModel({ address, now, retries: RETRIES }, question),
        clocks: { idleMs: wallMs, wallMs },
        now,
      })
    }
    case 'host': {
      let run = ''
      const onDenied = (denial: Parameters<typeof deniedBy>[0]) =>
        world.journal.append(deniedBy(denial, { root: place.root, run }))
      const work = await engage(worker, { world, minutes, onDenied })
      const { system } = initializer()
      return (order) => {
        run = order.run
        return work({ ...order, prompt: `${system.trim()}\n\n${order.prompt}` })
      }
    }
  }
}

const RETRIES = { max: 3, firstMs: 1000 }

/** What a planner sees of the repository, within a budget. */
export async function packForPlan(
  specification: string,
  { world, keeps }: { world: World; keeps: 'cache' | 'nothing' },
): Promise<string> {
  if (!validConfig(world).context.pack.enabled) return ''
  const task = specification.slice(0, TASK_CHARS)
  const cache = keeps === 'cache' ? cacheFolder(world.place.root) : null
  const { text } = await pack(await packQuestion({ task, budget: PACK_BUDGET, cache }, world))
  return text
}

/** The beginning says what it is about; words of everything would find everything. */
const TASK_CHARS = 6000
const PACK_BUDGET = 10_000
