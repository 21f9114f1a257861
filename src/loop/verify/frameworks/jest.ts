import type { Framework } from './contract.ts'
import { dependsOn } from './depends-on.ts'
import { onlyNamed } from './only-named.ts'
import { NOTHING_RAN, sumCounts } from './sum-counts.ts'

export const jest: Framework = {
  name: 'jest',
  programs: [['jest'], ['react-scripts', 'test']],
  isUsedIn: (folder) => dependsOn(folder, 'jest'),
  report: null,
  scope: (file) => [file],
  parse: (output) => {
    const summaries = [...output.matchAll(/^Tests: +(.+), \d+ total$/gm)].map(([, text = '']) => text)
    if (summaries.length === 0)
      return /^No tests found, exiting with code 0$/m.test(output) ? NOTHING_RAN : null
    const count = (text: string, word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(text)?.[1] ?? 0)
    return {
      counts: sumCounts(
        summaries.map((text) => ({
          passed: count(text, 'passed'),
          failed: count(text, 'failed'),
          skipped: count(text, 'skipped') + count(text, 'todo'),
        })),
      ),
      failing: onlyNamed([...output.matchAll(/^ {2}● (.+ › .+|.+)$/gm)].map(([, name = '']) => name)),
    }
  },
}
