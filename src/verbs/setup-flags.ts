import * as z from 'zod'

/** The flags of the verbs that write what keel sets up. */
export const setupFlags = {
  force: z
    .boolean()
    .default(false)
    .describe(
      'Replace an edited constitution and run loop by the shipped ones, and a map that is not keel’s; yours are kept beside them.',
    ),
  dryRun: z.boolean().default(false).describe('Show what would happen and write nothing.'),
}
