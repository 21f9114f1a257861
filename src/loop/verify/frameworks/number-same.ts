import type { FailingTest } from '#words/evidence.ts'

/** Tests that share a name are told apart by their place among those that do, so that none is lost. */
export function numberSame(tests: readonly FailingTest[]): FailingTest[] {
  const seen = new Map<string, number>()
  return tests.map((test) => {
    const times = (seen.get(test.id) ?? 0) + 1
    seen.set(test.id, times)
    return times === 1 ? test : { ...test, id: `${test.id} (${times})` }
  })
}
