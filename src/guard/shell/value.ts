import type { FindTests } from './find-tests.ts'

/** One text that a word may come to. What nobody can know before it is run is a NUL in it. */
export type Value = {
  readonly text: string
  readonly isGlob: boolean
  /** Where it stands for every path below the text that these let through. */
  readonly found?: FindTests
  /** Where it stands for every line of the file that the text names. */
  readonly isList?: true
}

export const UNKNOWN = '\0'

export function plain(text: string): Value {
  return { text, isGlob: false }
}

/** Whether it is what it says, and does not stand for something on the disk. */
export function isSaid({ found, isList }: Value): boolean {
  return found === undefined && isList === undefined
}

/** What is printed of a file. */
export function listIn({ text, isGlob }: Value): Value {
  return { text, isGlob, isList: true }
}
