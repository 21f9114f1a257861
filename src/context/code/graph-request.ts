import type { CodeRequest } from './read-code.ts'

export type GraphRequest = CodeRequest & {
  /** The text of a manifest; null for what is not there or cannot be read. */
  readonly read: (path: string) => string | null
  /** Whether one of those was changed since the tree was listed. */
  readonly hasMoved: () => boolean
}
