import * as z from 'zod'
import { openLedger } from '#loop/ledger/open-ledger.ts'
import { detectTests } from '#loop/verify/detect-tests.ts'
import { verify as prove } from '#loop/verify/verify.ts'
import type { Evidence } from '#words/evidence.ts'
import { Fault } from '#words/fault.ts'
import { defineVerb } from './verb.ts'

export const verify = defineVerb({
  name: 'verify',
  summary: 'Run the tests and keep the result as evidence.',
  details:
    'keel runs the tests itself and keeps what it saw, bound to the hash of the tree that was tested. Guards that ask for ' +
    'evidence are content with it for as long as the tree stays as it is.',
  examples: [
    { command: 'keel verify', explains: 'the project’s own tests' },
    { command: 'keel verify --test "make check"', explains: 'another command' },
  ],
  input: z.object({
    test: z
      .string()
      .trim()
      .default('')
      .describe('The command that proves it. Where you do not say, the project’s own.'),
    minutes: z.int().min(1).max(1440).default(30).describe('How long the tests may take.'),
  }),
  positional: 'test',
  tells: null,
  tool: null,
  configuration: 'valid',
  run: async ({ test, minutes }, { place, journal, now, signal }): Promise<Evidence> => {
    const { root, environment } = place
    const command = test === '' ? detectTests(root) : test
    if (command === null) {
      throw new Fault({
        kind: 'user',
        code: 'no-tests',
        message: 'keel found no tests here, and without them nothing is proven.',
        hint: 'keel verify --test "make check"',
      })
    }
    const attempt = now().getTime()
    const ledger = openLedger(root, BY_HAND)
    const logFile = ledger.pathOf(attempt, 'tests.log')
    const timeoutMs = minutes * 60_000
    const evidence = await prove({ root, command, timeoutMs, logFile, environment, now, signal, last: null })
    ledger.redactLog(attempt, 'tests.log')
    // Else whoever is asked for evidence would verify `true`.
    const own = detectTests(root)
    if (own === null || own === command)
      ledger.write(attempt, 'evidence.json', `${JSON.stringify(evidence, null, 2)}\n`)
    journal.append({ kind: 'verified', run: BY_HAND, attempt, evidence })
    return evidence
  },
  hasFindings: ({ passed }) => !passed,
})

/** The ledger's folder of what belongs to no run. */
const BY_HAND = 'by-hand'
