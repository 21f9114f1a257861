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
})
