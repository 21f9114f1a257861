import * as z from 'zod'
import { taskId } from './find-task-id.ts'
import { moveByVerb, type TaskMoveReport } from './move-by-verb.ts'
import { defineVerb } from './verb.ts'

export const taskReopen = defineVerb({
  name: 'task reopen',
  summary: 'Set a task back to open, whatever it is.',
  details:
    'What was done, blocked, deferred or taken by somebody can be taken again. Whoever was at work on it loses it. Where it is open here already and somebody has it all the same, in another worktree or because its file was put back by hand, say --take; also where it was done or blocked in another worktree, and you do not want to merge that.',
  examples: [
    { command: 'keel task reopen k7f3q --why "fails on Windows"', explains: 'it is not done after all' },
    { command: 'keel task reopen k7f3q', explains: 'give back what you claimed' },
    {
      command: 'keel task reopen k7f3q --take',
      explains: 'it says open here, and a lease that nobody needs stands in the way',
    },
  ],
  input: z.object({
    id: taskId,
    why: z.string().trim().min(1).max(2000).default('reopened').describe('Why, for the journal.'),
    take: z
      .boolean()
      .default(false)
      .describe(
        'Take it from who is at work on it, or from another worktree in which it came to its end, also where it is open here already.',
      ),
    dryRun: z.boolean().default(false).describe('Show what would change and change nothing.'),
  }),
  positional: 'id',
  tells: null,
  tool: null,
  configuration: 'valid',
  run: async ({ take, ...input }, world): Promise<TaskMoveReport> =>
    moveByVerb({ ...input, to: 'open', over: take ? 'any-for-sure' : 'any' }, world),
  hasFindings: () => false,
})
