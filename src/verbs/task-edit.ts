import * as z from 'zod'
import { redact } from '#kit/redact.ts'
import { changeTask, type TaskChange } from '#loop/tasks/change-task.ts'
import type { FieldValue } from '#loop/tasks/edit-task-text.ts'
import type { FoundTask, TaskTrouble } from '#loop/tasks/sources/contract.ts'
import type { Fault } from '#words/fault.ts'
import type { Task } from '#words/task.ts'
import { misuse } from '#words/user-fault.ts'
import { asTaskFault } from './as-task-fault.ts'
import { assertProject } from './assert-project.ts'
import { cyclesWith } from './cycles-with.ts'
import { findTaskId, taskId } from './find-task-id.ts'
import { moveByVerb } from './move-by-verb.ts'
import { describedBy, type TaskFieldsInput, taskFields, toFields } from './task-fields.ts'
import { taskSource } from './task-source.ts'
import { defineVerb } from './verb.ts'

export type TaskEditReport = {
  readonly kind: 'edited'
  readonly dryRun: boolean
  readonly task: Task
  /** The fields that are not as they were. */
  readonly changed: readonly string[]
  /** Cycles that it is in now. */
  readonly cycles: readonly (readonly string[])[]
}

const CLEARABLE = ['parent', 'depends_on', 'labels', 'acceptance', 'files', 'check'] as const

export const taskEdit = defineVerb({
  name: 'task edit',
  summary: 'Change what a task says.',
  details:
    'Sets the fields that you name and leaves every other byte of the file as it is. A list is replaced as a whole. To change the ' +
    'text, or more than a field or two, edit the file: it is yours.',
  examples: [
    { command: 'keel task edit k7f3q --priority 0 --label urgent', explains: 'two fields' },
    { command: 'keel task edit k7f3q --status deferred', explains: 'not now' },
    { command: 'keel task edit k7f3q --clear depends_on', explains: 'it waits for nothing any more' },
  ],
  input: z.object({
    id: taskId,
    title: z.string().trim().min(1).max(500).optional().describe('What it is about, in one line.'),
    ...taskFields,
    status: z
      .enum(['open', 'implemented', 'deferred'])
      .optional()
      .describe('Others have verbs of their own: claim, close, block.'),
    clear: z.array(z.enum(CLEARABLE)).optional().describe('A field that says nothing any more.'),
    dryRun: z.boolean().default(false).describe('Show what would change and change nothing.'),
  }),
  positional: 'id',
  tells: null,
  tool: null,
  configuration: 'valid',
  run: async ({ id: typed, title, status, clear = [], dryRun, ...input }, world): Promise<TaskEditReport> => {
    assertProject(world.place)
    const source = taskSource(world)
    const id = findTaskId(typed, world)
    const fields: Record<string, FieldValue> = {
      ...(title !== undefined && { title: redact(title.replaceAll(/\s+/g, ' ')) }),
      ...toFields({
        ...input,
        ...(input.parent !== undefined && { parent: findTaskId(input.parent, world) }),
        ...(input.dependsOn !== undefined && {
          dependsOn: input.dependsOn.map((one) => findTaskId(one, world)),
        }),
      }),
      ...Object.fromEntries(clear.map((key) => [key, key === 'parent' || key === 'check' ? null : []])),
    }
    const description = describedBy(input)
    const both = clear.find((key) => FLAGS[key](input) !== undefined)
    if (both !== undefined) throw contradiction(id, both)
    if (Object.keys(fields).length === 0 && description === undefined && status === undefined)
      throw nothing(id)
    const changed = [...Object.keys(fields), ...(description === undefined ? [] : ['description'])]
    const apply = (found: FoundTask): TaskChange<{ kind: 'edited' } | TaskTrouble> => {
      const text = description === undefined ? {} : { description: redact(description) }
      const plan = found.edit({ fields, ...text })
      return plan.kind === 'edited'
        ? { write: plan.write, answer: () => ({ kind: 'edited' }) }
        : { write: null, answer: () => plan }
    }
    const before = source.read(id)
    if (before.kind !== 'task') throw asTaskFault(before)
    const outcome = dryRun ? apply(before).answer() : changeTask({ source, id }, apply)
    if (outcome.kind !== 'edited') throw asTaskFault(outcome)
    if (status !== undefined) moveByVerb({ id, to: status, why: 'edited', dryRun }, world)
    const after = source.read(id)
    if (after.kind !== 'task') throw asTaskFault(after)
    const task = dryRun
      ? ({ ...after.task, ...fields, ...(status !== undefined && { status }) } as Task)
      : after.task
    return {
      kind: 'edited',
      dryRun,
      task,
      changed: status === undefined ? changed : [...changed, 'status'],
      cycles: cyclesWith(task, world),
    }
  },
  hasFindings: ({ cycles }) => cycles.length > 0,
})

/** What sets the same field. */
const FLAGS = {
  parent: ({ parent }) => parent,
  depends_on: ({ dependsOn }) => dependsOn,
  labels: ({ label }) => label,
  acceptance: ({ acceptance }) => acceptance,
  files: ({ files }) => files,
  check: ({ check }) => check,
} as const satisfies Record<(typeof CLEARABLE)[number], (input: TaskFieldsInput) => unknown>

function contradiction(id: string, field: string): Fault {
  return misuse({
    message: `--clear ${field} and a new value for it do not go together. Nothing was changed.`,
    hint: `keel task edit ${id} --clear ${field}`,
  })
}

function nothing(id: string): Fault {
  return misuse({
    message: 'Nothing was named that should change.',
    hint: `keel task edit ${id} --priority 1`,
  })
}
