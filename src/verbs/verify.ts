import * as z from 'zod'
import { sealKey } from '#kit/seal.ts'
import { openLedger } from '#loop/ledger/open-ledger.ts'
import { detectTests } from '#loop/verify/detect-tests.ts'
import { verify as prove } from '#loop/verify/verify.ts'
import type { Evidence } from '#words/evidence.ts'
import { Fault } from '#words/fault.ts'
import { assertProject } from './assert-project.ts'
import { noTests } from './no-tests.ts'
import { ownTests } from './own-tests.ts'
import { validConfig } from './valid-config.ts'
import { defineVerb } from './verb.ts'

export type VerifyReport = (VerifyPlan & { readonly dryRun: true }) | (Proof & { readonly dryRun: false })

type VerifyPlan = {
  readonly command: string
  /** Where it would be run. */
  readonly root: string
  readonly minutes: number
} & Standing

type Proof = Evidence & Standing

/** What guards may make of it. */
type Standing = {
  /** Whether guards accept it as evidence. */
  readonly kept: boolean
  /** The command that proves the whole project; null where any command would do, because it has none. */
  readonly own: string | null
}

export const verify = defineVerb({
  name: 'verify',
  summary: 'Run the tests and keep the result as evidence.',
  details:
    'keel runs the tests itself and keeps what it saw, bound to the hash of the whole tree. Guards that ask for evidence are ' +
    'content with it for as long as the tree stays as it is. The tests are those of the nearest folder that has some, from here ' +
    'up to the root. Where the whole project has tests of its own, only those are evidence.',
  examples: [
    { command: 'keel verify', explains: 'the tests from here' },
    { command: 'keel verify "make check"', explains: 'another command, run at the root' },
    { command: 'keel verify --dry-run', explains: 'show which command it would be, and run nothing' },
  ],
  input: z.object({
    test: z
      .string()
      .trim()
      .default('')
      .describe('The command that proves it, run at the root. Where you do not say, the project’s own.'),
    minutes: z.int().min(1).max(1440).default(30).describe('How long the tests may take.'),
    dryRun: z.boolean().default(false).describe('Show the command; run nothing and write nothing.'),
  }),
  positional: 'test',
  tells: null,
  tool: null,
  configuration: 'valid',
  run: async ({ test, minutes, dryRun }, world): Promise<VerifyReport> => {
    const { place, journal, now, signal } = world
    const { root, cwd, environment } = place
    assertProject(place)
    const own = ownTests(world)
    const configured = validConfig(world).loop.test
    const nearest = configured === '' ? detectTests({ root, from: cwd }) : configured
    const command = test === '' ? nearest : test
    if (command === null) throw noTests('keel verify "make check"')
    // Else whoever is asked for evidence would verify `true`.
    const kept = own === null || own === command
    if (dryRun) return { dryRun, command, root, minutes, kept, own }
    const attempt = now().getTime()
    const ledger = openLedger(root, BY_HAND)
    const logFile = ledger.pathOf(attempt, 'tests.log')
    const timeoutMs = minutes * 60_000
    const asked = { root, command, isOwn: kept, timeoutMs, logFile, environment, now, signal }
    const evidence = await prove({ ...asked, last: null, before: null, checks: [], key: sealKey(place) })
    ledger.redactLog(attempt, 'tests.log')
    if (signal.aborted) throw interrupted()
    ledger.write({ attempt, name: 'evidence.json', text: `${JSON.stringify(evidence, null, 2)}\n` })
    journal.append({ kind: 'verified', run: BY_HAND, attempt, evidence })
    return { ...evidence, dryRun, kept, own }
  },
  hasFindings: (report) => !report.dryRun && !report.passed,
})

/** The ledger's folder of what belongs to no run. */
const BY_HAND = 'by-hand'

function interrupted(): Fault {
  return new Fault({
    kind: 'user',
    code: 'interrupted',
    message: 'The tests were interrupted, and say nothing about the tree.',
    hint: 'keel verify',
  })
}
