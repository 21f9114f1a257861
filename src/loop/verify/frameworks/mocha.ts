import type { Framework } from './contract.ts'
import { dependsOn } from './depends-on.ts'
import { onlyNamed } from './only-named.ts'
import { sumCounts } from './sum-counts.ts'

export const mocha: Framework = {
  name: 'mocha',
  programs: [['mocha']],
  isUsedIn: (folder) => dependsOn(folder, 'mocha'),
  report: null,
  scope: (file) => [file],
  parse: (output) => {
    const summaries = [
      ...output.matchAll(/^ {2}(\d+) passing \(.+\)(?:\n {2}(\d+) pending)?(?:\n {2}(\d+) failing)?$/gm),
    ]
    if (summaries.length === 0) return null
    return {
      counts: sumCounts(
        summaries.map(([, passed, skipped, failed]) => ({
          passed: Number(passed),
          failed: Number(failed ?? 0),
          skipped: Number(skipped ?? 0),
        })),
      ),
      failing: onlyNamed(
        [...output.matchAll(/^ {2}\d+\) (.+)\n {7}(.+):$/gm)].map(([, suite, name]) => `${suite} ${name}`),
      ),
    }
  },
}
