import type { FailingTest } from '#words/evidence.ts'
import type { TestResult } from './contract.ts'
import { numberSame } from './number-same.ts'
import { shortMessage } from './short-message.ts'

/** What `prove` makes of TAP: a line a file, a report of what went wrong, and a verdict. Null where it did not speak. */
export function readProve(output: string): TestResult | null {
  const verdicts = [...output.matchAll(/^Result: (PASS|FAIL|NOTESTS)$/gm)]
  const totals = [...output.matchAll(/^Files=\d+, Tests=(\d+), /gm)]
  if (verdicts.length === 0 || totals.length !== verdicts.length) return null
  const total = totals.reduce((sum, [, number]) => sum + Number(number), 0)
  const files = filesIn(output)
  const failing = numberSame(files.flatMap((file) => failingOf(file, output)))
  const isBad = verdicts.some(([, verdict]) => verdict === 'FAIL')
  const lost = files.reduce((sum, { failed }) => sum + failed, 0)
  const skipped = [...output.matchAll(/\(less (\d+) skipped subtests?:/g)].reduce(
    (sum, [, number]) => sum + Number(number),
    0,
  )
  return {
    counts: {
      passed: Math.max(0, total - lost - skipped),
      failed: Math.max(failing.length, isBad ? 1 : 0),
      skipped,
    },
    failing,
  }
}

type ProvenFile = { readonly name: string; readonly failed: number; readonly said: string }

function filesIn(output: string): ProvenFile[] {
  return [...output.matchAll(/^(\S.*?) +\(Wstat: .*? Tests: \d+ Failed: (\d+)\)\n((?: {2,}.*\n)*)/gm)].map(
    ([, name = '', failed, said = '']) => ({ name, failed: Number(failed), said }),
  )
}

/** Its tests by name, as they said themselves; by number where they did not; the file where it is none of its tests. */
function failingOf({ name, failed, said }: ProvenFile, output: string): FailingTest[] {
  if (failed === 0) return [{ id: name, message: shortMessage(said), location: name }]
  const told = [
    ...output.matchAll(/^# {3}Failed test(?: '(.+)')?\n# {3}at (\S+) line (\d+)\.\n((?:# {4,}.*\n)*)/gm),
  ]
    .filter(([, , file]) => file === name)
    .map(([, title = 'test', file, line, details = '']) => ({
      id: `${name} > ${title}`,
      message: shortMessage(details.replaceAll(/^#/gm, '')),
      location: `${file}:${line}`,
    }))
  if (told.length === failed) return told
  return [{ id: name, message: shortMessage(said), location: name }]
}
