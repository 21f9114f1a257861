import { readFileSync } from 'node:fs'
import * as z from 'zod'
import type { FieldValue } from '#loop/tasks/edit-task-text.ts'
import { projectFile, TASK_TYPES } from '#words/task.ts'

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

/** The same by the names that a task’s file has for them. */
export function toFields(input: TaskFieldsInput): Record<string, FieldValue> {
  const { type, priority, parent, dependsOn, label, acceptance, files, check, changesTests } = input
  const named = {
    ...{ type, priority, parent, acceptance, files, check },
    depends_on: dependsOn,
    labels: label,
    changes_tests: changesTests,
  }
  return Object.fromEntries(
    Object.entries(named).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
}

export function describedBy({ description }: TaskFieldsInput): string | undefined {
  return description === '-' ? readFileSync(0, 'utf8') : description
}
