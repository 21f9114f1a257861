import { dirname, join } from 'node:path'
import type { FailingTest } from '#words/evidence.ts'
import type { TestRequest, TestRun } from './run-tests.ts'
import { scopeTo } from './scope-to.ts'
import { seeTests } from './see-tests.ts'

type Rerun = {
  readonly first: TestRun
  readonly request: TestRequest
  /** Tests that failed before the work began: nobody has to wait for them again. */
  readonly known: ReadonlySet<string>
  /**
   * Whether a test is known to have passed before the work. Only such a one is forgiven: else what the work had to bring about need hold
   * but every other time. Null where no work is judged.
   */
  readonly mayBeFlaky: ((id: string) => boolean) | null
}

/**
 * A few tests that fail are run once more, and those that pass then are flaky. Their files alone come first, where the framework
 * can be asked for them: what fails there again is no flake. But only the whole command can clear a test, for one that fails
 * because of another passes alone every time.
 */
export async function rerunFailing({ first, request, known, mayBeFlaky }: Rerun): Promise<{
  readonly run: TestRun
  readonly flaky: readonly string[]
}> {
  const fresh = first.result?.failing.filter(({ id }) => !known.has(id)) ?? []
  const again = { ...request, logFile: join(dirname(request.logFile), 'again.log') }
  if (!isWorthIt({ first, fresh }) || request.signal.aborted) return { run: first, flaky: [] }
  if (await failAlone(fresh, { first, again })) return { run: first, flaky: [] }
  const second = await seeTests(again)
  const flaky = passedIn(second, fresh)
  const unknown = new Set(mayBeFlaky === null ? [] : flaky.filter((id) => !mayBeFlaky(id)))
  if (unknown.size > 0) return { run: told(first, unknown), flaky: [] }
  return flaky.length === 0 ? { run: first, flaky: [] } : { run: second, flaky }
}

/** With a word on those that passed when they were run once more. */
function told(run: TestRun, unknown: ReadonlySet<string>): TestRun {
  if (run.result === null) return run
  const failing = run.result.failing.map((test) =>
    unknown.has(test.id) ? { ...test, message: [UNKNOWN, test.message].filter(Boolean).join('\n') } : test,
  )
  return { ...run, result: { ...run.result, failing } }
}

const UNKNOWN =
  'It failed, and passed when it was run once more. Nobody saw it pass before the work, and so it counts as failing.'

function isWorthIt({
  first: { kind, result },
  fresh,
}: {
  readonly first: TestRun
  readonly fresh: readonly FailingTest[]
}): boolean {
  if (kind !== 'exit' || result === null || result.counts.failed > result.failing.length) return false
  return fresh.length > 0 && fresh.length <= RERUN_MAX
}

/** With more than these something is broken, and not flaky. */
const RERUN_MAX = 10

/** Whether all of them fail in their own files, too. False where nobody can ask for these alone. */
async function failAlone(
  fresh: readonly FailingTest[],
  { first, again }: { readonly first: TestRun; readonly again: TestRequest },
): Promise<boolean> {
  const files = fresh.map(({ location }) => location?.replace(/:\d+(?::\d+)?$/, '') ?? null)
  const named = files.filter((file) => file !== null)
  if (named.length < files.length) return false
  const command = scopeTo(first.detected, { root: again.root, files: named })
  if (command === null) return false
  const alone = await seeTests({ ...again, command })
  const failing = new Set(alone.result?.failing.map(({ id }) => id))
  return fresh.every(({ id }) => failing.has(id))
}

/** Nothing that did not come to its end, or ran nothing, can clear anything. */
function passedIn({ kind, result }: TestRun, fresh: readonly FailingTest[]): string[] {
  if (kind !== 'exit' || result === null || result.counts.passed === 0) return []
  const failing = new Set(result.failing.map(({ id }) => id))
  return fresh.map(({ id }) => id).filter((id) => !failing.has(id))
}
