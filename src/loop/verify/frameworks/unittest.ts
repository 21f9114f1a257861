import type { Framework } from './contract.ts'
import { onlyNamed } from './only-named.ts'
import { sumCounts } from './sum-counts.ts'

/** Python's own. */
export const unittest: Framework = {
  name: 'unittest',
  programs: [['python', '-m', 'unittest']],
  isUsedIn: () => false,
  report: null,
  scope: null,
  parse: (output) => {
    const summaries = [
      ...output.matchAll(/^Ran (\d+) tests? in [\d.]+s\n\n(OK|FAILED|NO TESTS RAN)(?: \((.*)\))?/gm),
    ]
    if (summaries.length === 0) return null
    const count = (text: string, word: string) => Number(new RegExp(`\\b${word}=(\\d+)`).exec(text)?.[1] ?? 0)
    return {
      counts: sumCounts(
        summaries.map(([, ran, , text = '']) => {
          const failed = count(text, 'failures') + count(text, 'errors') + count(text, 'unexpected successes')
          const skipped = count(text, 'skipped') + count(text, 'expected failures')
          return { passed: Math.max(0, Number(ran) - failed - skipped), failed, skipped }
        }),
      ),
      failing: onlyNamed([...output.matchAll(/^(?:FAIL|ERROR): (\S+)/gm)].map(([, name = '']) => name)),
    }
  },
}
