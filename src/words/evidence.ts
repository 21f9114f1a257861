import * as z from 'zod'

export const testCountsSchema = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() })

/** Null where the output of the tests is in no form that keel knows. */
export type TestCounts = Readonly<z.infer<typeof testCountsSchema>>

/** The record of a verification that keel itself ran. */
export const evidenceSchema = z.object({
  command: z.string(),
  /** Whether it is the command that proves this project, and none that somebody thought of. */
  isOwn: z.boolean(),
  /** The hash of the tree that was tested, as git would write it. */
  tree: z.string(),
  /** The hash of the tree as the tests left it. */
  after: z.string(),
  /** Files of the tested tree that the tests changed or deleted, so that nobody can say what it was that passed. */
  altered: z.array(z.string()),
  passed: z.boolean(),
  exitCode: z.number().nullable(),
  framework: z.string().nullable(),
  counts: testCountsSchema.nullable(),
  /** Names of failing tests, as the framework prints them. */
  failing: z.array(z.string()),
  /** The last lines of the log, redacted. */
  tail: z.string(),
  at: z.string(),
  durationMs: z.number(),
})

export type Evidence = Readonly<z.infer<typeof evidenceSchema>>
