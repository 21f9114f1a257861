import * as z from 'zod'
import { redact } from '#kit/redact.ts'
import { Fault } from '#words/fault.ts'
import { TASK_ID, type Task, taskSchema } from '#words/task.ts'
import { asTaskFault } from './as-task-fault.ts'
import { assertProject } from './assert-project.ts'
import { cyclesWith } from './cycles-with.ts'
import { findTaskId } from './find-task-id.ts'
import { reopenAbove } from './reopen-above.ts'
import { describedBy, taskFields, toFields } from './task-fields.ts'
import { taskSource } from './task-source.ts'
import { defineVerb } from './verb.ts'

export type TaskAddReport = {
  readonly dryRun: boolean
  readonly task: Task
  readonly file: string
  /** Cycles that it is in. */
  readonly cycles: readonly (readonly string[])[]
  /** The epics above that were done, and are open again with it. */
  readonly epics: readonly string[]
}

/** It is a file’s name, and in front of the names of its parts. */
const ID_MAX = 80

/** Whatever follows the first dot: others could not check the repository out. */
const NO_FILE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

export const taskAdd = defineVerb({
  name: 'task add',
  summary: 'Add a task.',
  details:
    'Writes `.keel/tasks/<id>.md`, a Markdown file with what you say in its front matter. Edit it by hand as you like: keel changes ' +
    'only the field that it is asked to change. The id is chosen by chance, so that two people on two branches never choose the same; ' +
    'a part of an epic has the epic’s id in front. Where tasks live in a tracker (`loop.tasks.source`), an issue is made there instead.',
  examples: [
    {
      command: 'keel task add "The cart forgets its coupon" --type bug -p 1',
      explains: 'a bug that is urgent',
    },
    {
      command: 'keel task add "Coupons in the cart" --files src/cart.ts --check "npm test -- cart"',
      explains: 'with what it touches and what proves it',
    },
    {
      command: 'keel task add "Show the price" --parent k7f3q --depends-on bx42m',
      explains: 'a part of an epic',
    },
  ],
  input: z.object({
    title: z.string().trim().min(1).max(500).describe('What it is about, in one line.'),
    ...taskFields,
    id: z
      .string()
      .max(ID_MAX)
      .regex(TASK_ID, 'letters, digits, - and _, in parts that are divided by dots.')
      .refine((id) => !NO_FILE.test(id), 'Windows has no file of this name.')
      .optional()
      .describe('An id of your own. Default: one is chosen.'),
    dryRun: z.boolean().default(false).describe('Show what would be written and write nothing.'),
  }),
  positional: 'title',
  tells: null,
  tool: null,
  configuration: 'valid',
  run: async ({ title, id, dryRun, ...input }, world): Promise<TaskAddReport> => {
    assertProject(world.place)
    const fields = toFields({
      ...input,
      ...(input.parent !== undefined && { parent: findTaskId(input.parent, world) }),
      ...(input.dependsOn !== undefined && {
        dependsOn: input.dependsOn.map((one) => findTaskId(one, world)),
      }),
    })
    const description = redact(describedBy(input) ?? '').trim()
    const { id: _, ...head } = taskSchema.parse({
      ...fields,
      id: id ?? 'new',
      title: redact(title.replaceAll(/\s+/g, ' ')),
      created: world.now().toISOString(),
    })
    const draft = { id: id ?? null, task: { ...head, description }, isTrial: dryRun }
    const outcome = taskSource(world).add(draft)
    switch (outcome.kind) {
      case 'added': {
        const { task, file } = outcome
        const epics = reopenAbove({ parts: [task], dryRun }, world)
        return { dryRun, task, file, cycles: cyclesWith(task, world), epics }
      }
      case 'exists':
        throw taken(outcome.id)
      case 'busy':
        throw asTaskFault(outcome)
    }
  },
  hasFindings: ({ cycles }) => cycles.length > 0,
})

function taken(id: string): Fault {
  return new Fault({
    kind: 'user',
    code: 'task-exists',
    message: `There is a task ${id} already.`,
    hint: `keel task show ${id}`,
  })
}
