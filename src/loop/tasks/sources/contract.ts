import type { Busy } from '#kit/lock.ts'
import type { Task, TaskStatus } from '#words/task.ts'
import type { FieldValue } from '../edit-task-text.ts'
import type { TaskTable } from '../task-table.ts'

export const SOURCE_NAMES = ['files', 'beads', 'github'] as const
export type SourceName = (typeof SOURCE_NAMES)[number]

/** Which label makes an issue ready whose author is a stranger, unless the configuration names another. */
export const ACCEPT_LABEL = 'keel:accepted'

/**
 * Where the tasks of a project live. There is one truth, and it is there: nothing is kept of it between two questions. What a
 * tracker does not answer is thrown as a fault that says what to do, and is never an empty list.
 */
export type TaskSource = {
  readonly name: SourceName
  /** The project. Its leases and its journal are on this machine, wherever its tasks are. */
  readonly root: string
  /** All of them, and never a part. */
  readonly readAll: () => TaskTable
  /** One as it is this moment, with all that was written down about it. */
  readonly read: (id: string) => TaskRead
  /** Several with their texts, in as few questions as the source needs. Those that are no tasks are left out. */
  readonly readTexts: (ids: readonly string[]) => readonly TaskText[]
  readonly add: (draft: TaskDraft) => AddOutcome
  /** Renews the tracker’s own lease on a task and waits for no answer; null where it has none that ends by itself. */
  readonly renew: ((id: string) => void) | null
  /**
   * Why nobody should start a task here, although it looks as if they could: it came to its end in another worktree. Missing where
   * all of them ask the same tracker.
   */
  readonly heldElsewhere?: (id: string) => string | null
  /** An id as the source spells it, from what somebody typed. */
  readonly spell: (typed: string) => string
}

/** A task with its text, and what else is said of it there. */
export type TaskText = {
  readonly task: Task
  readonly others: Readonly<Record<string, unknown>>
  /** Where it can be seen: a file below the root, an address, or how its own program calls it. */
  readonly file: string
}

export type FoundTask = TaskText & {
  /** What it would take to change it. Nothing is written before the plan is carried out. */
  readonly edit: (edit: TaskEdit) => EditPlan
}

export type TaskRead = ({ readonly kind: 'task' } & FoundTask) | TaskTrouble

/** Why nothing was done to a task. */
export type TaskTrouble =
  | { readonly kind: 'missing'; readonly id: string }
  | { readonly kind: 'broken'; readonly file: string; readonly reason: string; readonly mend: string }
  /** It can be read, and keel cannot change it without changing more than it should. */
  | { readonly kind: 'unfit'; readonly file: string; readonly reason: string; readonly mend: string }
  | Taken
  | Busy

/** The tracker says that it is somebody else’s, who may work on another machine. */
export type Taken = { readonly kind: 'taken'; readonly id: string; readonly by: string }

export type TaskEdit = {
  /** By the names that they have in a task’s file. The status is no such field: it moves. */
  readonly fields?: Readonly<Record<string, FieldValue>>
  readonly description?: string
  readonly note?: string
  readonly move?: TaskMove
}

export type TaskMove = {
  readonly to: TaskStatus
  /** Who does it: a run, or whoever asked. */
  readonly by: string
  readonly reason: string
  /** The entry of the evidence that closes it. */
  readonly evidence: string | null
  readonly isForced: boolean
}

export type EditPlan =
  | { readonly kind: 'edited'; readonly write: () => Taken | null }
  | Extract<TaskTrouble, { readonly kind: 'unfit' }>

/** A task that is not there yet. */
export type TaskDraft = {
  /** Null: one is chosen. */
  readonly id: string | null
  readonly task: Omit<Task, 'id'>
  /** Everything but the writing. */
  readonly isTrial: boolean
}

export type AddOutcome =
  | { readonly kind: 'added'; readonly task: Task; readonly file: string }
  | { readonly kind: 'exists'; readonly id: string }
  | Busy
