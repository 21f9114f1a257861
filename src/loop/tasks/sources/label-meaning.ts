import type { TaskHead, TaskStatus } from '#words/task.ts'

export type LabelMeaning =
  | { readonly kind: 'status'; readonly status: TaskStatus }
  | { readonly kind: 'priority'; readonly priority: number }
  | { readonly kind: 'type'; readonly type: TaskHead['type'] }

/** What a label says of a task, in the words that projects use for it; null for any other. */
export function meaningOf(label: string): LabelMeaning | null {
  const name = label
    .trim()
    .toLowerCase()
    .replace(/^(?:keel|status|state)\s*[:/]\s*/, '')
  const status = STATUSES[name.replaceAll(/[\s_-]+/g, ' ')]
  if (status !== undefined) return { kind: 'status', status }
  const urgency = /^(?:priority\s*[:/ -]\s*)?(?:p|priority-?)([0-4])$|^priority\s*[:/ -]\s*([a-z0-4]+)$/.exec(
    name,
  )
  const priority = urgency === null ? undefined : PRIORITIES[urgency[1] ?? urgency[2] ?? '']
  if (priority !== undefined) return { kind: 'priority', priority }
  const type = TYPES[name.replace(/^(?:type|kind)\s*[:/]\s*/, '')]
  return type === undefined ? null : { kind: 'type', type }
}

/** The label that keel itself gives. */
export const STATUS_LABELS: Readonly<Record<TaskStatus, string | null>> = {
  open: null,
  in_progress: 'in progress',
  implemented: 'keel:implemented',
  done: null,
  blocked: 'keel:blocked',
  deferred: 'keel:deferred',
}

export function priorityLabel(priority: number): string | null {
  return priority === 2 ? null : `P${priority}`
}

/** What is none of these is a feature. */
export function typeLabel(type: TaskHead['type']): string | null {
  return type === 'feature' ? null : type
}

const STATUSES: Readonly<Record<string, TaskStatus>> = {
  'in progress': 'in_progress',
  wip: 'in_progress',
  doing: 'in_progress',
  implemented: 'implemented',
  blocked: 'blocked',
  deferred: 'deferred',
  'on hold': 'deferred',
  postponed: 'deferred',
}

const PRIORITIES: Readonly<Record<string, number>> = {
  '0': 0,
  '1': 1,
  '2': 2,
  '3': 3,
  '4': 4,
  critical: 0,
  urgent: 0,
  highest: 0,
  high: 1,
  medium: 2,
  normal: 2,
  low: 3,
  lowest: 4,
}

const TYPES: Readonly<Record<string, TaskHead['type']>> = {
  bug: 'bug',
  epic: 'epic',
  chore: 'chore',
  maintenance: 'chore',
  dependencies: 'chore',
  feature: 'feature',
  enhancement: 'feature',
}
