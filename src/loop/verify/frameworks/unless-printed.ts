import type { TestResult } from './contract.ts'

type Told = { readonly reported: TestResult; readonly printed: TestResult | null }

/**
 * A report, unless other counts were printed beside it: a command that runs a framework twice leaves the report of one run alone.
 */
export function unlessPrinted({ reported, printed }: Told): TestResult | null {
  if (printed === null) return reported
  const { passed, failed, skipped } = reported.counts
  const { counts } = printed
  const isSame = passed === counts.passed && failed === counts.failed && skipped === counts.skipped
  return isSame ? reported : null
}
