import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { writeAtomically } from '#kit/files.ts'
import { redact } from '#kit/redact.ts'
import { sweepTasks, whileTasksLocked } from '#loop/tasks/change-task.ts'
import { composeTaskText } from '#loop/tasks/compose-task-text.ts'
import { newTaskId } from '#loop/tasks/new-task-id.ts'
import { readTasks, TASKS_FOLDER } from '#loop/tasks/read-tasks.ts'
import { Fault } from '#words/fault.ts'
import { TASK_ID, type Task, taskSchema } from '#words/task.ts'
import { asTaskFault } from './as-task-fault.ts'
import { assertProject } from './assert-project.ts'
import { findTaskId } from './find-task-id.ts'
import { describedBy, taskFields, toFields } from './task-fields.ts'
import { defineVerb } from './verb.ts'
import type { World } from './world.ts'

export type TaskAddReport = { readonly dryRun: boolean; readonly task: Task; readonly file: string }

export const taskAdd = defineVerb({
  name: 'task add',
  summary: 'Add a task.',
  details:
    'Writes `.keel/tasks/<id>.md`, a Markdown file with what you say in its front matter. Edit it by hand as you like: keel changes ' +
    'only the field that it is asked to change. The id is chosen by chance, so that two people on two branches never choose the same; ' +
    'a part of an epic has the epic’s id in front.',
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
    id: z.string().regex(TASK_ID).optional().describe('An id of your own. Default: one is chosen.'),
    dryRun: z.boolean().default(false).describe('Show what would be written and write nothing.'),
  }),
  positional: 'title',
  tells: null,
  tool: null,
  configuration: 'any',
  run: async ({ title, id, dryRun, ...input }, world): Promise<TaskAddReport> => {
    assertProject(world.place)
    const { root } = world.place
    const fields = toFields({
      ...input,
      ...(input.parent !== undefined && { parent: findTaskId(input.parent, world) }),
      ...(input.dependsOn !== undefined && {
        dependsOn: input.dependsOn.map((one) => findTaskId(one, world)),
      }),
    })
    const description = redact(describedBy(input) ?? '').trim()
    const add = (): TaskAddReport => {
      const chosen = id ?? chooseId(root, fields['parent'])
      const head = taskSchema.parse({
        ...fields,
        id: chosen,
        title: redact(title.replaceAll(/\s+/g, ' ')),
        created: world.now().toISOString(),
      })
      const task: Task = { ...head, description }
      const file = `${TASKS_FOLDER}/${task.id}.md`
      if (existsSync(join(root, file))) throw taken(task.id)
      if (!dryRun) writeAtomically(join(root, file), Buffer.from(composeTaskText(task)))
      return { dryRun, task, file }
    }
    return dryRun ? add() : locked(world, add)
  },
  hasFindings: () => false,
})

function chooseId(root: string, parent: unknown): string {
  const { ids } = readTasks(root)
  const isTaken = (id: string) => existsSync(join(root, TASKS_FOLDER, `${id}.md`))
  return newTaskId({ parent: typeof parent === 'string' ? parent : null, count: ids.length, isTaken })
}

function locked<Value>({ place: { root } }: World, work: () => Value): Value {
  const outcome = whileTasksLocked(root, () => {
    sweepTasks(root)
    return work()
  })
  if (outcome.kind === 'busy') throw asTaskFault(outcome)
  return outcome.value
}

function taken(id: string): Fault {
  return new Fault({
    kind: 'user',
    code: 'task-exists',
    message: `There is a task ${id} already.`,
    hint: `keel task show ${id}`,
  })
}
