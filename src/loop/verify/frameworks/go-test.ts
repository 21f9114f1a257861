import type { Framework } from './contract.ts'
import { onlyNamed } from './only-named.ts'

/**
 * Go names tests that pass only when it is asked to (`-v`). Else a package that passed counts as one, and so does one that
 * failed without a test to name.
 */
export const goTest: Framework = {
  name: 'go test',
  programs: [['go', 'test']],
  isUsedIn: (folder) => folder.has('go.mod'),
  report: null,
  scope: null,
  parse: (output) => {
    const packages = [...output.matchAll(/^(ok {2}|FAIL|\? {3})\t(\S+)\t?(.*)$/gm)]
    if (packages.length === 0) return null
    const named = (word: string) =>
      [...output.matchAll(new RegExp(`^\\s*--- ${word}: (\\S+)`, 'gm'))].map(([, name = '']) => name)
    const [passed, failed, skipped] = [named('PASS'), named('FAIL'), named('SKIP')]
    const didPass = packages.filter(
      ([, sign, , rest = '']) => sign?.startsWith('ok') && !rest.includes('[no tests to run]'),
    )
    const didFail = packages.filter(([, sign]) => sign === 'FAIL')
    return {
      counts: {
        passed: passed.length > 0 ? passed.length : didPass.length,
        failed: failed.length > 0 ? failed.length : didFail.length,
        skipped: skipped.length,
      },
      failing: onlyNamed(failed.length > 0 ? failed : didFail.map(([, , name = '']) => name)),
    }
  },
}
