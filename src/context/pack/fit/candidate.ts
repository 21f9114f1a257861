import type { Definition } from '#context/code/tags.ts'

/** A file that a task may need, with all that is to be known to show more or less of it. */
export type Candidate = {
  readonly path: string
  /** From 0 to 1, where the best file has 1. */
  readonly score: number
  /** Sentences, the most telling first. */
  readonly reasons: readonly string[]
  /** The task says its name: it is in, if only by a line. */
  readonly isNamed: boolean
  readonly text: string
  /** All that it defines, in the order of its lines. */
  readonly definitions: readonly Definition[]
  /** Those that matter, the most important first. */
  readonly best: readonly Definition[]
  /** Lines that matter, from 1, the most important first. */
  readonly lines: readonly number[]
}

/** How much of a file is shown: its text, what matters of it and the signatures of the rest, all signatures, or one line. */
export const levels = ['full', 'parts', 'signatures', 'stub'] as const
export type Level = (typeof levels)[number]
