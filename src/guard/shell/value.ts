import type { FindTests } from './find-tests.ts'

/** One text that a word may come to. What nobody can know before it is run is a NUL in it. */
export type Value = {
  readonly text: string
  readonly isGlob: boolean
  /** Where it stands for every path below the text that these let through. */
  readonly found?: FindTests
  /** Where it stands for every line of the file that the text names. */
  readonly isList?: true
  /** Where it stands for files, or changes of files, that go through a pipe. */
  readonly packed?: Packed
}

export type Packed =
  /** A file or folder, by the name that it has in the archive. */
  | { readonly kind: 'files'; readonly base: string; readonly name: string }
  /** All files of a commit, to be put below a folder. */
  | { readonly kind: 'commit'; readonly source: string; readonly below: string }
  /** What differs between commits, or from one to the files as they are. */
  | { readonly kind: 'diff'; readonly between: readonly string[]; readonly paths: readonly string[] }

export const UNKNOWN = '\0'

export function plain(text: string): Value {
  return { text, isGlob: false }
}

/** Whether it is what it says, and does not stand for something on the disk. */
export function isSaid({ found, isList, packed }: Value): boolean {
  return found === undefined && isList === undefined && packed === undefined
}

/** What is printed of a file. */
export function listIn({ text, isGlob }: Value): Value {
  return { text, isGlob, isList: true }
}
