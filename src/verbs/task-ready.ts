import * as z from 'zod'
import { findReady, type ReadyReport } from '#loop/tasks/find-ready.ts'
import { describeProblems, describeTask } from './describe-task.ts'
import { movesOf } from './moves-of.ts'
import { taskSource } from './task-source.ts'
import { defineVerb } from './verb.ts'

export const taskReady = defineVerb({
  name: 'task ready',
  summary: 'Show the tasks that can be started now, the one to take first on top.',
  details:
    'A task is ready when it is open, all that it waits for is done, nothing above it is blocked or deferred, and nobody is at ' +
    'work on it. One that somebody took and left behind is ready again. The order is by priority, age and id.',
  examples: [
    { command: 'keel task ready', explains: 'the first twenty' },
    { command: 'keel task ready -n 1 --json', explains: 'the one to take, for a program' },
  ],
  input: z.object({
    limit: z.int().min(1).max(1_000_000).default(20).describe('How many to show.').meta({ short: 'n' }),
  }),
  tells: null,
  tool: { name: 'ready_tasks', effect: 'reads', answers: 'text', answer: describe },
  configuration: 'valid',
  run: async ({ limit }, world): Promise<ReadyReport> =>
    findReady(taskSource(world), { now: world.now(), limit, moves: movesOf(world) }),
  hasFindings: () => false,
})

function describe({ tasks, total, problems }: ReadyReport): string {
  const more = total - tasks.length
  return [
    ...(total === 0 ? ['No task is ready.'] : tasks.map(describeTask)),
    ...(more === 0 ? [] : [`${more} more are ready.`]),
    ...describeProblems(problems),
  ].join('\n')
}
