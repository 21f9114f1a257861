import * as z from 'zod'
import { redact } from '#kit/redact.ts'
import { closeEpicsAbove } from '#loop/tasks/close-epics-above.ts'
import { type CloseDecision, closeTask } from '#loop/tasks/close-task.ts'
import { readLease } from '#loop/tasks/leases.ts'
import type { Task } from '#words/task.ts'
import { misuse } from '#words/user-fault.ts'
import { asTaskFault } from './as-task-fault.ts'
import { assertPersonsWord } from './assert-persons-word.ts'
import { assertProject } from './assert-project.ts'
import { decideClose } from './decide-close.ts'
import { findTaskId, taskId } from './find-task-id.ts'
import { nextAbove } from './next-above.ts'
import { taskSource } from './task-source.ts'
import { defineVerb } from './verb.ts'
import type { World } from './world.ts'

export type TaskCloseReport =
  | {
      readonly kind: 'closed'
      readonly dryRun: boolean
      readonly task: Task
      readonly isForced: boolean
      /** The epics that it was the last open part of, and that are done with it. */
      readonly epics: readonly string[]
      /** What has to be typed for what it is a part of, where it was the last of its parts and that is not done; else null. */
      readonly next: string | null
    }
  | { readonly kind: 'refused'; readonly id: string; readonly reasons: readonly string[] }
  | { readonly kind: 'closed-before'; readonly id: string }

export const taskClose = defineVerb({
  name: 'task close',
  summary: 'Set a task to done, if there is proof that it is.',
  details:
    'Nobody’s word closes a task: keel must have seen its tests and its checks pass on the files as they are now (`keel verify --task ID`). A person at a terminal may close one without proof, with --force and a reason; both are kept in the ' +
    'journal.',
  examples: [
    { command: 'keel task close k7f3q', explains: 'on evidence' },
    {
      command: 'keel task close k7f3q --force --why "documentation only"',
      explains: 'on your own responsibility',
    },
  ],
  input: z.object({
    id: taskId,
    force: z.boolean().default(false).describe('Without proof. Only at a terminal, and only with --why.'),
    why: z.string().trim().min(1).max(2000).optional().describe('Why it may be closed without proof.'),
    dryRun: z.boolean().default(false).describe('Show whether it would be closed and change nothing.'),
  }),
  positional: 'id',
  tells: null,
  // An agent that could close its own work would be its own judge.
  tool: null,
  configuration: 'valid',
  run: async ({ id: typed, force, why, dryRun }, world): Promise<TaskCloseReport> => {
    assertProject(world.place)
    const source = taskSource(world)
    const id = findTaskId(typed, world)
    assertPersonsWord({ id, own: 'allowed' }, world)
    const decision = force ? await forcedBy({ id, why, dryRun }, world) : await decideClose(id, world)
    if (decision.kind === 'refused') return { kind: 'refused', id, reasons: decision.reasons }
    if (dryRun) {
      const read = source.read(id)
      if (read.kind !== 'task') throw asTaskFault(read)
      return {
        kind: 'closed',
        dryRun,
        task: read.task,
        isForced: decision.kind === 'forced',
        epics: [],
        next: null,
      }
    }
    const about = { source, id, by: world.asker, journal: world.journal, now: world.now }
    const outcome = closeTask({ ...about, claimant: claimantOf(id, world), decision })
    switch (outcome.kind) {
      case 'moved': {
        const entry = decision.kind === 'forced' ? null : decision.entry
        const epics = closeEpicsAbove({ ...about, entry })
        const isForced = decision.kind === 'forced'
        return { kind: 'closed', dryRun, task: outcome.task, isForced, epics, next: nextAbove(about) }
      }
      case 'refused':
        return { kind: 'refused', id, reasons: outcome.reasons }
      case 'closed-before':
        return { kind: 'closed-before', id }
      case 'missing':
      case 'broken':
      case 'unfit':
      case 'taken':
      case 'busy':
      case 'held':
        throw asTaskFault(outcome)
    }
  },
  hasFindings: ({ kind }) => kind === 'refused',
})

/** What was claimed at a shell is closed from there: no process goes by the name of the lease. */
function claimantOf(id: string, { place, asker }: World): string {
  const lease = readLease(place.root, id)
  return lease !== null && lease.process === null ? lease.claimant : asker
}

async function forcedBy(
  { id, why, dryRun }: { id: string; why: string | undefined; dryRun: boolean },
  { confirm, asker }: World,
): Promise<CloseDecision> {
  if (why === undefined)
    throw misuse({
      message: '--force needs a reason.',
      hint: `keel task close ${id} --force --why "documentation only"`,
    })
  if (confirm === null)
    throw misuse({
      message: '--force is for a person at a terminal, and nobody is at one here.',
      hint: `keel task show ${id}`,
    })
  const isMeant = dryRun || (await confirm(`Close ${id} without proof?`))
  return isMeant
    ? { kind: 'forced', by: asker, why: redact(why) }
    : { kind: 'refused', reasons: ['You said no.'] }
}
