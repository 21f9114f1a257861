import type { FailingTest } from '#words/evidence.ts'

/** Tests that share a name are told apart by their place among those that do, so that none is lost. */
export function numberSame(tests: readonly FailingTest[]): FailingTest[] {
  const names = numberNames(tests.map(({ id }) => id))
  return tests.map((test, at) => ({ ...test, id: names[at] ?? test.id }))
}

export function numberNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}
