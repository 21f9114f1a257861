import * as z from 'zod'
import { ACCEPT_LABEL, SOURCE_NAMES } from './tasks/sources/contract.ts'

/** The loop room's slice of the configuration. */
export const loopConfig = z.strictObject({
  test: z
    .string()
    .trim()
    .default('')
    .describe(
      'The command that proves work in this project, run at its root. Where it is empty, keel looks for one.',
    ),
  checks: z
    .record(z.string().min(1), z.string().trim().min(1))
    .default({})
    .describe(
      'What has to end well beside the tests, by name: the command, run at the root. A task may name others, `typecheck` and `lint` too, where the project’s own files say how.',
    ),
  tasks: z
    .strictObject({
      source: z
        .enum(SOURCE_NAMES)
        .default('files')
        .describe(
          'Where tasks live: `files` in .keel/tasks; `beads`, the tracker of the program `bd`; `github`, the issues of the repository, by the program `gh`.',
        )
        .meta({ env: 'TASK_SOURCE' }),
      accept_label: z
        .string()
        .trim()
        .min(1)
        .default(ACCEPT_LABEL)
        .describe(
          'On GitHub, where anybody can open an issue: the label that makes one ready whose author may not write to the repository. Let no issue template give it.',
        ),
    })
    .prefault({}),
})
