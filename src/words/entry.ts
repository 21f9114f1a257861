import * as z from 'zod'
import { endingSchema } from './ending.ts'
import { evidenceSchema } from './evidence.ts'
import { TASK_STATUSES } from './task.ts'
import { usageSchema } from './usage.ts'

/** Who does the work of an attempt: a host that keel drives, or a bare model in a role. */
const worker = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('host'), host: z.string(), model: z.string().nullable() }),
  z.object({ kind: z.literal('model'), model: z.string(), role: z.string() }),
])

export type Worker = z.infer<typeof worker>

/** Where a repository stands. On no branch where the branch is null. */
const stand = z.object({
  head: z.string(),
  branch: z.string().nullable(),
  /** A hash of what decides how git reads files: filters, attributes and rules of what to ignore that are no part of the tree. */
  rules: z.string(),
})

export type Stand = Readonly<z.infer<typeof stand>>

/** Work that came to nothing, kept where it is in nobody's way. */
const aside = z.object({
  /** `refs/keel/aside/<task>/<n>`: a commit of all files as they were left, on top of the one that the run began from. */
  ref: z.string(),
  commit: z.string(),
  /** The refs by which commits of the agent's own are kept. */
  commits: z.array(z.string()).readonly(),
  /** Files that are other there than where the run began. */
  files: z.array(z.string()).readonly(),
})

export type Aside = Readonly<z.infer<typeof aside>>

/** What a task says of its proof: whoever takes it is bound by that. */
const taskTerms = z.object({
  check: z.string().nullable(),
  changesTests: z.boolean(),
  /** The command that proved the whole project then; null where there was none. */
  test: z.string().nullable().optional(),
  /** What had to end well beside the tests, by name; `name: command` where the configuration names the command. */
  checks: z.array(z.string()).readonly().optional(),
  /** What of the environment decided what was run, as `NAME=hash`. */
  environment: z.array(z.string()).readonly().optional(),
})

export type TaskTerms = Readonly<z.infer<typeof taskTerms>>

/** What a person should know about a run beside its outcome. */
const remark = z.object({
  kind: z.enum([
    'commits-made',
    'history-rewritten',
    'branch-left',
    'no-branch',
    'tests-touched',
    'tests-redefined',
    'other-tests',
    'uncounted',
    'fewer-tests',
    'not-in-commit',
    'index-left',
    'records-lost',
    'put-aside',
    'work-left',
  ]),
  /** One sentence, or two. */
  text: z.string(),
})

export type Remark = Readonly<z.infer<typeof remark>>

/** What stands in a field of a task’s file. */
const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string()).readonly()])

const attempt = { run: z.string(), attempt: z.number() }

/** One recorded fact. What is not said here is not worth keeping, or is a fold of what is. */
const factSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('run-started'),
    run: z.string(),
    objective: z.string(),
    worker,
    /** The rung that the worker stands on; null where nobody has said. */
    tier: z.string().nullable().default(null),
    test: z.string(),
    /** The task that it works on; null for an objective alone. */
    task: z.string().nullable().default(null),
    /** What has to end well beside the tests. */
    checks: z
      .array(z.object({ name: z.string(), command: z.string() }))
      .readonly()
      .default([]),
    /** Tests are the work: what else is called tampering is its subject. */
    mayChangeTests: z.boolean().default(false),
    /** How often the task was tried before this run: attempts are counted on. */
    tried: z.number().default(0),
    /** What becomes of work that is blocked. */
    onBlocked: z.enum(['leave', 'put-aside']).default('leave'),
    /** The hash of the tree that the work started from. */
    base: z.string(),
    stand,
  }),
  z.object({ kind: z.literal('run-resumed'), run: z.string() }),
  z.object({
    kind: z.literal('attempt-started'),
    ...attempt,
    tree: z.string(),
    /** What it was shown of the repository; null where nothing was chosen. */
    pack: z
      .object({ files: z.array(z.string()).readonly(), tokens: z.number() })
      .nullable()
      .default(null),
  }),
  z.object({
    kind: z.literal('attempt-ended'),
    ...attempt,
    ending: endingSchema,
    /** Null where nobody knows, because keel was killed. */
    usage: usageSchema.nullable(),
    /** Whether the agent said that the work is done. */
    claimed: z.boolean(),
    /** What it said to be stuck on. */
    stuck: z.string().nullable(),
    /** Files that are other than before it, and commits that it made. */
    files: z.array(z.string()).readonly().default([]),
    commits: z.array(z.string()).readonly().default([]),
  }),
  z.object({ kind: z.literal('verified'), ...attempt, evidence: evidenceSchema }),
  /** Recorded when it is kept, and before the tree is put back. */
  z.object({ kind: z.literal('put-aside'), run: z.string(), task: z.string().nullable(), aside }),
  z.object({
    kind: z.literal('run-ended'),
    run: z.string(),
    outcome: z.enum(['verified', 'blocked']),
    reason: z.string(),
    commit: z.string().nullable(),
    remarks: z.array(remark),
  }),
  z.object({
    kind: z.literal('task-moved'),
    task: z.string(),
    from: z.enum(TASK_STATUSES),
    to: z.enum(TASK_STATUSES),
    /** Who did it: a run, or whoever asked. */
    by: z.string(),
    reason: z.string(),
    /** The entry of the evidence that it was closed on; null where it needed none, or was forced. */
    evidence: z.string().nullable(),
    isForced: z.boolean(),
    /** The commit that the repository stood at when it was claimed; null for every other move, and where nobody looked. */
    head: z.string().nullable().default(null),
    /** What it said of its proof then. */
    terms: taskTerms.nullable().default(null),
    /** What it was called then. */
    title: z.string().optional(),
    /** By which rules git read files then. */
    rules: z.string().nullable().default(null),
    /** The branches then, those of remotes among them, each with its commit: what is in them the work has not made. */
    refs: z.record(z.string(), z.string()).readonly().optional(),
    /** By it, what keel wrote here is told from what somebody else did. Null where no key can be kept. */
    seal: z.string().nullable().default(null),
  }),
  /** A person has said what proves a task from here on, although it was claimed on other terms. */
  z.object({
    kind: z.literal('terms-renewed'),
    task: z.string(),
    by: z.string(),
    from: taskTerms,
    to: taskTerms,
    /** The commit that the repository stood at then. */
    head: z.string(),
    seal: z.string().nullable().default(null),
  }),
  /** A verb has changed what decides over a task, but for its status, which moves. What somebody changes in its file stands nowhere. */
  z.object({
    kind: z.literal('task-edited'),
    task: z.string(),
    by: z.string(),
    /** What its fields say from here on, by the names of the file. */
    to: z.record(z.string(), fieldValue),
    seal: z.string().nullable().default(null),
  }),
  z.object({
    kind: z.literal('planned'),
    ...attempt,
    /** The file that was to be turned into tasks. */
    specification: z.string(),
    worker,
    ending: endingSchema,
    usage: usageSchema,
    /** How many it came to; null where it could not be used. */
    tasks: z.number().nullable(),
    /** Why not. */
    reason: z.string(),
  }),
  z.object({
    kind: z.literal('denied'),
    host: z.string().nullable(),
    session: z.string(),
    call: z.string().nullable(),
    guard: z.string(),
    reason: z.string(),
    /** What was about to happen, in a few words: `write .keel/guards/x.yaml`. */
    action: z.string(),
    run: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('pack-verified'),
    title: z.string(),
    /** The commit that the pack was made of. */
    base: z.string(),
    /** By file that was really changed: its place in the ranking, and how much of it was in the pack. */
    changed: z.array(
      z.object({ path: z.string(), rank: z.number().nullable(), level: z.string().nullable() }),
    ),
    added: z.number(),
    hits: z.object({ at1: z.boolean(), at5: z.boolean(), at10: z.boolean() }),
    reciprocalRank: z.number(),
  }),
  z.object({
    kind: z.literal('trace'),
    about: z.enum(['violation', 'correction', 'decision']),
    /** What repeats: traces with the same subject are counted together. */
    subject: z.string(),
    text: z.string(),
    source: z.string(),
  }),
  z.object({
    kind: z.literal('scanned'),
    mode: z.enum(['full', 'incremental']),
    /** What it is kept in, as a person would call it. */
    store: z.string(),
    commit: z.string().nullable(),
    files: z.number(),
    changed: z.number(),
    deleted: z.number(),
    symbols: z.number(),
    dependencies: z.number(),
    durationMs: z.number(),
  }),
])

export type Fact = z.infer<typeof factSchema>

export const entrySchema = z.intersection(z.object({ id: z.string(), at: z.iso.datetime() }), factSchema)

/** A fact with its place in time. Entries are only ever added. */
export type Entry = { readonly id: string; readonly at: string } & Fact
