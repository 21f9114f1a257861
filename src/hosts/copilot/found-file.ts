import type { LoadedFile } from '#words/instructions.ts'

/** A file that Copilot CLI finds by itself. */
export type FoundFile = Pick<LoadedFile, 'path' | 'via' | 'when'> & {
  /** The imports of this file stay inside this folder; null where an `@` is never followed. */
  readonly importRoot: string | null
}
