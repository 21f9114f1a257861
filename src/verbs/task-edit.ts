import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { redact } from '#kit/redact.ts'
import { changeTask, type TaskChange } from '#loop/tasks/change-task.ts'
import type { FieldValue } from '#loop/tasks/edit-task-text.ts'
import type { FoundTask, TaskTrouble } from '#loop/tasks/sources/contract.ts'
import type { TaskTerms } from '#words/entry.ts'
import type { Fault } from '#words/fault.ts'
import { DECIDING_FIELDS, type Task } from '#words/task.ts'
import { misuse } from '#words/user-fault.ts'
import { asTaskFault } from './as-task-fault.ts'
import { assertPersonsWord } from './assert-persons-word.ts'
import { assertProject } from './assert-project.ts'
import { cyclesWith } from './cycles-with.ts'
import { findTaskId, taskId } from './find-task-id.ts'
import { moveByVerb } from './move-by-verb.ts'
import { renewTerms, type TermsOutcome } from './renew-terms.ts'
import { reopenAbove } from './reopen-above.ts'
import { describedBy, type TaskFieldsInput, taskFields, toFields } from './task-fields.ts'
import { taskSource } from './task-source.ts'
import { defineVerb } from './verb.ts'
import type { World } from './world.ts'

export type TaskEditReport = {
  readonly kind: 'edited'
  readonly dryRun: boolean
  readonly task: Task
  /** The fields that are not as they were. */
  readonly changed: readonly string[]
  /** What became of the terms that it was claimed on; null where nothing was said of them, or nobody is bound by any. */
  readonly terms: TermsOutcome | null
  /** Cycles that it is in now. */
  readonly cycles: readonly (readonly string[])[]
  /** The epics above that were done, and are open again with it. */
  readonly epics: readonly string[]
}

const CLEARABLE = ['parent', 'depends_on', 'labels', 'acceptance', 'files', 'check'] as const

export const taskEdit = defineVerb({
  name: 'task edit',
  summary: 'Change what a task says.',
  details:
    'Sets the fields that you name and leaves every other byte of the file as it is. A list is replaced as a whole. To change the ' +
    'text, or more than a field or two, edit the file: it is yours. Whoever has claimed a task is bound by what it said of its proof then ' +
    '(its check, whether it is about tests, the command that proves the project). A person at a terminal who changes that here is asked whether ' +
    'it shall bind from here on; where the file was edited, or the configuration, --renew-terms asks the same. It stays in the journal.',
  examples: [
    { command: 'keel task edit k7f3q --priority 0 --label urgent', explains: 'two fields' },
    { command: 'keel task edit k7f3q --status deferred', explains: 'not now' },
    { command: 'keel task edit k7f3q --clear depends_on', explains: 'it waits for nothing any more' },
    {
      command: 'keel task edit k7f3q --changes-tests',
      explains: 'it is about tests; --no-changes-tests takes that back',
    },
    {
      command: 'keel task edit k7f3q --renew-terms',
      explains: 'what its file says of its proof binds from here on',
    },
  ],
  input: z.object({
    id: taskId,
    title: z.string().trim().min(1).max(500).optional().describe('What it is about, in one line.'),
    ...taskFields,
    status: z
      .enum(['open', 'implemented', 'deferred'])
      .optional()
      .describe('Others have verbs of their own: claim, close, block.'),
    renewTerms: z
      .boolean()
      .default(false)
      .describe(
        'What it says of its proof now binds, although it was claimed on other terms. Only at a terminal.',
      ),
    clear: z.array(z.enum(CLEARABLE)).optional().describe('A field that says nothing any more.'),
    dryRun: z.boolean().default(false).describe('Show what would change and change nothing.'),
  }),
  positional: 'id',
  tells: null,
  tool: null,
  configuration: 'valid',
  run: async (input, world): Promise<TaskEditReport> => {
    assertProject(world.place)
    const source = taskSource(world)
    const { status, dryRun } = input
    const id = findTaskId(input.id, world)
    const named = whatToSet(id, { input, world })
    const isDeciding = status !== undefined || Object.keys(decidingAmong(named.fields)).length > 0
    if (isDeciding) assertPersonsWord({ id, own: 'refused' }, world)
    const before = source.read(id)
    if (before.kind !== 'task') throw asTaskFault(before)
    const differing = whatDiffers(named, before.task)
    const { fields, description } = differing
    const changed = namesOf(differing, { from: before.task.status, to: status ?? before.task.status })
    const apply = (found: FoundTask): TaskChange<{ kind: 'edited' } | TaskTrouble> => {
      const text = description === undefined ? {} : { description: redact(description) }
      const plan = found.edit({ fields, ...text })
      return plan.kind === 'edited'
        ? {
            write: plan.write,
            ...recordOf(found.task, { fields, world }),
            answer: () => ({ kind: 'edited' }),
          }
        : { write: null, answer: () => plan }
    }
    const expected = { ...before.task, ...fields } as Task
    const asked = input.renewTerms ? 'all' : termsAmong(named.fields)
    // Asked before anything is written: whoever is not sure may leave.
    const terms = await renewTerms({ task: expected, named: asked, dryRun }, world)
    const outcome = dryRun ? apply(before).answer() : changeTask({ source, id }, apply)
    if (outcome.kind !== 'edited') throw asTaskFault(outcome)
    if (!dryRun) terms?.record()
    // Where it is so already nothing is written, and yet somebody may hold it.
    const isMeant = dryRun || !changed.includes('status')
    if (status !== undefined) moveByVerb({ id, to: status, why: 'edited', dryRun: isMeant }, world)
    const after = source.read(id)
    if (after.kind !== 'task') throw asTaskFault(after)
    const task = dryRun ? { ...expected, ...(status !== undefined && { status }) } : after.task
    return {
      kind: 'edited',
      dryRun,
      task,
      changed,
      terms: terms?.outcome ?? null,
      cycles: cyclesWith(task, world),
      epics: changed.includes('parent') ? reopenAbove({ parts: [task], dryRun }, world) : [],
    }
  },
  hasFindings: ({ cycles }) => cycles.length > 0,
})

type EditInput = z.output<(typeof taskEdit)['input']>

type ToSet = {
  readonly fields: Readonly<Record<string, FieldValue>>
  readonly description: string | undefined
}

/** What was named, by the names of the file; refused where nothing was, or one thing twice. */
function whatToSet(id: string, { input, world }: { input: EditInput; world: World }): ToSet {
  const { title, clear = [], parent, dependsOn } = input
  const both = clear.find((key) => FLAGS[key](input) !== undefined)
  if (both !== undefined) throw contradiction(id, both)
  const fields: Record<string, FieldValue> = {
    ...(title !== undefined && { title: redact(title.replaceAll(/\s+/g, ' ')) }),
    ...toFields({
      ...input,
      ...(parent !== undefined && { parent: findTaskId(parent, world) }),
      ...(dependsOn !== undefined && { dependsOn: dependsOn.map((one) => findTaskId(one, world)) }),
    }),
    ...Object.fromEntries(clear.map((key) => [key, key === 'parent' || key === 'check' ? null : []])),
  }
  const description = describedBy(input)
  const isNothing = Object.keys(fields).length === 0 && description === undefined
  if (isNothing && input.status === undefined && !input.renewTerms) throw nothing(id)
  return { fields, description }
}

type Fields = ToSet['fields']

function decidingAmong(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => DECIDING.has(name)))
}

const DECIDING: ReadonlySet<string> = new Set(DECIDING_FIELDS)

type Edit = { readonly fields: Fields; readonly world: World }

/** What a run that is at work would else take for its agent's doing. */
function recordOf(task: Task, { fields, world }: Edit): Pick<TaskChange<never>, 'record' | 'takeBack'> {
  const to = decidingAmong(fields)
  if (Object.keys(to).length === 0) return {}
  const fact = { kind: 'task-edited', task: task.id, by: world.asker, seal: null } as const
  const from = Object.fromEntries(Object.entries(task).filter(([name]) => name in to))
  return {
    record: () => void world.journal.append({ ...fact, to }),
    takeBack: () => void world.journal.append({ ...fact, to: from }),
  }
}

/** Of what was named, what is not so already. */
function whatDiffers({ fields, description }: ToSet, task: Task): ToSet {
  const now: Readonly<Record<string, unknown>> = task
  return {
    fields: Object.fromEntries(
      Object.entries(fields).filter(([key, value]) => !isDeepStrictEqual(now[key], value)),
    ),
    description: description?.trim() === task.description ? undefined : description,
  }
}

function namesOf({ fields, description }: ToSet, { from, to }: { from: string; to: string }): string[] {
  return [
    ...Object.keys(fields),
    ...(description === undefined ? [] : ['description']),
    ...(from === to ? [] : ['status']),
  ]
}

/** Those of the fields that say what proves it. */
function termsAmong(fields: ToSet['fields']): (keyof TaskTerms)[] {
  return [
    ...(Object.hasOwn(fields, 'check') ? (['check'] as const) : []),
    ...(Object.hasOwn(fields, 'changes_tests') ? (['changesTests'] as const) : []),
  ]
}

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
