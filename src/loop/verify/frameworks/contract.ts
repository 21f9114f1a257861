import type { TestCounts } from '#words/evidence.ts'

/** Reads what one test framework prints. */
export type Framework = {
  readonly name: string
  /** Null where the output is not this framework's. Colours are already gone. */
  readonly parse: (output: string) => TestResult | null
}

export type TestResult = { readonly counts: TestCounts; readonly failing: readonly string[] }
