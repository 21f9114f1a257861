import { dirname, join } from 'node:path'
import type { Check } from '#words/evidence.ts'
import type { TestRequest } from './run-tests.ts'
import { seeTests } from './see-tests.ts'
import { tailOf } from './tail-of.ts'

/** A command beside the tests that has to end well: `tsc --noEmit`, a linter, whatever a project calls a check. */
export type CheckOrder = { readonly name: string; readonly command: string }

type ChecksOrder = Omit<TestRequest, 'command'> & { readonly checks: readonly CheckOrder[] }

/** The name of the check that is a task’s own. It has to be turned green, and so it does not count that it was red. */
export const ACCEPTANCE = 'acceptance'

/** One after the other, each to its end: whoever has to mend them wants to know of all. */
export async function runChecks(
  { root, checks, environment, timeoutMs, signal, logFile }: ChecksOrder,
  before: readonly Check[],
): Promise<Check[]> {
  const results: Check[] = []
  for (const { name, command } of checks) {
    const log = join(dirname(logFile), `${name.replaceAll(/[^\w.-]/g, '-')}.log`)
    const run = await seeTests({ command, root, environment, timeoutMs, signal, logFile: log })
    const counts = run.result?.counts ?? null
    // A check that runs tests has to run some.
    const isEmpty = counts !== null && counts.passed === 0
    results.push({
      name,
      command,
      passed: run.kind === 'exit' && run.exitCode === 0 && !isEmpty,
      failedBefore: name !== ACCEPTANCE && before.some((one) => one.command === command && !one.passed),
      exitCode: run.exitCode,
      durationMs: run.durationMs,
      ...(run.kind === 'timeout' ? { limitMs: timeoutMs } : {}),
      tail: tailOf(run.output),
    })
  }
  return results
}
