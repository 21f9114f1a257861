import * as z from 'zod'
import { isInProject } from './is-in-project.ts'

export const TASK_TYPES = ['feature', 'bug', 'chore', 'epic'] as const
export const TASK_STATUSES = ['open', 'in_progress', 'implemented', 'done', 'blocked', 'deferred'] as const

/** `k7f3q`, and below it `k7f3q.m4`. Random, so that two people who add tasks on two branches never choose the same. */
export const TASK_ID = /^[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9][a-z0-9_-]*)*$/i

const name = z.string().trim().min(1)
const names = z.array(name)

/** A file of the project, or a glob of such. */
export const projectFile = name.refine(isInProject, {
  error: ({ input }) => `${input} does not lie in this project`,
})

/**
 * A unit of work, as the front matter of a task’s file says it. Names are those of the file. Whatever else is there belongs to
 * whoever wrote it, and stays.
 */
export const taskSchema = z.object({
  id: z.string().regex(TASK_ID),
  title: z.string().trim().min(1),
  type: z.enum(TASK_TYPES).default('feature'),
  status: z.enum(TASK_STATUSES).default('open'),
  /** From 0, the most urgent, to 4. */
  priority: z.int().min(0).max(4).default(2),
  /** The epic, or the task, that it is a part of. */
  parent: z.string().nullable().default(null),
  depends_on: names.default([]),
  labels: names.default([]),
  /** What has to be true in the end, a sentence each. */
  acceptance: names.default([]),
  /** Files or globs that it is expected to touch. */
  files: z.array(projectFile).default([]),
  /** The command that proves it, run at the root. Null: the project’s own tests do. */
  check: z.string().trim().min(1).nullable().default(null),
  /** What has to end well beside the tests, by name: `typecheck`, `lint`, or a check of the configuration. Null: what the configuration says. */
  checks: names.nullable().default(null),
  /** It is about tests: what would else be called tampering is its work. */
  changes_tests: z.boolean().default(false),
  /** Why nobody can go on with it. */
  blocked_by: z.string().nullable().default(null),
  /** Where it was imported from, as `spec-kit:specs/001-cart/tasks.md#T012@3f9a01bc…`: an import adds nothing twice. */
  origin: z.string().nullable().default(null),
  created: z.iso.datetime({ offset: true }).nullable().default(null),
})

export type TaskHead = Readonly<z.infer<typeof taskSchema>>

/** With the text below the front matter, in Markdown. */
export type Task = TaskHead & { readonly description: string }

export type TaskStatus = TaskHead['status']

/** What decides whether a task is done, and by what: who works on one has no say in that of the others. */
export const DECIDING_FIELDS = [
  ...(['status', 'blocked_by', 'type', 'parent', 'depends_on'] as const),
  ...(['check', 'checks', 'changes_tests'] as const),
] satisfies readonly (keyof TaskHead)[]

export type DecidingField = (typeof DECIDING_FIELDS)[number]
