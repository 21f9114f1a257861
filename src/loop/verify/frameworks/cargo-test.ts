import type { Framework } from './contract.ts'
import { onlyNamed } from './only-named.ts'
import { sumCounts } from './sum-counts.ts'

export const cargoTest: Framework = {
  name: 'cargo test',
  programs: [['cargo', 'test']],
  isUsedIn: (folder) => folder.has('Cargo.toml'),
  report: null,
  scope: null,
  parse: (output) => {
    const summaries = [...output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm)]
    if (summaries.length === 0) return null
    return {
      counts: sumCounts(
        summaries.map(([, passed, failed, skipped]) => ({
          passed: Number(passed),
          failed: Number(failed),
          skipped: Number(skipped),
        })),
      ),
      failing: onlyNamed([...output.matchAll(/^test (.+?) \.\.\. FAILED$/gm)].map(([, name = '']) => name)),
    }
  },
}
