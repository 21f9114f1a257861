import { dirname, join } from 'node:path'
import type { TestRequest, TestRun } from './run-tests.ts'
import { seeTests } from './see-tests.ts'
import { toTheEnd } from './to-the-end.ts'

type Running = { readonly run: TestRun; readonly request: TestRequest }

/** A run that failed, with what those tests say that were never reached: nobody could tell later whether they had been red before. */
export async function runOn({ run, request }: Running): Promise<TestRun> {
  if (run.kind !== 'exit' || run.exitCode === 0 || request.signal.aborted) return run
  const command = run.result === null ? null : toTheEnd(request)
  if (command === null) return run
  const whole = await seeTests({ ...request, command, logFile: join(dirname(request.logFile), 'whole.log') })
  if (whole.kind !== 'exit' || whole.result === null || ranIn(whole) <= ranIn(run)) return run
  return { ...run, result: whole.result, framework: whole.framework }
}

function ranIn({ result }: TestRun): number {
  return result === null ? 0 : result.counts.passed + result.counts.failed
}
