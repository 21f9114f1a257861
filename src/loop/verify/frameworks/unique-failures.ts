import type { FailingTest } from '#words/evidence.ts'

/** Each id once, as it was first seen, with what later ones know and the first did not. */
export function uniqueFailures(failures: readonly FailingTest[]): FailingTest[] {
  const known = new Map<string, FailingTest>()
  for (const failure of failures) {
    const first = known.get(failure.id)
    known.set(failure.id, {
      id: failure.id,
      message: first?.message ?? failure.message,
      location: first?.location ?? failure.location,
    })
  }
  return [...known.values()]
}
