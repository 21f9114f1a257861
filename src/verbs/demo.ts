import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { openJournal } from '#journal/open-journal.ts'
import { git } from '#kit/git.ts'
import { packageFile } from '#kit/package-file.ts'
import { realPath } from '#kit/real-path.ts'
import { startScriptedModel } from '#models/scripted/start-scripted-model.ts'
import { Fault } from '#words/fault.ts'
import { assertGit } from './assert-git.ts'
import type { RunAnswer } from './engage-run.ts'
import { run } from './run.ts'
import { defineVerb } from './verb.ts'

export type DemoReport = DemoPlan | DemoOutcome

type DemoPlan = {
  readonly dryRun: true
  /** Where the repository would be made. */
  readonly below: string
  readonly objective: string
  readonly model: string
  readonly test: string
  /** Whether it would be left there. */
  readonly keep: boolean
}

type DemoOutcome = {
  readonly dryRun: false
  readonly answer: RunAnswer
  /** Where it happened; null where nothing is left of it. */
  readonly folder: string | null
  /** What the commit changed. */
  readonly change: string
  /** How often the model was asked. */
  readonly requests: number
}

export const demo = defineVerb({
  name: 'demo',
  summary: 'Watch keel at work, without a key and without the network.',
  details:
    'Makes a small repository with a bug and has a model mend it that says what a script tells it to; everything else is ' +
    'real. The first attempt claims to be done and is not: guards stop it from closing the task, and the tests that keel ' +
    'runs itself fail. The second knows why, is verified, and is committed.',
  examples: [
    { command: 'keel demo', explains: 'leaves nothing behind' },
    {
      command: 'keel demo --keep',
      explains: 'leaves the repository, with its journal and its ledger, to look at',
    },
  ],
  input: z.object({
    keep: z.boolean().default(false).describe('Leave the repository where it is.'),
    dryRun: z.boolean().default(false).describe('Say what would happen; make and run nothing.'),
  }),
  tells: 'progress',
  tool: null,
  configuration: 'any',
  run: async ({ keep, dryRun }, world): Promise<DemoReport> => {
    if (dryRun) return { dryRun, below: tmpdir(), objective: OBJECTIVE, model: MODEL, test: TEST, keep }
    assertGit()
    const folder = realPath(mkdtempSync(join(tmpdir(), 'keel-demo-')))
    const model = await startScriptedModel({ scenario: packageFile('templates/demo/scenario.yaml') })
    try {
      await layOut(folder)
      const environment = {
        ...world.place.environment,
        ANTHROPIC_BASE_URL: model.url,
        ANTHROPIC_API_KEY: 'demo',
      }
      const place = { ...world.place, cwd: folder, root: folder, environment }
      const journal = openJournal({ root: folder, writer: 'demo', now: world.now })
      const input = {
        objective: OBJECTIVE,
        test: TEST,
        host: undefined,
        model: MODEL,
        ready: false,
        resume: false,
        takeChanges: false,
        minutes: 5,
        dryRun: false,
      }
      // No dry run was asked for.
      const answer = (await run.run(input, { ...world, place, journal })) as RunAnswer
      const shown = await git(folder, ['show', '--stat=72', '--format=%h %s', 'HEAD'])
      return {
        dryRun,
        answer,
        folder: keep ? folder : null,
        change: shown.kind === 'ok' ? shown.output : shown.message,
        requests: model.requests().length,
      }
    } finally {
      await model.close()
      if (!keep) rmSync(folder, { recursive: true, force: true })
    }
  },
  hasFindings: (report) => !report.dryRun && report.answer.outcome !== 'verified',
})

const OBJECTIVE =
  'The basket’s total is right: every piece counts, and 100 euros are enough for the discount.'
const MODEL = 'anthropic/scripted'
const TEST = 'npm test'

async function layOut(folder: string): Promise<void> {
  cpSync(packageFile('templates/demo/project'), folder, { recursive: true })
  const who = ['-c', 'user.name=keel', '-c', 'user.email=keel@localhost', '-c', 'commit.gpgsign=false']
  for (const words of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    [...who, 'commit', '-q', '-m', 'A basket with a bug'],
  ]) {
    const said = await git(folder, words)
    if (said.kind === 'failed')
      throw new Fault({
        kind: 'user',
        code: 'git',
        message: `git ${words.at(0)} failed: ${said.message}`,
        hint: 'git --version',
      })
  }
}
