import type { Framework } from './contract.ts'
import { dependsOn } from './depends-on.ts'
import { onlyNamed } from './only-named.ts'

/** The Test Anything Protocol, whoever speaks it. Only the points of the outermost test: the others are summed up in them. */
export const tap: Framework = {
  name: 'TAP',
  programs: [['tape'], ['tap'], ['prove']],
  isUsedIn: (folder) => dependsOn(folder, 'tape') || dependsOn(folder, 'tap'),
  report: null,
  scope: null,
  parse: (output) => {
    if (!/^(TAP version \d+|1\.\.\d+)$/m.test(output)) return null
    const points = [...output.matchAll(/^(not ok|ok)\b(?: \d+)?(?: -)? ?(.*)$/gm)]
    const isAside = (text: string) => /# (skip|todo)\b/i.test(text)
    const failing = points.filter(([, sign, text = '']) => sign === 'not ok' && !isAside(text))
    return {
      counts: {
        passed: points.filter(([, sign, text = '']) => sign === 'ok' && !isAside(text)).length,
        failed: failing.length,
        skipped: points.filter(([, , text = '']) => isAside(text)).length,
      },
      failing: onlyNamed(failing.map(([, , name = '']) => name)),
    }
  },
}
