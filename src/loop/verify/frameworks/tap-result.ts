import type { FailingTest } from '#words/evidence.ts'
import type { TestResult } from './contract.ts'
import { numberNames, numberSame } from './number-same.ts'
import type { Tap, TapPoint } from './read-tap.ts'

type Told = { readonly tap: Tap; readonly tellFailing: (point: TapPoint) => FailingTest }

/**
 * What a stream of TAP comes to. Tests that were planned and not told of are a failure; where nobody said how many there are,
 * and none failed, nothing can be said.
 */
export function tapResult({ tap, tellFailing }: Told): TestResult | null {
  const { points, planned, outermost } = tap
  const leaves = points.filter(({ isSum }) => !isSum)
  // A sum fails by itself only where nothing that it sums up does.
  const failing = points
    .filter(({ isOk, isAside, hasFailedPart }) => !isOk && !isAside && !hasFailedPart)
    .map(tellFailing)
  if (planned === null && failing.length === 0) return null
  const isShort = planned !== null && outermost < planned && failing.length === 0
  const missing = isShort
    ? [
        {
          id: `1..${planned}`,
          message: `${planned} tests were planned, and ${outermost} were run.`,
          location: null,
        },
      ]
    : []
  return {
    counts: {
      passed: leaves.filter(({ isOk, isAside }) => isOk && !isAside).length,
      failed: failing.length + missing.length,
      skipped: leaves.filter(({ isAside }) => isAside).length,
    },
    failing: numberSame([...failing, ...missing]),
    ran: ranIn(tap),
  }
}

function ranIn({ points, isOfAssertions }: Tap): string[] {
  const told = points.filter(({ isSum, isAside }) => !isSum && !isAside)
  if (isOfAssertions) return [...new Set(told.map(({ path }) => path.slice(0, -1).join(' > ')))]
  return numberNames(told.map(({ path }) => path.join(' > ')))
}
