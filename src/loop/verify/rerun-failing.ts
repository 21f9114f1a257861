import { dirname, join } from 'node:path'
import { runTests, type TestRequest, type TestRun } from './run-tests.ts'
import { scopeTo } from './scope-to.ts'

type Rerun = {
  readonly first: TestRun
  readonly request: TestRequest
  /** Tests that failed before the work began: nobody has to wait for them again. */
  readonly known: ReadonlySet<string>
}

/**
 * A few tests that fail are run once more: those that pass then are flaky, and are marked so. Where the framework can be asked
 * for single files only these are run, else all are.
 */
export async function rerunFailing({ first, request, known }: Rerun): Promise<{
  readonly run: TestRun
  readonly flaky: readonly string[]
}> {
  const { result } = first
  const fresh = result?.failing.filter(({ id }) => !known.has(id)) ?? []
  const isWorthIt = fresh.length > 0 && fresh.length <= RERUN_MAX && first.kind === 'exit'
  if (result === null || !isWorthIt || result.counts.failed > result.failing.length || request.signal.aborted)
    return { run: first, flaky: [] }
  const files = fresh.map(({ location }) => location?.replace(/:\d+(?::\d+)?$/, '') ?? null)
  const named = files.filter((file) => file !== null)
  const scoped =
    named.length < files.length ? null : scopeTo(first.detected, { root: request.root, files: named })
  const logFile = join(dirname(request.logFile), 'again.log')
  const second = await runTests({ ...request, command: scoped ?? request.command, logFile })
  const { result: again } = second
  // Nothing that ran again, or not to its end, can clear anything.
  if (again === null || second.kind !== 'exit' || again.counts.passed === 0) return { run: first, flaky: [] }
  const stillFailing = new Set(again.failing.map(({ id }) => id))
  const flaky = fresh.map(({ id }) => id).filter((id) => !stillFailing.has(id))
  const isSound = again.failing.every(({ id }) => result.failing.some((failed) => failed.id === id))
  if (flaky.length === 0 || !isSound) return { run: first, flaky: [] }
  const failing = result.failing.filter(({ id }) => !flaky.includes(id))
  const { passed, failed, skipped } = result.counts
  const counts = { passed: passed + flaky.length, failed: failed - flaky.length, skipped }
  const exitCode = failing.length === 0 && second.exitCode === 0 ? 0 : first.exitCode
  return { run: { ...first, exitCode, result: { counts, failing } }, flaky }
}

/** With more than these something is broken, and not flaky. */
const RERUN_MAX = 10
