import type { Value } from './value.ts'

/** One thing that a command does to files, in its own words: where they lead is for somebody else to find out. */
export type Deed =
  | { readonly kind: 'path'; readonly at: Value; readonly reach: Reach; readonly content: Written }
  /** What `from` is, or holds, comes to lie at `to` or below it. */
  | { readonly kind: 'copy'; readonly from: Value; readonly to: Value; readonly isOfContents: boolean }
  | { readonly kind: 'unpack'; readonly from: Value; readonly to: Value }
  | { readonly kind: 'link'; readonly at: Value; readonly to: Value }
  /** `strip` says how many folders are cut off from the names in it. */
  | {
      readonly kind: 'patch'
      readonly from: Value
      readonly isText: boolean
      readonly strip: readonly number[]
    }
  | { readonly kind: 'git'; readonly does: GitDeed; readonly at: readonly Value[] }
  /** Runs a text as a shell would. */
  | { readonly kind: 'script'; readonly text: string }
  /** Code, or whatever else can only be searched for names. */
  | { readonly kind: 'text'; readonly text: string }
  /** Nobody knows what: everything that the command names, hears of, or stands in. */
  | { readonly kind: 'anything' }
  /** The same of a program of which nothing at all is known: it may only look at it. */
  | { readonly kind: 'unknown' }

/**
 * `file`: this path and nothing else. `tree`: what lies below it too. `sweep`: even if that is the whole project, which
 * most commands that are given a project's folder do not mean to change from end to end.
 */
export type Reach = 'file' | 'tree' | 'sweep'

/** What a file would hold then. */
export type Written =
  | { readonly kind: 'kept' }
  | { readonly kind: 'text'; readonly text: string }
  /** As it was, with these put in somewhere. */
  | { readonly kind: 'edited'; readonly pieces: readonly string[] }
  | { readonly kind: 'copied'; readonly from: Value }
  | { readonly kind: 'unknown' }

export type GitDeed =
  /** Files become what they are in a commit, or in the index where it is null. */
  | { readonly kind: 'takes'; readonly source: string | null }
  /** Files are changed as they differ between commits. */
  | { readonly kind: 'patches'; readonly between: readonly string[] }
  /** Files that git does not know are removed: the new ones, the ignored ones, or both. */
  | { readonly kind: 'sweeps'; readonly which: 'new' | 'ignored' | 'both' }

export type Call = {
  readonly name: string
  readonly words: readonly Value[]
  /** Texts that come to it through a pipe or stand behind it. */
  readonly heard: readonly Value[]
  /** Files that are opened for it. */
  readonly inputs: readonly Value[]
}

export const KEPT: Written = { kind: 'kept' }
export const UNSEEN: Written = { kind: 'unknown' }
