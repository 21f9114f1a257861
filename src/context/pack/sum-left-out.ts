import type { LeftOut } from './read-text-file.ts'

/** Files that were not searched, by why. */
export type LeftOutSum = {
  readonly why: LeftOut['why']
  readonly count: number
  readonly examples: readonly string[]
}

export function sumLeftOut(leftOut: readonly LeftOut[]): LeftOutSum[] {
  const reasons = [...new Set(leftOut.map(({ why }) => why))].sort()
  return reasons.map((why) => {
    const paths = leftOut.filter((file) => file.why === why).map(({ path }) => path)
    return { why, count: paths.length, examples: paths.slice(0, 3) }
  })
}
