import type { Assertion } from '../reading/test-file.ts'
import { squeezed } from '../text/squeezed.ts'

/** Those of one list that are not in the other, as often as they are not. */
export function assertionsWithout(some: readonly Assertion[], others: readonly Assertion[]): Assertion[] {
  const left = new Map<string, number>()
  for (const { text } of others) left.set(squeezed(text), (left.get(squeezed(text)) ?? 0) + 1)
  return some.filter(({ text }) => {
    const count = left.get(squeezed(text)) ?? 0
    left.set(squeezed(text), count - 1)
    return count <= 0
  })
}
