import type { TestResult } from './contract.ts'

/**
 * Tests that began and never came to their summary: a crash, an end from outside, or a test that left the program with an
 * exit code of its choice. Nothing that was counted until then counts.
 */
export function unfinished(framework: string): TestResult {
  return {
    counts: { passed: 0, failed: 1, skipped: 0 },
    failing: [{ id: `${framework} did not finish`, message: null, location: null }],
    ran: [],
  }
}
