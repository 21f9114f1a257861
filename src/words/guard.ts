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
  readonly unless?: 'evidence' | undefined
  /** What the agent is told: what to do instead. */
  readonly reason: string
}

export type GuardMatch = {
  readonly action: readonly Action['kind'][]
  /**
   * Globs relative to the project. For `run`, paths that the command would change as far as can be told; for `call`,
   * paths among its arguments.
   */
  readonly paths?: readonly string[] | undefined
  /** A regular expression on the text written, the command run, or the last words. */
  readonly says?: string | undefined
  /** A regular expression that a file would match after the write, and does not match now. */
  readonly becomes?: string | undefined
  /**
   * Fields of the front matter that a file would have after the action, and does not have now. What keel cannot see
   * counts: a field that is not spelled plainly, a text that a command makes up as it goes.
   */
  readonly sets?: Readonly<Record<string, string>> | undefined
}

/** What keel knows at the moment of judging. Handed in as data, so that a past action can be judged again. */
export type GuardFacts = {
  readonly root: string
  /** Whether keel's own verification of the tree as it stands has passed. */
  readonly evidence: 'fresh' | 'stale' | 'none'
  /** Where paths really lead, for those that lead through a link. */
  readonly links: Readonly<Record<string, string>>
  /** The text of files that would be written to, or copied, as it is now. */
  readonly texts: Readonly<Record<string, string>>
  /** Which files a command would really change, for the questions that only the disk can answer. */
  readonly reached: Readonly<Record<string, readonly ReachedFile[]>>
}

export type ReachedFile = {
  readonly path: string
  /** The file that it would become a copy of; null where it would become something else. */
  readonly from: string | null
}
