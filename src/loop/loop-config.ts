import * as z from 'zod'

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
})
