import { dirname, join } from 'node:path'
import { redactRecord } from '#kit/redact.ts'
import { sealOf } from '#kit/seal.ts'
import { treeChanges } from '#kit/tree-changes.ts'
import { treeHash } from '#kit/tree-hash.ts'
import type { Check, Evidence, FailingTest } from '#words/evidence.ts'
import type { Before } from './before.ts'
import { clearLitter } from './clear-litter.ts'
import { type Excuse, excuseFailures } from './excuse-failures.ts'
import { findUnloaded } from './find-unloaded.ts'
import { hashEnvironment } from './hash-environment.ts'
import { hashPrograms } from './hash-programs.ts'
import { isUntouched } from './is-untouched.ts'
import { namesThatRan } from './names-that-ran.ts'
import { packNames } from './pack-names.ts'
import { rerunFailing } from './rerun-failing.ts'
import { type CheckOrder, runChecks } from './run-checks.ts'
import { runOn } from './run-on.ts'
import type { TestRequest, TestRun } from './run-tests.ts'
import { runsNothing } from './runs-nothing.ts'
import { screenTests } from './screen-tests.ts'
import { seeTests } from './see-tests.ts'
import { swaysIn } from './sways-in.ts'
import { tailOf } from './tail-of.ts'
import { ignoredSetUp } from './tamper/around/find-ignored.ts'

export type VerifyRequest = TestRequest & {
  /** Whether it is the command that proves this project. */
  readonly isOwn: boolean
  readonly now: () => Date
  /** The verification before this one in the same work; null on the first. */
  readonly last: Evidence | null
  /** What was so before the work began; null where nobody knows, or nothing was begun. */
  readonly before: Before | null
  readonly checks: readonly CheckOrder[]
  /** The key of this machine; null where there is none. */
  readonly key: Buffer | null
}

/**
 * keel runs the tests itself. Nobody's word, exit code alone or magic string takes the place of this. Tests that change
 * the tree they test (a build comes before them, say) are run once more on what they made of it: that is what passes.
 */
export async function verify(request: VerifyRequest): Promise<Evidence> {
  const { root, last, logFile } = request
  await clearLitter({ root, last, aside: join(dirname(logFile), 'litter') })
  const evidence = await verifyOnce(request)
  const isUnsettled = evidence.altered.length > 0 && evidence.exitCode === 0 && !request.signal.aborted
  return sealed(isUnsettled ? await verifyOnce(request) : evidence, request.key)
}

/** Without secrets first: what is sealed is kept as it is. Names are without them already, and packed they look like one. */
function sealed({ ran, ...evidence }: Evidence, key: Buffer | null): Evidence {
  const clean = { ...redactRecord(evidence), ...(ran === undefined ? {} : { ran }) }
  return { ...clean, seal: key === null ? null : sealOf(clean, key) }
}

async function verifyOnce(request: VerifyRequest): Promise<Evidence> {
  const { root, command, isOwn, now, before, environment } = request
  const tree = treeHash(root)
  const at = now().toISOString()
  const known = failedBefore(before)
  const isStart = before === null || (await isUntouched({ root, from: before.tree, to: tree }))
  const { run, flaky } = await seeWhole({ request, known, isStart, tree })
  const since = before === null || before.mayChangeTests ? null : before.tree
  const programs = hashPrograms({ root, command })
  const ignored = await ignoredSetUp(root)
  const { excused, held } = await excuseFailures({ ...request, run, known, tree })
  const isGreen = passes(run, { request, excused })
  const tampering =
    since === null ? [] : await screenTests({ ...request, run, since, tree, programs, isGreen })
  const hasPassed = isGreen && tampering.length === 0
  // What the work starts from is looked at as a whole; after it, nobody waits for more than the first thing that is wrong.
  const isWanted = hasPassed || isStart
  const checks = isWanted ? await runChecks(request, before?.evidence?.checks ?? []) : []
  const after = treeHash(root)
  const altered = ((await treeChanges({ root, from: tree, to: after })) ?? []).filter(
    ({ kind }) => kind !== 'added',
  )
  return {
    command,
    isOwn,
    folder: run.folder,
    environment: hashEnvironment(environment),
    ...swayedIn(request),
    programs,
    ...(ignored.length === 0 ? {} : { ignored }),
    tree,
    after,
    altered: altered.map(({ path }) => path).slice(0, NAMES_MAX),
    at,
    passed: hasPassed && altered.length === 0 && checks.every(isContent),
    exitCode: run.exitCode,
    framework: run.framework,
    counts: run.result?.counts ?? null,
    failing: shortened(run.result?.failing ?? []),
    ...unloadedIn(run),
    ...(isWanted ? namesOf(run) : {}),
    baseline: known,
    ...toldOf({ excused, held, isGreen, isStart }),
    flaky: [...flaky],
    checks,
    tampering,
    since,
    tail: `${tailOf(run.output)}${ENDINGS[run.kind]}`,
    durationMs: run.durationMs,
    ...(run.kind === 'timeout' ? { limitMs: request.timeoutMs } : {}),
    seal: null,
  }
}

type Seeing = {
  readonly request: VerifyRequest
  readonly known: readonly string[] | null
  readonly isStart: boolean
  readonly tree: string
}

/** The tests, with what a second run says of those that failed, and with what was not reached where nothing else is wrong. */
async function seeWhole({ request, known, isStart, tree }: Seeing): ReturnType<typeof rerunFailing> {
  const { before } = request
  const first = await seeTests(request)
  const mayBeFlaky = before === null ? null : hasPassedBefore(before.evidence)
  const again = await rerunFailing({ first, request, known: new Set(known ?? []), mayBeFlaky })
  const { excused } = await excuseFailures({ ...request, run: again.run, known, tree })
  const isWanted = isStart || passes(again.run, { request, excused })
  return isWanted ? { ...again, run: await runOn({ run: again.run, request }) } : again
}

type Told = Excuse & { readonly isGreen: boolean; readonly isStart: boolean }

function toldOf({ excused, held, isGreen, isStart }: Told): Pick<Evidence, 'excused' | 'held'> {
  return {
    ...(isGreen && excused.length > 0 ? { excused: excused.slice(0, NAMES_MAX) } : {}),
    ...(held === null || isStart ? {} : { held }),
  }
}

function swayedIn({ environment, root }: VerifyRequest): Pick<Evidence, 'swayedBy'> {
  const swayedBy = swaysIn(environment, root)
  return swayedBy.length === 0 ? {} : { swayedBy }
}

function unloadedIn({ result }: TestRun): Pick<Evidence, 'unloaded'> {
  const unloaded = result === null ? [] : findUnloaded(result).slice(0, NAMES_MAX)
  return unloaded.length === 0 ? {} : { unloaded }
}

function namesOf({ result }: TestRun): Pick<Evidence, 'ran'> {
  const ran = result?.ran === undefined ? null : packNames(result.ran)
  return ran === null ? {} : { ran }
}

/** Who may be called flaky: only a test that was seen to pass before the work. Where those are not named, one that was not seen to fail. */
function hasPassedBefore(evidence: Evidence | null): (id: string) => boolean {
  if (evidence === null || evidence.counts === null) return () => false
  const red = new Set(evidence.failing.map(({ id }) => id))
  const ran = namesThatRan(evidence)
  return (id) => evidence.flaky.includes(id) || (!red.has(id) && (ran === null || ran.has(id)))
}

/** Null where nobody looked, or where it cannot be told which tests they were. */
function failedBefore(before: Before | null): string[] | null {
  const evidence = before?.evidence ?? null
  if (evidence === null || evidence.counts === null) return null
  const { failing, counts } = evidence
  return counts.failed <= failing.length ? failing.map(({ id }) => id) : null
}

type Passing = { readonly request: VerifyRequest; readonly excused: readonly string[] }

/** A suite in which nothing ran proves nothing, whatever its exit code. */
function passes({ kind, exitCode, result, detected }: TestRun, { request, excused }: Passing): boolean {
  if (kind !== 'exit' || (result !== null && result.counts.passed === 0)) return false
  // A framework that was started and said nothing was silenced, or left by a test.
  if (exitCode === 0 && result === null) return (detected?.words ?? []).length === 0 && !runsNothing(request)
  if (exitCode === 0) return result?.counts.failed === 0
  if (result === null || result.failing.length === 0) return false
  const mayFail = new Set(excused)
  return result.counts.failed <= result.failing.length && result.failing.every(({ id }) => mayFail.has(id))
}

/** All names, by which the tests that failed before are known; what thousands of them said nobody reads. */
function shortened(failing: readonly FailingTest[]): FailingTest[] {
  return failing
    .slice(0, FAILING_MAX)
    .map((test, place) => (place < NAMES_MAX ? test : { ...test, message: null }))
}

const FAILING_MAX = 10_000

function isContent({ passed, failedBefore: isOld }: Check): boolean {
  return passed || isOld
}

const NAMES_MAX = 200
const ENDINGS = {
  exit: '',
  timeout: '\n[the time was up: keel ended the tests]',
  aborted: '\n[interrupted]',
  failed: '\n[the command could not be started]',
} as const
