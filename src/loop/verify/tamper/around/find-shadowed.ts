import type { Tampering } from '#words/evidence.ts'
import type { Sides } from '../comparing/match-tests.ts'
import { squeezed } from '../text/squeezed.ts'

/** Tests that ran, still stand there as they were, and are no more because another one took their name. */
export function findShadowed({ before, after }: Sides): Tampering[] {
  return after.flatMap(({ path, shadowed }) => {
    if (shadowed.length === 0) return []
    const old = before.find((file) => file.path === path)
    const ran = new Set(old?.tests.map(({ text }) => squeezed(text)))
    return shadowed
      .filter(({ text }) => ran.has(squeezed(text)))
      .map(({ name, line }) => ({
        kind: 'test-removed' as const,
        path,
        line,
        text: `The test “${name}” is never run: another one of its name stands below.`,
      }))
  })
}
