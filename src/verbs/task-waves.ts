import { resolve } from 'node:path'
import * as z from 'zod'
import { shellWord } from '#kit/shell-word.ts'
import { findProblems, openBoard, type TaskProblem } from '#loop/tasks/open-board.ts'
import { planWaves, type WavePlan } from '#loop/tasks/plan-waves.ts'
import { outputKinds } from './output-kinds.ts'
import { taskSource } from './task-source.ts'
import { defineVerb } from './verb.ts'
import { writeOutput } from './write-output.ts'

export type TaskWavesReport = WavePlan & {
  readonly version: 1
  readonly problems: readonly TaskProblem[]
  /** Where it was written; null where it is only shown. */
  readonly output: string | null
}

export const taskWaves = defineVerb({
  name: 'task waves',
  summary: 'Group the work that is left into waves of tasks that may go in parallel.',
  details:
    'A task comes after all that it waits for, and two that could touch the same file, by the globs in their `files`, are never in one ' +
    'wave. Nobody knows what a task touches that does not say so: it is alone in its wave, unless you say --unnamed together. What ' +
    'somebody is at work on is in the first wave.',
  examples: [
    { command: 'keel task waves', explains: 'what could be done at the same time' },
    { command: 'keel task waves -o execution_plan.json', explains: 'for a program that starts the work' },
  ],
  input: z.object({
    unnamed: z
      .enum(['alone', 'together'])
      .default('alone')
      .describe('What becomes of tasks that do not say which files they touch.'),
    output: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe(
        'A file to write the plan to, as JSON. Folders on the way that are missing are made, and a file that is no such plan stays as it is.',
      )
      .meta({ short: 'o' }),
    dryRun: z.boolean().default(false).describe('Show the plan, and write no file.'),
  }),
  tells: null,
  tool: null,
  configuration: 'valid',
  run: async ({ unnamed, output, dryRun }, world): Promise<TaskWavesReport> => {
    const board = openBoard(taskSource(world), world.now())
    const plan = planWaves(board.table, { leases: board.leases, unnamed })
    const written = output === undefined || dryRun ? null : output
    const report: TaskWavesReport = { version: 1, ...plan, problems: findProblems(board), output: written }
    if (written !== null) {
      const text = `${JSON.stringify({ version: 1, ...plan }, null, 2)}\n`
      const commandFor = (other: string) =>
        ['keel', 'task', 'waves', ...(unnamed === 'alone' ? [] : ['--unnamed', unnamed]), '-o', other]
          .map(shellWord)
          .join(' ')
      writeOutput(resolve(world.place.cwd, written), { text, kind: outputKinds.waves, commandFor })
    }
    return report
  },
  hasFindings: () => false,
})
