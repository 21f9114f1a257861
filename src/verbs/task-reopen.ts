import * as z from 'zod'
import { taskId } from './find-task-id.ts'
import { moveByVerb, type TaskMoveReport } from './move-by-verb.ts'
import { defineVerb } from './verb.ts'

export const taskReopen = defineVerb({
  name: 'task reopen',
  summary: 'Set a task back to open, whatever it is.',
  details:
    'What was done, blocked, deferred or taken by somebody can be taken again. Whoever was at work on it loses it.',
  examples: [
    { command: 'keel task reopen k7f3q --why "fails on Windows"', explains: 'it is not done after all' },
    { command: 'keel task reopen k7f3q', explains: 'give back what you claimed' },
  ],
  input: z.object({
    id: taskId,
    why: z.string().trim().min(1).max(2000).default('reopened').describe('Why, for the journal.'),
    dryRun: z.boolean().default(false).describe('Show what would change and change nothing.'),
  }),
  positional: 'id',
  tells: null,
  tool: null,
  configuration: 'valid',
  run: async (input, world): Promise<TaskMoveReport> => moveByVerb({ ...input, to: 'open' }, world),
  hasFindings: () => false,
})
