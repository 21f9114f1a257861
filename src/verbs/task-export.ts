import { resolve } from 'node:path'
import * as z from 'zod'
import { shellWord } from '#kit/shell-word.ts'
import type { BrokenTask } from '#loop/tasks/task-table.ts'
import { outputKinds } from './output-kinds.ts'
import { taskSource } from './task-source.ts'
import { defineVerb } from './verb.ts'
import { writeOutput } from './write-output.ts'

export type TaskExportReport = {
  /** All that a task’s file says, the text as `description`. */
  readonly tasks: readonly Readonly<Record<string, unknown>>[]
  readonly broken: readonly BrokenTask[]
  /** Where they were written; null where they are printed. */
  readonly output: string | null
}

export const taskExport = defineVerb({
  name: 'task export',
  summary: 'Print all tasks with all their fields, one JSON object a line.',
  details: 'Fields that keel does not know are among them, as their authors wrote them.',
  examples: [
    { command: 'keel task export > tasks.jsonl', explains: 'for another program' },
    { command: 'keel task export --output tasks.jsonl', explains: 'the same' },
  ],
  input: z.object({
    output: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe('A file to write them to. One that is no such export stays as it is.')
      .meta({ short: 'o' }),
    dryRun: z.boolean().default(false).describe('Print them, and write no file.'),
  }),
  tells: null,
  tool: null,
  configuration: 'valid',
  run: async ({ output, dryRun }, world): Promise<TaskExportReport> => {
    const source = taskSource(world)
    const { ids, broken } = source.readAll()
    const tasks = source.readTexts(ids).map(({ task, others }) => ({ ...others, ...task }))
    if (output === undefined || dryRun) return { tasks, broken, output: null }
    const text = tasks.map((task) => `${JSON.stringify(task)}\n`).join('')
    const commandFor = (other: string) => `keel task export -o ${shellWord(other)}`
    writeOutput(resolve(world.place.cwd, output), { text, kind: outputKinds.tasks, commandFor })
    return { tasks, broken, output }
  },
  hasFindings: ({ broken }) => broken.length > 0,
})
