import { join } from 'node:path'
import * as z from 'zod'
import { driveNames } from '#hosts/registry.ts'
import { readJournal } from '#journal/read-journal.ts'
import { holdLock } from '#kit/lock.ts'
import { makeIgnoredFolder } from '#kit/make-ignored-folder.ts'
import { LEDGER_FOLDER, RUN_LOCK } from '#loop/ledger/open-ledger.ts'
import { planRun, type RunPlan } from '#loop/plan-run.ts'
import type { Entry, Fact } from '#words/entry.ts'
import { Fault } from '#words/fault.ts'
import { assertOneWish } from './assert-one-wish.ts'
import { denialsOf, engageRun, packFor, type RunAnswer } from './engage-run.ts'
import { notClaimed } from './on-task.ts'
import { prepareRun } from './prepare-run.ts'
import { nextReady, type ReadyAnswer, runReady } from './run-ready.ts'
import { type SettledRun, settleLeft } from './settle-left.ts'
import { epicOf } from './task-intent.ts'
import { defineVerb } from './verb.ts'
import type { World } from './world.ts'

type DryRun = RunPlan & {
  /** The tasks that would be taken after it. */
  readonly others: readonly string[]
}

export const run = defineVerb({
  name: 'run',
  summary: 'Have an agent do something, and believe it only when the tests pass.',
  details:
    'Runs the tests as they are, chooses context, starts a fresh agent, runs the tests itself and commits the tested tree if they ' +
    'pass and were not weakened. If not, a second attempt is told which tests fail. After two it is blocked, with the reason. The agent is a host program ' +
    '(`--host`) or a bare model (`--model`). Guards judge each of its actions. With `--ready` one task after the other is taken until none is ready: what is ' +
    'blocked is put aside at `refs/keel/aside/`, so that the next starts on a clean tree.',
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
    { command: 'keel run --ready', explains: 'every task that is ready, one after the other' },
    { command: 'keel run --ready --most 3 --json', explains: 'three of them, for a program' },
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
    ready: z
      .boolean()
      .default(false)
      .describe('Work on the tasks that are ready, one after the other, until none is.'),
    most: z.int().min(1).optional().describe('With `--ready`: how many tasks to work on at most.'),
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
    tier: z
      .string()
      .trim()
      .regex(/^[a-z][a-z0-9_-]{0,39}$/i)
      .optional()
      .describe(
        'What the ledger calls the rung that this worker stands on (`cheap`, say), to compare one with the other.',
      ),
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
  run: async (input, world): Promise<RunAnswer | ReadyAnswer | DryRun> => {
    assertOneWish(input)
    const record = (fact: Fact): Entry => {
      const entry = world.journal.append(fact)
      world.tell(entry)
      return entry
    }
    const recorder = { world, record }
    const [first, ...others] = input.ready ? nextReady(world) : []
    if (input.ready && first === undefined) return NONE_READY
    const wish = first === undefined ? input : { ...input, task: first }
    const prepared = await prepareRun(wish, recorder)
    const go = await engageRun(prepared, { ...recorder, minutes: input.minutes })
    if (input.dryRun) {
      const epic = prepared.task === null ? null : epicOf(prepared.task, world)
      const { root } = world.place
      const entries = () => readJournal(root).entries
      const parts = { root, minutes: input.minutes, pack: packFor(world, null), epic, entries }
      const plan = await planRun(prepared, parts)
      return { ...plan, others }
    }
    return whileAlone(world, async () => {
      const settled = await settleLeft(world)
      if (input.ready) return runReady(input, recorder)
      const before = settled.find(({ task }) => task !== null && task === prepared.task)
      if (before !== undefined) return answerOf(before, world)
      const worked = await go()
      if (worked.kind !== 'worked') throw notClaimed(prepared.task ?? '', worked)
      return worked.report
    })
  },
  hasFindings: (answer) => {
    if ('dryRun' in answer) return false
    if (!('runs' in answer)) return isWanting(answer)
    const { runs, stopped } = answer
    return runs.some(isWanting) || !GOOD_STOPS.includes(stopped.kind)
  },
})

function isWanting({ outcome, unsettled }: RunAnswer): boolean {
  return outcome !== 'verified' || unsettled !== null
}

const GOOD_STOPS: readonly string[] = ['none-ready', 'most'] satisfies ReadyAnswer['stopped']['kind'][]

const NONE_READY: ReadyAnswer = { runs: [], passedOver: [], stopped: { kind: 'none-ready' }, left: [] }

/** Two agents in one tree would undo each other. */
async function whileAlone<Value>({ place }: World, work: () => Promise<Value>): Promise<Value> {
  makeIgnoredFolder(join(place.root, LEDGER_FOLDER))
  const lock = holdLock(join(place.root, RUN_LOCK))
  if (lock.kind === 'busy')
    throw new Fault({
      kind: 'user',
      code: 'at-work',
      message: `Process ${lock.process} is at work on a run here, and two agents in one tree would undo each other.`,
      hint: 'keel log --follow',
    })
  try {
    return await work()
  } finally {
    lock.release()
  }
}

/** What a run came to that was killed before it could say so. */
function answerOf(
  { run, objective, task, ended, attempts, aside, unsettled, restored }: SettledRun,
  { place }: World,
): RunAnswer {
  if (ended === null) throw new Error('the run has not ended')
  const leaving = aside === null ? null : ({ kind: 'put-aside', aside } as const)
  const denials = denialsOf(place.root, run)
  return { run, objective, task, ...ended, remarks: [], attempts, leaving, denials, unsettled, restored }
}
