import type { Framework } from './contract.ts'
import { onlyNamed } from './only-named.ts'
import { sumCounts } from './sum-counts.ts'

/** Node's own runner, as it prints to a terminal (`ℹ pass 3`) and as TAP (`# pass 3`). */
export const nodeTest: Framework = {
  name: 'node:test',
  programs: [['node', '--test']],
  isUsedIn: () => false,
  report: null,
  scope: null,
  parse: (output) => {
    const summaries = [...output.matchAll(SUMMARY)]
    if (summaries.length === 0) return null
    const counts = sumCounts(
      summaries.map(([, passed, failed, cancelled, skipped, todo]) => ({
        passed: Number(passed),
        failed: Number(failed) + Number(cancelled),
        skipped: Number(skipped) + Number(todo),
      })),
    )
    const names = [...output.matchAll(FAILING)].map(([, spec, tap]) => spec ?? tap ?? '')
    return { counts, failing: onlyNamed(names.filter((name) => name !== 'failing tests:')) }
  },
}

const SUMMARY =
  /^(?:ℹ|#) pass (\d+)\n(?:ℹ|#) fail (\d+)\n(?:ℹ|#) cancelled (\d+)\n(?:ℹ|#) skipped (\d+)\n(?:ℹ|#) todo (\d+)$/gm
const FAILING = /^\s*(?:✖ (.+?)(?: \([\d.]+ms\))?|not ok \d+ - (.+?))$/gm
