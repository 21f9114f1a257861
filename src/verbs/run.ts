import { join } from 'node:path'
import * as z from 'zod'
import { cacheFolder } from '#context/map/cache-folder.ts'
import { pack } from '#context/pack/pack.ts'
import { settingsFiles } from '#hosts/hook-dialects.ts'
import { driveNames } from '#hosts/registry.ts'
import { readJournal } from '#journal/read-journal.ts'
import { holdLock } from '#kit/lock.ts'
import { makeIgnoredFolder } from '#kit/make-ignored-folder.ts'
import { sealKey } from '#kit/seal.ts'
import { assertRepository, beginRun, NO_TASK } from '#loop/begin-run.ts'
import type { RunReport } from '#loop/conclude.ts'
import { deniedBy } from '#loop/denied-by.ts'
import type { RunOrder } from '#loop/desk.ts'
import { judgeActions } from '#loop/judge-actions.ts'
import { LEDGER_FOLDER } from '#loop/ledger/open-ledger.ts'
import { planRun, type RunIntent, type RunPlan } from '#loop/plan-run.ts'
import { findUnfinishedRun, resumeRun } from '#loop/resume-run.ts'
import { run as walk } from '#loop/run.ts'
import type { Denial } from '#words/decision.ts'
import type { Entry, Fact } from '#words/entry.ts'
import { Fault } from '#words/fault.ts'
import { assertGit } from './assert-git.ts'
import { chooseWorker, engage, type WorkerChoice } from './choose-worker.ts'
import { noTests } from './no-tests.ts'
import { onTask } from './on-task.ts'
import { ownTests } from './own-tests.ts'
import { packQuestion } from './pack-question.ts'
import { epicOf, taskIntent } from './task-intent.ts'
import { validConfig } from './valid-config.ts'
import { defineVerb } from './verb.ts'
import type { World } from './world.ts'

export type RunAnswer = RunReport & {
  /** What guards kept the agent from. */
  readonly denials: readonly { readonly guard: string; readonly action: string }[]
}

export const run = defineVerb({
  name: 'run',
  summary: 'Have an agent do something, and believe it only when the tests pass.',
  details:
    'Runs the tests as they are, chooses context, starts a fresh agent, runs the tests itself and commits the tested tree if they ' +
    'pass and were not weakened. If not, a second attempt is told which tests fail. After two it is blocked, with the reason. The agent is a host program ' +
    '(`--host`) or a bare model (`--model`). Guards judge each of its actions.',
  examples: [
    { command: 'keel run "add() takes negative numbers"', explains: 'with the host program found here' },
    {
      command: 'keel run "add() takes negative numbers" --host codex --test "npm test"',
      explains: 'this host, this proof',
    },
    {
      command: 'keel run "add() takes negative numbers" --model anthropic/claude-sonnet-5',
      explains: 'a bare model',
    },
    {
      command: 'keel run "add() takes negative numbers" --dry-run',
      explains: 'show what would be done, and by whom, with the prompt',
    },
    { command: 'keel run --task k7f3q', explains: 'a task of the project, closed by its proof' },
    { command: 'keel run --resume', explains: 'go on where a killed run stopped' },
  ],
  input: z.object({
    objective: z.string().trim().default('').describe('What shall be true when the work is done.'),
    task: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe('A task of the project, by its id: its text is the objective, and its check proves it.'),
    test: z
      .string()
      .trim()
      .default('')
      .describe('The command that proves it, run at the root. Where you do not say, the project’s own.'),
    host: z.enum(driveNames).optional().describe('The host program that does the work.'),
    model: z
      .string()
      .trim()
      .optional()
      .describe('The bare model that does the work; with `--host`, the host’s model.'),
    resume: z.boolean().default(false).describe('Go on with the last run that came to no end.'),
    takeChanges: z
      .boolean()
      .default(false)
      .describe('With `--resume`: take what was changed since the run stopped for its own.'),
    minutes: z
      .int()
      .min(1)
      .max(1440)
      .default(30)
      .describe('How long one attempt, or one run of the tests, may take.'),
    dryRun: z
      .boolean()
      .default(false)
      .describe('Show worker, tests, budget and prompt; begin no run, ask nobody and write nothing.'),
  }),
  positional: 'objective',
  tells: 'progress',
  tool: null,
  configuration: 'valid',
  run: async (input, world): Promise<RunAnswer | RunPlan> => {
    const { root } = world.place
    const record = (fact: Fact): Entry => {
      const entry = world.journal.append(fact)
      world.tell(entry)
      return entry
    }
    const { begin, ...intent } = await prepare(input, { world, record })
    let run = ''
    const onDenied = (denial: Denial) => record(deniedBy(denial, { root, run }))
    // Whoever cannot be had must not have a run begun for them.
    const work = await engage(intent.worker, { world, minutes: input.minutes, onDenied })
    const judge = await judgeActions({ root, settingsFiles, key: sealKey(world.place) })
    const cache = input.dryRun ? null : cacheFolder(root)
    const packFor = async (task: string) => {
      if (!validConfig(world).context.pack.enabled) return { text: '', pack: null }
      const { text, files, tokens } = await pack(
        await packQuestion({ task, budget: PROMPT_BUDGET, cache }, world),
      )
      return { text, pack: { files: files.map(({ path }) => path), tokens } }
    }
    const { task } = intent
    const epic = task === null ? null : epicOf(task, world)
    if (input.dryRun) return planRun(intent, { root, minutes: input.minutes, pack: packFor, epic })
    makeIgnoredFolder(join(root, LEDGER_FOLDER))
    const lock = holdLock(join(root, LEDGER_FOLDER, '.run.keel-tmp'))
    if (lock.kind === 'busy') throw atWork(lock.process)
    const go = async (): Promise<RunAnswer> => {
      const order = await begin()
      run = order.run
      const report = await walk(order, {
        work,
        record,
        entries: () => readJournal(root).entries,
        judge,
        pack: packFor,
        epic,
        environment: world.place.environment,
        ownTest: ownTests(world),
        testTimeoutMs: input.minutes * 60_000,
        now: world.now,
        key: sealKey(world.place),
        signal: world.signal,
      })
      return { ...report, denials: denialsOf(root, report.run) }
    }
    try {
      return await (task === null ? go() : onTask(task, { world, work: go }))
    } finally {
      lock.release()
    }
  },
  hasFindings: (answer) => !('dryRun' in answer) && answer.outcome !== 'verified',
})

/** Tokens of context that go into a prompt unasked. An agent that wants more can ask for a pack. */
const PROMPT_BUDGET = 12_000

function atWork(process: number): Fault {
  return missing({
    code: 'at-work',
    message: `Process ${process} is at work on a run here, and two agents in one tree would undo each other.`,
    hint: 'keel log --follow',
  })
}

type RunWish = {
  readonly objective: string
  readonly task?: string | undefined
  readonly test: string
  readonly resume: boolean
  readonly takeChanges: boolean
}

type Prepared = RunIntent & { readonly begin: () => Promise<RunOrder> }

async function prepare(
  input: WorkerChoice & RunWish,
  { world, record }: { world: World; record: (fact: Fact) => Entry },
): Promise<Prepared> {
  const { root } = world.place
  if (input.resume) {
    assertNothingElse(input)
    const unfinished = findUnfinishedRun(readJournal(root).entries)
    if (unfinished === null)
      throw missing({
        code: 'nothing-to-resume',
        message: 'Every run here has come to its end.',
        hint: 'keel log',
      })
    const changesSince = input.takeChanges ? 'take' : 'refuse'
    const begin = () => resumeRun(unfinished, { root, record, changesSince })
    return { ...unfinished, resumes: unfinished.run, begin }
  }
  if (input.takeChanges)
    throw missing({
      code: 'misuse',
      message: '--take-changes says what a resumed run may take for its own, and nothing without --resume.',
      hint: 'keel run --resume --take-changes',
    })
  assertGit()
  await assertRepository(root)
  if (input.task !== undefined && input.objective !== '')
    throw missing({
      code: 'misuse',
      message: 'A run works on a task or on an objective, not on both.',
      hint: `keel run --task ${input.task}`,
    })
  // What is committed is the whole tree, so that the tests of the whole come before those of a part.
  const about =
    input.task === undefined
      ? { ...NO_TASK, objective: input.objective, test: ownTests(world) }
      : taskIntent(input.task, world)
  const test = input.test === '' ? about.test : input.test
  if (about.objective === '')
    throw missing({
      code: 'no-objective',
      message: 'What shall be done?',
      hint: 'keel run "what shall be true"',
    })
  if (test === null) throw noTests('keel run "what shall be true" --test "make check"')
  const worker = chooseWorker(input, world)
  const intent = { ...about, worker, test }
  return { ...intent, resumes: null, begin: () => beginRun(intent, { root, record }) }
}

/** What a run was begun with, it ends with: whoever typed something else must not believe that it was heard. */
function assertNothingElse(
  input: { readonly [Field in (typeof BEGUN_WITH)[number]]?: string | undefined },
): void {
  const given = BEGUN_WITH.filter((field) => (input[field] ?? '') !== '')
  if (given.length === 0) return
  const names = given.map((field) => (field === 'objective' ? 'an objective' : `--${field}`)).join(', ')
  throw missing({
    code: 'resumed-as-begun',
    message: `A run is resumed as it was begun: ${names} cannot be given with --resume.`,
    hint: 'keel run --resume',
  })
}

const BEGUN_WITH = ['objective', 'task', 'test', 'host', 'model'] as const

function missing(parts: { code: string; message: string; hint: string }): Fault {
  return new Fault({ kind: 'user', ...parts })
}

/** Those of hooks too, which are other processes and write for themselves. */
function denialsOf(root: string, run: string): RunAnswer['denials'] {
  return readJournal(root).entries.flatMap((entry) =>
    entry.kind === 'denied' && entry.run === run ? [{ guard: entry.guard, action: entry.action }] : [],
  )
}
