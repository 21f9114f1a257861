import type { WrittenTags } from '../write-tags.ts'
import type { Grammars } from './compile-grammars.ts'
import type { Compiled } from './compile-module.ts'
import type { Native } from './native/find-native.ts'
import type { Origin, UnreadReason } from './read-source.ts'

export type WorkerData = {
  readonly grammars: string
  /** Null where there is none, and so no grammar either. Left out where most likely nobody needs it. */
  readonly runtime?: Compiled | null
  /** Those that are compiled already. */
  readonly compiled: Grammars
  /** Null where there is none, or none is wanted. */
  readonly native: Native | null
  /** How many native parsers it is to have at work at once. */
  readonly programs: number
  readonly limitMs: number
  /** Numbers of the kind that `CLOCK` tells. */
  readonly clock: SharedArrayBuffer
}

/**
 * Which file of its batch a worker has in hand, and since when, zero between files; and from there on the numbers of the processes that
 * it has parse, zero for none: a thread that is ended cannot end them.
 */
export const CLOCK = { place: 0, since: 1, process: 2 } as const

/** Files in one language: each thread has to open those that it is handed, which takes as long as to parse a hundred files. */
export type Batch = { readonly grammar: string; readonly files: readonly string[] }
export type BatchOutcome = {
  readonly outcomes: readonly FileOutcome[]
  /** Of each file. */
  readonly origins: readonly Origin[]
}

/** What became of one file. */
export type FileOutcome =
  | {
      readonly kind: 'parsed'
      /** See `writeTags`: it is written down before anybody reads it. */
      readonly tags: WrittenTags
      readonly isGenerated: boolean
      /** Part of the file is in no form that the grammar knows. */
      readonly hasErrors: boolean
    }
  | { readonly kind: 'unread'; readonly why: UnreadReason }
  | {
      readonly kind: 'failed'
      /** `unstarted`: nobody could be had to parse it, which is not its fault. */
      readonly why: 'timeout' | 'hang' | 'crash' | 'unstarted'
      /** It has failed before. Once may be the fault of a machine that had too much to do, or was put to sleep. */
      readonly again?: boolean
    }
