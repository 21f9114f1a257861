import { readJournal } from '#journal/read-journal.ts'
import { assertRepository, beginRun, NO_TASK } from '#loop/begin-run.ts'
import { findUnfinishedRun, resumeRun } from '#loop/resume-run.ts'
import { readModelName } from '#models/registry.ts'
import { Fault } from '#words/fault.ts'
import { assertGit } from './assert-git.ts'
import { chooseWorker, type WorkerChoice } from './choose-worker.ts'
import { noTests } from './no-tests.ts'
import { RUN_CLAIMANT } from './on-task.ts'
import { ownTests } from './own-tests.ts'
import type { Prepared, Recorder } from './prepared.ts'
import { runCommand } from './run-command.ts'
import { takeUpTask } from './take-up-task.ts'
import { taskIntent } from './task-intent.ts'
import { taskSource } from './task-source.ts'
import { otherTerms, whyNotAnew } from './why-not-anew.ts'
import { notReady, whyNotStart } from './why-not-start.ts'
import type { World } from './world.ts'

export type RunWish = WorkerChoice & {
  readonly objective: string
  readonly task?: string | undefined
  readonly test: string
  readonly tier?: string | undefined
  readonly resume: boolean
  readonly takeChanges: boolean
  /** Whether it is one of several: then what is blocked makes room for the next. */
  readonly ready: boolean
  /** How many at most, where it is. */
  readonly most?: number | undefined
}

/** Finds out what a run would be begun with. Nothing is written yet. */
export async function prepareRun(input: RunWish, recorder: Recorder): Promise<Prepared> {
  const { world, record } = recorder
  const { root } = world.place
  if (input.resume) return prepareResumption(input, recorder)
  assertGit()
  await assertRepository(root)
  // What is committed is the whole tree, so that the tests of the whole come before those of a part.
  const about =
    input.task === undefined
      ? { ...NO_TASK, objective: input.objective, test: ownTests(world) }
      : taskIntent(input.task, world)
  if (about.task !== null) await assertReady(about.task, { input, world })
  const test = input.test === '' ? about.test : input.test
  if (about.objective === '')
    throw new Fault({
      kind: 'user',
      code: 'no-objective',
      message: 'What shall be done?',
      hint: 'keel run "what shall be true"',
    })
  if (test === null) throw noTests('keel run "what shall be true" --test "make check"')
  if (input.host === undefined && input.model !== undefined)
    readModelName(input.model, (model) => runCommand({ ...input, model }))
  const worker = chooseWorker(input, world)
  const onBlocked = input.ready ? 'put-aside' : about.onBlocked
  const intent = { ...about, worker, tier: input.tier ?? null, test, onBlocked } as const
  if (intent.task !== null) return takeUpTask({ ...intent, task: intent.task }, recorder)
  return { ...intent, resumes: null, begin: () => beginRun(intent, { root, record }) }
}

/** The tasks that are taken one after the other were found to be ready a moment ago. */
async function assertReady(task: string, { input, world }: { input: RunWish; world: World }): Promise<void> {
  if (input.ready) return
  const starter = { source: taskSource(world), claimant: RUN_CLAIMANT, now: world.now }
  const reasons = whyNotStart(task, starter)
  if (reasons.length > 0) throw notReady(task, reasons)
  const others = await whyNotAnew(task, world)
  if (others.length > 0) throw otherTerms(task, others)
}

function prepareResumption({ takeChanges }: RunWish, { world, record }: Recorder): Prepared {
  const { root } = world.place
  const unfinished = findUnfinishedRun(readJournal(root).entries)
  if (unfinished === null)
    throw new Fault({
      kind: 'user',
      code: 'nothing-to-resume',
      message: 'Every run here has come to its end.',
      hint: 'keel log',
    })
  const changesSince = takeChanges ? 'take' : 'refuse'
  const begin = () => resumeRun(unfinished, { root, record, changesSince })
  return { ...unfinished, resumes: unfinished.run, begin }
}
