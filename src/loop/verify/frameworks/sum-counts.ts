import type { TestCounts } from '#words/evidence.ts'
import type { TestResult } from './contract.ts'

/** One command may run several suites, each with a summary of its own. */
export function sumCounts(parts: readonly TestCounts[]): TestCounts {
  return parts.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}

/** What a framework says that found no test. */
export const NOTHING_RAN: TestResult = { counts: sumCounts([]), failing: [] }
