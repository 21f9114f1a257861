import type { Action } from './action.ts'

/**
 * One named, declarative rule that judges an action. It can only deny. All that a part of it names must hold for the
 * part to match; one part that matches is enough.
 */
export type Guard = {
  readonly name: string
  /** What it demands, in one sentence. */
  readonly summary: string
  readonly match: readonly GuardMatch[]
  /** What lifts the guard for a matching action. */
  readonly unless?: 'evidence'
  /** What the agent is told: what to do instead. */
  readonly reason: string
}

export type GuardMatch = {
  readonly action: readonly Action['kind'][]
  /** Globs relative to the project. For `run`, paths that the command would change. */
  readonly paths?: readonly string[]
  /** A regular expression on the text written, the command run, or the last words. */
  readonly says?: string
}

/** What keel knows at the moment of judging. Handed in as data, so that a past action can be judged again. */
export type GuardFacts = {
  readonly root: string
  /** Whether keel's own verification of the tree as it stands has passed. */
  readonly evidence: 'fresh' | 'stale' | 'none'
}
