import * as z from 'zod'

export const testCountsSchema = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() })

/** Null where the output of the tests is in no form that keel knows. */
export type TestCounts = Readonly<z.infer<typeof testCountsSchema>>

const failingTest = z.object({
  /** As the framework names it, and so that the same test has the same name in the next run. */
  id: z.string(),
  /** What it said, in a few lines. */
  message: z.string().nullable(),
  /** `path:line`, below the root where it can be told. */
  location: z.string().nullable(),
})

export type FailingTest = Readonly<z.infer<typeof failingTest>>

/** A command beside the tests: types, style, whatever a project checks. */
const check = z.object({
  name: z.string(),
  command: z.string(),
  passed: z.boolean(),
  /** It failed before the work began, too. */
  failedBefore: z.boolean(),
  exitCode: z.number().nullable(),
  durationMs: z.number(),
  /** How long it was given, where that was not enough; missing where it came to its end. */
  limitMs: z.number().optional(),
  /** The last lines, redacted. */
  tail: z.string(),
})

export type Check = Readonly<z.infer<typeof check>>

/** What was done to tests so that they say less. */
const tampering = z.object({
  kind: z.enum([
    'test-deleted',
    'test-removed',
    'test-skipped',
    'test-singled-out',
    'assertion-removed',
    'tautology',
    'early-exit',
    'command-changed',
    'fewer-tests',
    'unseen',
    'expectation-changed',
  ]),
  path: z.string(),
  line: z.number().nullable(),
  /** One sentence. */
  text: z.string(),
})

export type Tampering = Readonly<z.infer<typeof tampering>>

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
  /**
   * The tests that ran, by name, as `packNames` has them: what comes after is compared with it. Missing where not all are named, where they
   * are too many, and in a record that no work can begin from.
   */
  ran: z.string().optional(),
  /** Earlier records have names alone. */
  failing: z.array(z.union([z.string().transform(nameOnly), failingTest])),
  /** Of those, what is no test: files that could not be collected, packages that do not compile. Missing where there are none. */
  unloaded: z.array(z.string()).optional(),
  /** Of those, the tests that failed before the work began, by id. Null: nobody looked. */
  baseline: z.array(z.string()).nullable().default(null),
  /** Tests that fail, and were let pass because they failed before the work began; missing where there are none. */
  excused: z.array(z.string()).optional(),
  /** Why tests that failed before are held against the work, and what to do; missing where none are. */
  held: z.string().optional(),
  /** Tests that failed, and passed when they were run once more. */
  flaky: z.array(z.string()).default([]),
  checks: z.array(check).default([]),
  tampering: z.array(tampering).default([]),
  /** The tree that tests were compared with, to see whether they say less; null where nobody compared. */
  since: z.string().nullable().default(null),
  /** Below the root; empty for the root itself. */
  folder: z.string().default(''),
  /** A hash of what was in the environment, so that two records can be told apart by it. */
  environment: z.string().default(''),
  /** Of that, what decided what was run, as `NAME=hash`; missing where nothing did. */
  swayedBy: z.array(z.string()).optional(),
  /** What was installed in the project to run its tests, as `package=hash` for each; empty where nothing was. Earlier records have none, or one hash of all. */
  programs: z.string().optional(),
  /** Files that git ignores and that tests are run with, as `hash path` for each; missing where there are none. */
  ignored: z.array(z.string()).optional(),
  /** The last lines of the log, redacted. */
  tail: z.string(),
  at: z.string(),
  durationMs: z.number(),
  /** How long the tests were given, where that was not enough; missing where they came to their end. */
  limitMs: z.number().optional(),
  /** By it, what keel wrote here is told from what somebody else did. Null where no key can be kept. */
  seal: z.string().nullable().default(null),
})

export type Evidence = Readonly<z.infer<typeof evidenceSchema>>

function nameOnly(id: string): FailingTest {
  return { id, message: null, location: null }
}
