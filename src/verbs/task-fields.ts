import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { redact, redactRecord } from '#kit/redact.ts'
import type { FieldValue } from '#loop/tasks/edit-task-text.ts'
import { withoutDetours } from '#words/is-in-project.ts'
import { projectFile, TASK_TYPES } from '#words/task.ts'
import { userFault } from '#words/user-fault.ts'

const words = z.array(z.string().trim().min(1)).optional()

/** What can be said of a task when it is made, or changed. */
export const taskFields = {
  type: z.enum(TASK_TYPES).optional().describe('What kind of work it is.'),
  priority: z.int().min(0).max(4).optional().describe('From 0, the most urgent, to 4.').meta({ short: 'p' }),
  parent: z.string().trim().min(1).optional().describe('The epic, or the task, that it is a part of.'),
  dependsOn: words.describe('A task that has to be done before it.'),
  label: words.describe('A label.'),
  acceptance: words.describe('What has to be true in the end, in a sentence.'),
  files: z
    .array(projectFile)
    .optional()
    .describe('Files or globs that it is expected to touch.')
    .meta({ several: true }),
  check: z.string().trim().min(1).optional().describe('The command that proves it, run at the root.'),
  changesTests: z.boolean().optional().describe('It is about tests, so that changing them is its work.'),
  description: z
    .string()
    .optional()
    .describe('What is to be done, in Markdown; - for standard input.')
    .meta({ short: 'd' }),
}

export type TaskFieldsInput = z.infer<z.ZodObject<typeof taskFields>>

/** The same by the names that a task’s file has for them, without secrets: others read it. */
export function toFields(input: TaskFieldsInput): Record<string, FieldValue> {
  const { type, priority, parent, dependsOn, label, acceptance, files, check, changesTests } = input
  assertNoSecret('check', check === undefined ? [] : [check])
  assertNoSecret('files', files ?? [])
  const named = {
    ...{ type, priority, parent, files: files?.map(withoutDetours), check },
    acceptance: redactRecord(acceptance),
    depends_on: dependsOn,
    labels: redactRecord(label),
    changes_tests: changesTests,
  }
  return Object.fromEntries(
    Object.entries(named).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
}

/** A command, or a path, from which something was taken is another, and one that does not work. */
function assertNoSecret(name: string, said: readonly string[]): void {
  if (said.every((one) => redact(one) === one)) return
  throw userFault('secret', {
    message: `There is what looks like a secret in --${name}, and tasks are for others to read. Nothing was written.`,
    hint:
      name === 'check'
        ? 'keel task add "…" --check \'TOKEN="$TOKEN" npm test\''
        : 'keel task add "…" --files src',
  })
}

export function describedBy({ description }: TaskFieldsInput): string | undefined {
  return description === '-' ? readFileSync(0, 'utf8') : description
}
