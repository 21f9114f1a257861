import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { readRefs } from '#loop/read-refs.ts'
import { readStand } from '#loop/stand.ts'
import { type ClaimOutcome, claimTask } from '#loop/tasks/claim-task.ts'
import type { Lease } from '#loop/tasks/lease.ts'
import { openBoard } from '#loop/tasks/open-board.ts'
import { readyTasks } from '#loop/tasks/ready-tasks.ts'
import { sayUnproven } from '#loop/tasks/say-unproven.ts'
import { headsOf } from '#loop/tasks/task-table.ts'
import { saySwayed, swaysIn } from '#loop/verify/sways-in.ts'
import type { Fault } from '#words/fault.ts'
import type { Task } from '#words/task.ts'
import { asTaskFault } from './as-task-fault.ts'
import { assertPersonsWord } from './assert-persons-word.ts'
import { assertProject } from './assert-project.ts'
import { describeTask } from './describe-task.ts'
import { findTaskId, taskId } from './find-task-id.ts'
import { lookFirst } from './look-first.ts'
import { everyMove, movesOf } from './moves-of.ts'
import { projectTests } from './project-tests.ts'
import { taskSource } from './task-source.ts'
import { validConfig } from './valid-config.ts'
import { defineVerb } from './verb.ts'
import { notReady, whyNotStart } from './why-not-start.ts'
import type { World } from './world.ts'

export type TaskClaimReport =
  | {
      readonly kind: 'claimed'
      readonly task: Task
      readonly lease: Lease
      /** What it builds on that is done by its file alone, and what of the environment is bound by it. */
      readonly doubts: readonly string[]
      /** The command that proves the project; null where it has none. */
      readonly test: string | null
    }
  | { readonly kind: 'would-claim'; readonly id: string }
  | { readonly kind: 'none' }

export const taskClaim = defineVerb({
  name: 'task claim',
  summary: 'Take a task, so that nobody else works on it meanwhile.',
  details:
    'Takes the task that you name, if it is ready, or the first that is. It is yours for a time, which you renew by claiming it again ' +
    'under the same name; after that, or when the process that works on it is gone, somebody else may take it. Two never get the ' +
    'same one. What it says of its proof then binds whoever works on it, in every worktree; a person changes that with `keel task edit`. To give it ' +
    'back: `keel task reopen`.',
  examples: [
    { command: 'keel task claim', explains: 'the first that is ready' },
    { command: 'keel task claim k7f3q --as anna --minutes 240', explains: 'this one, for four hours' },
  ],
  input: z.object({
    id: taskId.optional(),
    as: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe('Your name, which nobody else goes by. Default: one is made up.'),
    minutes: z.int().min(1).max(100_000).default(60).describe('How long it is yours.'),
    dryRun: z.boolean().default(false).describe('Show which would be taken and take none.'),
  }),
  positional: 'id',
  tells: null,
  tool: {
    name: 'claim_task',
    effect: 'adds',
    withholds: ['as', 'minutes'],
    answers: 'text',
    answer: describe,
  },
  configuration: 'valid',
  run: async ({ id: typed, as, minutes, dryRun }, world): Promise<TaskClaimReport> => {
    assertProject(world.place)
    const candidates = typed === undefined ? firstReady(world) : [findIfReady(typed, { as, world })]
    const [first] = candidates
    if (first === undefined) return { kind: 'none' }
    assertPersonsWord({ id: first, own: 'allowed' }, world)
    if (dryRun) return { kind: 'would-claim', id: first }
    const environment = swaysIn(world.place.environment, world.place.root)
    const proof = { test: projectTests(world), checks: validConfig(world).loop.checks, environment }
    const { root } = world.place
    const stand = { ...(await readStand(root)), refs: await readRefs(root), ...proof }
    for (const id of candidates) {
      const claimant = claimantIn(world, as)
      const wasTheirs = () => claimant.wasTheirs(id)
      const outcome = claimTask({ ...claimant, wasTheirs, id, leaseMs: minutes * 60_000, ...stand })
      if (outcome.kind === 'claimed') {
        const doubts = [...doubtsOf(outcome.task, world), ...saySwayed(environment)]
        return { ...outcome, doubts, test: proof.test }
      }
      if (typed !== undefined || outcome.kind === 'busy') throw refused(id, outcome)
    }
    return { kind: 'none' }
  },
  hasFindings: ({ kind }) => kind === 'none',
})

/** Who calls as a tool is served by a process that lives as long as they do; who types a command is not. */
function claimantIn(world: World, as: string | undefined) {
  const { asker, journal, now } = world
  const isTyped = asker === 'cli'
  const name = isTyped ? `cli-${randomBytes(3).toString('hex')}` : `${asker}-${process.pid}`
  return {
    source: taskSource(world),
    claimant: as ?? name,
    // `git clean -fdx` takes the leases along, and nobody else can know that somebody still works on it.
    wasTheirs: (id: string) => as !== undefined && hasMovedLast(as, { id, world }),
    process: isTyped ? null : process.pid,
    journal,
    now,
  }
}

function hasMovedLast(claimant: string, { id, world }: { id: string; world: World }): boolean {
  const last = everyMove(world).findLast(({ task }) => task === id)
  return last?.by === claimant && last.to === 'in_progress'
}

function doubtsOf(task: Task, world: World): string[] {
  if (task.depends_on.length === 0) return []
  const { table } = openBoard(taskSource(world), world.now())
  return sayUnproven(task, { moves: movesOf(world), awaited: headsOf(table, task.depends_on) })
}

function firstReady(world: World): string[] {
  const { table, leases } = openBoard(taskSource(world), world.now())
  return readyTasks(table, leases).map((place) => table.ids[place] ?? '')
}

function findIfReady(typed: string, { as, world }: { as: string | undefined; world: World }): string {
  const id = findTaskId(typed, world)
  const reasons = whyNotStart(id, claimantIn(world, as))
  if (reasons.length > 0) throw notReady(id, reasons)
  return id
}

function refused(id: string, outcome: Exclude<ClaimOutcome, { kind: 'claimed' }>): Fault {
  if (outcome.kind === 'not-ready') return notReady(id, outcome.reasons)
  if (outcome.kind !== 'not-open') return asTaskFault(outcome)
  return notReady(id, [`It is ${outcome.task.status}.`])
}

function describe(report: TaskClaimReport): string {
  switch (report.kind) {
    case 'claimed':
      return [
        `Yours until ${report.lease.until}, as ${report.lease.claimant}:`,
        describeTask(report.task),
        ...report.doubts,
        '',
        report.task.description,
        ...lookFirst(report),
      ].join('\n')
    case 'would-claim':
      return `${report.id} would be taken.`
    case 'none':
      return 'No task is ready.'
  }
}
