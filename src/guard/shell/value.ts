import type { FindTests } from './find-tests.ts'

/** One text that a word may come to. What nobody can know before it is run is a NUL in it. */
export type Value = {
  readonly text: string
  readonly isGlob: boolean
  /** Where it stands for every path below the text that these let through. */
  readonly found?: FindTests
}

export const UNKNOWN = '\0'

export function plain(text: string): Value {
  return { text, isGlob: false }
}
