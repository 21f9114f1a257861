import type { TaskHead, TaskStatus } from '#words/task.ts'

export const IMPORT_FORMATS = ['spec-kit', 'ralph', 'task-master', 'checklist'] as const

export type ImportFormatName = (typeof IMPORT_FORMATS)[number]

/** How another tool writes down its tasks. One file a format. */
export type ImportFormat = {
  readonly name: ImportFormatName
  /** Whether a file is one of its own, by its name and by what it says. */
  readonly recognises: (file: SourceFile) => boolean
  /** Text in, drafts out: nothing is looked up but what lies beside the file. */
  readonly read: (file: SourceFile, choice: ReadChoice) => ReadOutcome
}

export type SourceFile = {
  /** As an origin names it: from the root of the project, with slashes. */
  readonly path: string
  /** Without a byte order mark, each line ending in `\n`. */
  readonly text: string
  /** The text of another file in its folder; null where there is none. */
  readonly beside: (name: string) => string | null
}

export type ReadChoice = {
  /** Which of several lists in one file; null: the first, or all. */
  readonly tag: string | null
}

/** A task as another tool has it, by a key of that tool’s. It has no id yet, and nobody has looked whether it can be one. */
export type TaskDraft = Pick<
  TaskHead,
  'title' | 'type' | 'priority' | 'labels' | 'acceptance' | 'files' | 'check' | 'blocked_by'
> & {
  /** What it is called there. Two of one source never have the same. */
  readonly key: string
  /** The line that it stands in; null where lines mean nothing. */
  readonly line: number | null
  readonly status: Exclude<TaskStatus, 'in_progress'>
  /** The key of what it is a part of. */
  readonly parent: string | null
  /** Keys. Whoever waits for one that has parts waits for these. */
  readonly dependsOn: readonly string[]
  readonly description: string
}

/** What a reader could make nothing of, and where. */
export type NotUnderstood = {
  /** `specs/001-cart/tasks.md:14`, or a part of a file by its name. */
  readonly place: string
  readonly text: string
}

export type ReadOutcome =
  | {
      readonly kind: 'drafts'
      readonly drafts: readonly TaskDraft[]
      readonly notUnderstood: readonly NotUnderstood[]
      /** Whether who waits for whom is told by the order of the list. */
      readonly isInOrder?: boolean
      /** What the tool itself calls the list, where one file has another list by and by. */
      readonly list?: string
    }
  /** Why nothing of it can be read, in a sentence without a subject: `is not JSON`. */
  | { readonly kind: 'unreadable'; readonly reason: string }

/** The key of what a source is about as a whole. In brackets, so that no tool calls a task of its own so. */
export const WHOLE = '(epic)'
