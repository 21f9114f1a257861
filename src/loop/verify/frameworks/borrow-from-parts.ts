import type { FailingTest } from '#words/evidence.ts'

/** A test that failed by its parts alone says nothing itself: the first of them that does speaks for it. */
export function borrowFromParts(failing: readonly FailingTest[]): FailingTest[] {
  return failing.map((test) => {
    if (test.message !== null && test.location !== null) return test
    const part = failing.find((one) => one.id.startsWith(`${test.id}/`) && one.location !== null)
    if (part === undefined || test.location !== null) return test
    return { id: test.id, message: test.message ?? part.message, location: part.location }
  })
}
