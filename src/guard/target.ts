import type { GitDeed, Reach } from './shell/deed.ts'
import type { FindTests } from './shell/find-tests.ts'

/** Something that an action may change. */
export type Target =
  | {
      readonly kind: 'path'
      readonly path: string
      /** Whether the path is a pattern of the shell's. */
      readonly isGlob: boolean
      readonly reach: Reach
      readonly content: Content
      readonly ifSaid?: IfSaid
    }
  /** Code, a path with a part that nobody knows, or whatever else can only be searched for names. */
  | { readonly kind: 'text'; readonly text: string; readonly ifSaid?: IfSaid }

/** The words of a program of which nothing is known: what it names counts where one of them says that it writes. */
export type IfSaid = readonly string[]

/** What a file would hold then. */
export type Content =
  | { readonly kind: 'kept' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'edited'; readonly pieces: readonly string[] }
  | { readonly kind: 'copied'; readonly path: string }
  | { readonly kind: 'unknown' }

/** A question to the disk, without which nobody knows what a command would change. */
export type Lookup =
  | {
      readonly kind: 'copy'
      readonly from: string
      readonly isGlob: boolean
      readonly to: string
      readonly isOfContents: boolean
    }
  | { readonly kind: 'unpack'; readonly from: string; readonly to: string }
  | {
      readonly kind: 'found'
      readonly from: string
      readonly isGlob: boolean
      readonly start: string
      readonly tests: FindTests
    }
  /** Every line of a file is a path, or words that are. */
  | { readonly kind: 'lines'; readonly from: string; readonly cwd: string }
  | {
      readonly kind: 'patch'
      readonly path: string
      readonly cwd: string
      readonly strip: readonly number[]
    }
  /** Nothing in `at` is everything. */
  | { readonly kind: 'git'; readonly cwd: string; readonly does: GitDeed; readonly at: readonly string[] }

/** A question, and what is taken for the answer where there is none. */
export type Open = {
  readonly lookup: Lookup
  readonly otherwise: readonly Target[]
  /** How each file in the answer would be changed, where that is known. */
  readonly manner?: { readonly reach: Reach; readonly content: Content; readonly ifSaid?: IfSaid }
}

export type Targets = { readonly targets: readonly Target[]; readonly open: readonly Open[] }

/** The name under which the answer to a question is kept. */
export function lookupKey(lookup: Lookup): string {
  return JSON.stringify(lookup)
}
