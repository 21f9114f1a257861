import { cacheFolder } from '#context/map/cache-folder.ts'
import { pack } from '#context/pack/pack.ts'
import { settingsFiles } from '#hosts/hook-dialects.ts'
import { readJournal } from '#journal/read-journal.ts'
import { sealKey } from '#kit/seal.ts'
import type { RunReport } from '#loop/conclude.ts'
import { deniedBy } from '#loop/denied-by.ts'
import type { Chosen } from '#loop/desk.ts'
import { judgeActions } from '#loop/judge-actions.ts'
import { run as walk } from '#loop/run.ts'
import { sweepTasks } from '#loop/tasks/change-task.ts'
import type { Denial } from '#words/decision.ts'
import { engage } from './choose-worker.ts'
import { type HeldTask, onTask, type Worked } from './on-task.ts'
import { packQuestion } from './pack-question.ts'
import type { Prepared, Recorder } from './prepared.ts'
import { provingTests } from './proving-tests.ts'
import type { Settled } from './settle-task.ts'
import { epicOf } from './task-intent.ts'
import { validConfig } from './valid-config.ts'
import type { World } from './world.ts'

export type RunAnswer = RunReport &
  Settled & {
    /** What guards kept the agent from. */
    readonly denials: readonly { readonly guard: string; readonly action: string }[]
  }

/** Has everything ready that a run needs. Whoever cannot be had must not have a run begun for them. */
export async function engageRun(
  { begin, ...intent }: Prepared,
  { world, record, minutes }: Recorder & { readonly minutes: number },
): Promise<() => Promise<Worked<RunAnswer>>> {
  const { root } = world.place
  let run = ''
  const onDenied = (denial: Denial) => record(deniedBy(denial, { root, run }))
  const work = await engage(intent.worker, { world, minutes, onDenied })
  const judge = await judgeActions({ root, settingsFiles, key: sealKey(world.place) })
  const { task } = intent
  const go = async (held: HeldTask | null): Promise<RunAnswer> => {
    // What a killed keel left half written would be committed with the work.
    sweepTasks(root)
    const order = await begin()
    run = order.run
    const report = await walk(order, {
      work,
      record,
      entries: () => readJournal(root).entries,
      judge,
      pack: packFor(world, cacheFolder(root)),
      epic: task === null ? null : epicOf(task, world),
      environment: world.place.environment,
      ownTest: provingTests(world),
      testTimeoutMs: minutes * 60_000,
      now: world.now,
      key: sealKey(world.place),
      signal: held === null ? world.signal : AbortSignal.any([world.signal, held.lost]),
      hold: held?.hold ?? null,
    })
    return { ...report, denials: denialsOf(root, report.run), unsettled: null, restored: [] }
  }
  return async () =>
    task === null ? { kind: 'worked', report: await go(null) } : onTask(task, { world, work: go })
}

/** Context for a prompt; without a cache where nothing may be written. */
export function packFor(world: World, cache: string | null): (objective: string) => Promise<Chosen> {
  return async (task) => {
    if (!validConfig(world).context.pack.enabled) return { text: '', pack: null }
    const { text, files, tokens } = await pack(
      await packQuestion({ task, budget: PROMPT_BUDGET, cache }, world),
    )
    return { text, pack: { files: files.map(({ path }) => path), tokens } }
  }
}

/** Tokens of context that go into a prompt unasked. An agent that wants more can ask for a pack. */
const PROMPT_BUDGET = 12_000

/** Those of hooks too, which are other processes and write for themselves. */
export function denialsOf(root: string, run: string): RunAnswer['denials'] {
  return readJournal(root).entries.flatMap((entry) =>
    entry.kind === 'denied' && entry.run === run ? [{ guard: entry.guard, action: entry.action }] : [],
  )
}
