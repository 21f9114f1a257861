import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import * as z from 'zod'
import { sealKey } from '#kit/seal.ts'
import { openLedger } from '#loop/ledger/open-ledger.ts'
import type { NoStart, Start } from '#loop/tasks/find-start.ts'
import type { Before } from '#loop/verify/before.ts'
import { detectFramework } from '#loop/verify/detect-framework.ts'
import { detectTests, otherSuites } from '#loop/verify/detect-tests.ts'
import { findChecks } from '#loop/verify/find-checks.ts'
import { tellsWhatFailed } from '#loop/verify/find-doubtful.ts'
import type { CheckOrder } from '#loop/verify/run-checks.ts'
import { scopeInPackages } from '#loop/verify/scope-in-packages.ts'
import { scopeTo } from '#loop/verify/scope-to.ts'
import { saySwayed } from '#loop/verify/sways-in.ts'
import { verify as prove } from '#loop/verify/verify.ts'
import { whyFailed } from '#loop/why-failed.ts'
import type { Evidence } from '#words/evidence.ts'
import { Fault } from '#words/fault.ts'
import type { Task } from '#words/task.ts'
import { assertProject } from './assert-project.ts'
import { beforeWork, type Proving } from './before-work.ts'
import { decideClose } from './decide-close.ts'
import { isBegun } from './is-begun.ts'
import { noTests } from './no-tests.ts'
import { provingTests } from './proving-tests.ts'
import { sayNoBaseline } from './say-no-baseline.ts'
import { knownTask } from './task-intent.ts'
import { type TaskProof, taskProof } from './task-proof.ts'
import { taskStart } from './task-start.ts'
import { validConfig } from './valid-config.ts'
import { defineVerb } from './verb.ts'
import type { World } from './world.ts'

export type VerifyReport = (VerifyPlan & { readonly dryRun: true }) | (Proof & { readonly dryRun: false })

type VerifyPlan = {
  readonly command: string
  readonly checks: readonly CheckOrder[]
  /** Where it would be run. */
  readonly root: string
  readonly minutes: number
} & Standing

/** What came of a verification. */
export type Proof = Evidence &
  Standing & {
    /** What its tests were compared with; null where nobody asked for a task. */
    readonly compared: Pick<Start, 'kind' | 'commit'> | null
    /** The first thing that is wrong; null where nothing is. */
    readonly reason: string | null
    /** What `keel task close` would say of the task now; null where nobody asked for one. */
    readonly close: CloseForecast | null
  }

type CloseForecast = {
  readonly kind: 'accepted' | 'refused'
  /** Why not, a sentence each. */
  readonly reasons: readonly string[]
}

/** What guards may make of it. */
type Standing = {
  /** Whether guards accept it as evidence. */
  readonly kept: boolean
  /** The command that proves the whole project; null where any command would do, because it has none. */
  readonly own: string | null
  /** What else a person should know, a sentence each. */
  readonly remarks: readonly string[]
}

export const verify = defineVerb({
  name: 'verify',
  summary: 'Run the tests and keep the result as evidence.',
  details:
    'keel runs the tests itself and keeps what it saw, bound to the hash of the whole tree. Guards that ask for evidence are ' +
    'content with it for as long as the tree stays as it is. The tests are those of the nearest folder that has some, from here ' +
    'up to the root. Where the whole project has tests of its own, only those are evidence. With --task it says at the end whether ' +
    '`keel task close` would be accepted now, and why not.',
  examples: [
    { command: 'keel verify', explains: 'the tests from here' },
    { command: 'keel verify "make check"', explains: 'another command, run at the root' },
    {
      command: 'keel verify --task k7f3q',
      explains: 'what proves a task: its check too, and no test weakened',
    },
    {
      command: 'keel verify --checks typecheck --checks lint',
      explains: 'and what the project checks beside its tests',
    },
    { command: 'keel verify --only test/cart.test.ts', explains: 'one file, to see quickly' },
    { command: 'keel verify --dry-run', explains: 'show which command it would be, and run nothing' },
  ],
  input: z.object({
    test: z
      .string()
      .trim()
      .default('')
      .describe('The command that proves it, run at the root. Where you do not say, the project’s own.'),
    task: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe(
        'Prove this task: the project’s tests, the task’s own check, and nothing taken from the tests since it was claimed.',
      ),
    only: z
      .array(z.string().trim().min(1))
      .optional()
      .describe(
        'Run the tests of these files alone, in the packages that hold them, where the framework can be asked for that; else all, which is said. It is no evidence.',
      ),
    checks: z
      .array(z.string().trim().min(1))
      .optional()
      .describe('What has to end well beside the tests: `typecheck`, `lint`, or a check of `loop.checks`.'),
    minutes: z.int().min(1).max(1440).default(30).describe('How long the tests may take.'),
    dryRun: z.boolean().default(false).describe('Show the command; run nothing and write nothing.'),
  }),
  positional: 'test',
  tells: null,
  tool: null,
  configuration: 'valid',
  run: async ({ minutes, dryRun, ...wish }, world): Promise<VerifyReport> => {
    const { place, journal, now, signal } = world
    const { root, environment } = place
    assertProject(place)
    const { task, command, checks, ...standing } = whatToRun(wish, world)
    if (dryRun) return { dryRun, command, checks, root, minutes, ...standing }
    const attempt = now().getTime()
    const ledger = openLedger(root, BY_HAND)
    ledger.keepLast(BY_HAND_KEPT - 1)
    const logFile = ledger.pathOf(attempt, 'tests.log')
    const timeoutMs = minutes * 60_000
    const asked = { root, command, isOwn: standing.kept, timeoutMs, logFile, environment, now, signal }
    const start = task === null ? null : await taskStart(task.id, world)
    const key = sealKey(place)
    const before = task === null ? null : await beforeWork(task, { start, world, command, checks, key })
    const unknown = await unknownBefore(before, { start, world, command })
    const evidence = await prove({ ...asked, last: null, before, checks, key })
    if (signal.aborted) throw interrupted()
    ledger.writeEvidence(attempt, evidence)
    journal.append({ kind: 'verified', run: BY_HAND, attempt, evidence })
    const reason = evidence.passed ? null : whyFailed(evidence)
    // Nobody can read names that are packed, and there may be thousands.
    const { ran: _, ...told } = evidence
    const close = task === null ? null : await foretell(task.id, world)
    const compared = comparedWith(start, {
      remarks: [...standing.remarks, ...unknown, ...saySwayed(evidence.swayedBy ?? [])],
    })
    return { ...told, dryRun, ...standing, ...compared, reason, close }
  },
  hasFindings: (report) => !report.dryRun && !report.passed,
})

type Wish = {
  readonly test: string
  readonly task?: string | undefined
  readonly only?: readonly string[] | undefined
  readonly checks?: readonly string[] | undefined
}

type ToRun = Standing & {
  readonly task: Task | null
  readonly command: string
  readonly checks: readonly CheckOrder[]
}

function whatToRun({ test, task: typed, only, checks: names }: Wish, world: World): ToRun {
  const { root } = world.place
  const own = provingTests(world)
  const task = typed === undefined ? null : knownTask(typed, world)
  const usual = task === null ? usualProof(world) : taskProof(task, world)
  const whole = test === '' ? usual.command : test
  if (whole === null) throw noTests('keel verify "make check"')
  const scoped = only === undefined ? null : scopedTo(whole, { only, typed: test, world })
  const command = scoped ?? whole
  const { checks: configured } = validConfig(world).loop
  const checks = names === undefined ? usual.checks : findChecks({ root, configured, names })
  // Else whoever is asked for evidence would verify `true`.
  const kept = only === undefined && (own === null || own === command)
  const remarks = [
    ...(only !== undefined && scoped === null ? [ALL_WERE_RUN] : []),
    ...(test === '' ? remarkOnOthers(otherSuites({ root, command })) : []),
  ]
  return { task, command, checks, kept, own, remarks }
}

type ScopeWish = { readonly only: readonly string[]; readonly typed: string; readonly world: World }

/** Files are named from where somebody stands. Whoever types a command wants that one, and no other of a package. */
function scopedTo(command: string, { only, typed, world }: ScopeWish): string | null {
  const { root, cwd } = world.place
  const missing = only.find((file) => !existsSync(resolve(cwd, file)))
  if (missing !== undefined) throw noFile(missing)
  const files = only.map((file) => relative(root, resolve(cwd, file)))
  const scoped = scopeTo(detectFramework({ root, command }), { root, files })
  return scoped ?? (typed === '' ? scopeInPackages({ root, files }) : null)
}

function noFile(name: string): Fault {
  return new Fault({
    kind: 'user',
    code: 'no-such-file',
    message: `There is no file ${name} here, whose tests could be run.`,
    hint: 'keel verify',
  })
}

const ALL_WERE_RUN = 'Nobody can ask for the tests of single files here: all are run.'

function remarkOnOthers(others: readonly string[]): string[] {
  if (others.length === 0) return []
  const names = others.map((name) => `\`${name}\``).join(', ')
  return [
    `There are other tests here, which are not run: ${names}. \`loop.test\` in .keel/config.yaml names the command that proves the whole.`,
  ]
}

/** The tests from here, and the checks of the configuration. */
function usualProof(world: World): TaskProof {
  const { root, cwd } = world.place
  const { test, checks } = validConfig(world).loop
  return {
    command: test === '' ? detectTests({ root, from: cwd }) : test,
    checks: findChecks({ root, configured: checks, names: null }),
  }
}

/** Decided by what decides it when the task is closed, so that nobody hears of a reason only then. */
async function foretell(id: string, world: World): Promise<CloseForecast> {
  const decision = await decideClose(id, world)
  return decision.kind === 'refused' ? decision : { kind: 'accepted', reasons: [] }
}

/** What the tests were compared with, or why with nothing. */
function comparedWith(
  start: Start | NoStart | null,
  { remarks }: Pick<Standing, 'remarks'>,
): Pick<Proof, 'compared' | 'remarks'> {
  if (start === null) return { compared: null, remarks }
  if (start.kind === 'unknown') return { compared: null, remarks: [...remarks, start.because] }
  return { compared: { kind: start.kind, commit: start.commit }, remarks }
}

/** Where that counts: whoever begins without having looked hears of it before they close the task. */
async function unknownBefore(
  before: Before | null,
  { start, world, command }: Pick<Proving, 'start' | 'world' | 'command'>,
): Promise<string[]> {
  if (before === null || start === null || start.kind === 'unknown') return []
  if (before.mayChangeTests || tellsWhatFailed(before.evidence)) return []
  return (await isBegun(start, world.place.root)) ? [await sayNoBaseline(start, { command, world })] : []
}

/** The ledger's folder of what belongs to no run. */
const BY_HAND = 'by-hand'
/** What came of the others is in the journal. */
const BY_HAND_KEPT = 20

function interrupted(): Fault {
  return new Fault({
    kind: 'user',
    code: 'interrupted',
    message: 'The tests were interrupted, and say nothing about the tree.',
    hint: 'keel verify',
  })
}
