import type { Evidence } from '#words/evidence.ts'
import type { Stretch } from './pass-over.ts'
import type { Others } from './take-in-others.ts'

/** What was so before the work began. */
export type Before = {
  /** The tree that the work started from. */
  readonly tree: string
  /** The verification of that tree; null where there was none. */
  readonly evidence: Evidence | null
  /** Tests are the work: what else is called tampering is its subject. */
  readonly mayChangeTests: boolean
  /** What the work was asked for, in the words of its task. */
  readonly asked?: string
  /** What was proven with other tasks since. */
  readonly proven?: readonly Stretch[]
  /** What tells the work of others from it; missing where nobody knows. */
  readonly others?: Others
}
