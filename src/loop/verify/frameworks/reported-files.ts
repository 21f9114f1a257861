import * as z from 'zod'

/** How Jest reports the files with tests and what came of each, and Vitest after its pattern. */
export const reportedFilesSchema = z.array(
  z.object({
    name: z.string(),
    status: z.string(),
    message: z.string().default(''),
    assertionResults: z.array(
      z.object({
        ancestorTitles: z.array(z.string()),
        title: z.string(),
        status: z.string(),
        failureMessages: z.array(z.string()).nullish(),
      }),
    ),
  }),
)

/** Of every test that ran the names, from its file to its own. */
export function ranIn(files: z.infer<typeof reportedFilesSchema>): string[][] {
  return files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ ancestorTitles, title }) => [name, ...ancestorTitles, title]),
  )
}
