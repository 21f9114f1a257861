import * as z from 'zod'
import { taskId } from './find-task-id.ts'
import { moveByVerb, type TaskMoveReport } from './move-by-verb.ts'
import { defineVerb } from './verb.ts'

export const taskBlock = defineVerb({
  name: 'task block',
  summary: 'Say that nobody can go on with a task, and why.',
  details:
    'Neither it nor its parts are ready until it is reopened. The reason stands in its file, as `blocked_by`.',
  examples: [
    {
      command: 'keel task block k7f3q --why "no access to the test server"',
      explains: 'with what is missing',
    },
  ],
  input: z.object({
    id: taskId,
    why: z.string().trim().min(1).max(2000).describe('What is missing.'),
    dryRun: z.boolean().default(false).describe('Show what would change and change nothing.'),
  }),
  positional: 'id',
  tells: null,
  tool: null,
  configuration: 'valid',
  run: async (input, world): Promise<TaskMoveReport> => moveByVerb({ ...input, to: 'blocked' }, world),
  hasFindings: () => false,
})
