import type { Framework } from './contract.ts'
import { onlyNamed } from './only-named.ts'
import { sumCounts } from './sum-counts.ts'

export const pytest: Framework = {
  name: 'pytest',
  programs: [['pytest'], ['py.test'], ['python', '-m', 'pytest']],
  isUsedIn: (folder) => folder.has('pytest.ini') || /pytest/.test(folder.text('pyproject.toml')),
  report: null,
  scope: (file) => [file],
  parse: (output) => {
    const summaries = [
      ...output.matchAll(/^(?:=+ )?((?:\d+ \w+(?:, )?)+|no tests ran) in [\d.:hms ()]+(?: =+)?$/gm),
    ]
    if (summaries.length === 0) return null
    const count = (text: string, word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(text)?.[1] ?? 0)
    return {
      counts: sumCounts(
        summaries.map(([, text = '']) => ({
          passed: count(text, 'passed') + count(text, 'xpassed'),
          failed: count(text, 'failed') + count(text, 'error'),
          skipped: count(text, 'skipped') + count(text, 'xfailed') + count(text, 'deselected'),
        })),
      ),
      failing: onlyNamed([...output.matchAll(/^(?:FAILED|ERROR) (\S+)/gm)].map(([, name = '']) => name)),
    }
  },
}
