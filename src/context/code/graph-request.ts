import type { Code, CodeRequest } from './read-code.ts'

export type GraphRequest = CodeRequest & {
  /** The text of a manifest; null for what is not there or cannot be read. */
  readonly read: (path: string) => string | null
  /** Whether one of those was changed since the tree was listed. */
  readonly hasMoved: () => boolean
  /** Told what parsing found, where all had to be read, before a graph is made of it. */
  readonly onCode?: (code: Code) => void
}
