import * as z from 'zod'
import type { TaskHead, TaskStatus } from '#words/task.ts'
import { readHead } from '../parse-task.ts'
import type { TaskRow } from '../task-table.ts'
import { readBlock } from './block-text.ts'
import { listItems } from './list-items.ts'

/** `bd list` names the two ends of a dependency; `bd show` gives the other end itself. */
const dependencySchema = z.union([
  z.object({ depends_on_id: z.string(), type: z.string() }),
  z
    .object({ id: z.string(), dependency_type: z.string() })
    .transform(({ id, dependency_type }) => ({ depends_on_id: id, type: dependency_type })),
])

const commentSchema = z.object({
  author: z.string().default(''),
  text: z.string(),
  created_at: z.string().default(''),
})

/** What `bd --json` says of an issue, as far as keel reads it. */
export const beadsIssueSchema = z.looseObject({
  id: z.string(),
  title: z.string(),
  description: z.string().default(''),
  design: z.string().default(''),
  acceptance_criteria: z.string().default(''),
  notes: z.string().default(''),
  status: z.string().default('open'),
  priority: z.int(),
  issue_type: z.string().default('task'),
  labels: z
    .array(z.string())
    .nullish()
    .transform((labels) => labels ?? []),
  dependencies: z
    .array(dependencySchema)
    .nullish()
    .transform((dependencies) => dependencies ?? []),
  comments: z
    .array(commentSchema)
    .nullish()
    .transform((comments) => comments ?? []),
  created_at: z.string().nullish(),
  defer_until: z.string().nullish(),
})

export type BeadsIssue = z.infer<typeof beadsIssueSchema>

/** Its own words for a status may be anything; each belongs to one of a few kinds. */
export type StatusCategories = ReadonlyMap<string, string>

/** What of other issues decides what one of them waits for. */
export type BeadsAround = {
  readonly now: Date
  readonly categories: StatusCategories
  readonly childrenOf: (id: string) => readonly string[] | null
  /** Those that stay open for ever, and that nobody waits for. */
  readonly isPinned: (id: string) => boolean
}

export const IMPLEMENTED = 'keel:implemented'

/** Fields that beads has no place for. */
export const IN_BLOCK = ['files', 'check', 'checks', 'changes_tests', 'blocked_by'] as const

export type BeadsRow = TaskRow & { readonly others?: Readonly<Record<string, unknown>> }

export function readBeadsIssue(issue: BeadsIssue, around: BeadsAround): BeadsRow {
  const { id, title, priority, issue_type, labels, created_at, acceptance_criteria } = issue
  const block = readBlock(issue.description)
  if (typeof block === 'string') return { id, kind: 'broken', reason: block }
  const status = statusOf(issue, around)
  const own = Object.fromEntries(IN_BLOCK.map((key) => [key, block.fields[key]]))
  const parsed = readHead(
    {
      ...own,
      id,
      title,
      type: typeOf(issue_type),
      status,
      priority: Math.min(4, Math.max(0, priority)),
      parent: issue.dependencies.find(({ type }) => type === 'parent-child')?.depends_on_id ?? null,
      depends_on: dependenciesOf(issue, around),
      labels: labels.filter((label) => label !== IMPLEMENTED),
      acceptance: listItems(acceptance_criteria),
      blocked_by: status === 'blocked' ? (own['blocked_by'] ?? waitOf(issue)) : null,
      created: instantOf(created_at),
    },
    id,
  )
  if (parsed.kind === 'broken') return { id, ...parsed }
  return { id, kind: 'task', head: parsed.head, others: othersOf(issue, block.fields) }
}

function statusOf({ status, labels, defer_until, issue_type }: BeadsIssue, around: BeadsAround): TaskStatus {
  const isClosed = status === 'closed' || around.categories.get(status) === 'done'
  if (isClosed) return 'done'
  // A gate is opened by what it waits for, and is no work for anybody.
  if (issue_type === 'gate') return 'blocked'
  if (defer_until && Date.parse(defer_until) > around.now.getTime()) return 'deferred'
  const isBegun = status === 'in_progress' || status === 'hooked'
  if (isBegun && labels.includes(IMPLEMENTED)) return 'implemented'
  return STATUSES.get(status) ?? CATEGORIES.get(around.categories.get(status) ?? '') ?? 'in_progress'
}

const STATUSES: ReadonlyMap<string, TaskStatus> = new Map([
  ['open', 'open'],
  ['blocked', 'blocked'],
  ['deferred', 'deferred'],
  ['in_progress', 'in_progress'],
  ['hooked', 'in_progress'],
  ['pinned', 'deferred'],
])

/** What has no category is never ready there, so that it is not here. */
const CATEGORIES: ReadonlyMap<string, TaskStatus> = new Map([
  ['active', 'open'],
  ['wip', 'in_progress'],
  ['frozen', 'deferred'],
])

export function typeOf(type: string): TaskHead['type'] {
  return TYPES.get(type) ?? 'feature'
}

const TYPES: ReadonlyMap<string, TaskHead['type']> = new Map([
  ['bug', 'bug'],
  ['chore', 'chore'],
  ['epic', 'epic'],
  ['molecule', 'epic'],
  ['milestone', 'epic'],
])

export const WAITS = new Set(['blocks', 'conditional-blocks', 'waits-for'])

/** Who waits for what another brings about waits for the parts of that one. */
function dependenciesOf({ dependencies }: BeadsIssue, { childrenOf, isPinned }: BeadsAround): string[] {
  return dependencies
    .filter(({ type, depends_on_id }) => WAITS.has(type) && !isPinned(depends_on_id))
    .flatMap(({ type, depends_on_id }) =>
      type === 'waits-for' ? (childrenOf(depends_on_id) ?? [depends_on_id]) : [depends_on_id],
    )
}

function waitOf({ issue_type, await_type, await_id }: BeadsIssue): string | null {
  if (issue_type !== 'gate') return null
  return ['a gate', await_type, await_id].filter((word) => typeof word === 'string' && word !== '').join(' ')
}

function instantOf(time: string | null | undefined): string | null {
  const at = Date.parse(time ?? '')
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

const TOLD = new Set([
  'id',
  'title',
  'description',
  'design',
  'acceptance_criteria',
  'notes',
  'status',
  'priority',
  'issue_type',
  'labels',
  'dependencies',
  'comments',
  'created_at',
])

/** What else beads says of it, in its own words. */
function othersOf(issue: BeadsIssue, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const own = Object.entries(fields).filter(([key]) => !(IN_BLOCK as readonly string[]).includes(key))
  const said = Object.entries(issue).filter(([key]) => !TOLD.has(key))
  return Object.fromEntries([...own, ...said, ['bead', { status: issue.status, type: issue.issue_type }]])
}

/** All that an agent should read of it: what is to be done, how, and what was written down since. */
export function describeBead({ description, design, notes, comments }: BeadsIssue): string {
  const block = readBlock(description)
  const prose = typeof block === 'string' ? description : block.prose
  const said = comments.map(
    ({ author, text, created_at }) =>
      `- ${[created_at.slice(0, 16).replace('T', ' '), author].join(' ').trim()}: ${text.trim().split('\n').join('\n  ')}`,
  )
  const written = [notes.trim(), said.join('\n')].filter((part) => part !== '')
  return [
    prose,
    ...(design.trim() === '' ? [] : [`## Design\n\n${design.trim()}`]),
    ...(written.length === 0 ? [] : [`## Notes\n\n${written.join('\n\n')}`]),
  ]
    .join('\n\n')
    .trim()
}
