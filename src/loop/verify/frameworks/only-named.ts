import type { FailingTest } from '#words/evidence.ts'

/** What is known of tests where a framework prints no more than their names. Each once. */
export function onlyNamed(ids: readonly string[]): FailingTest[] {
  return [...new Set(ids)].map((id) => ({ id, message: null, location: null }))
}
