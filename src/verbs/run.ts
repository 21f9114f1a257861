import { join } from 'node:path'
import * as z from 'zod'
import { pack } from '#context/pack/pack.ts'
import { ownedFiles } from '#context/setup/owned-files.ts'
import { driveNames } from '#hosts/registry.ts'
import { openJournal } from '#journal/open-journal.ts'
import { readJournal } from '#journal/read-journal.ts'
import { readIfThere, writeAtomically } from '#kit/files.ts'
import { beginRun, findUnfinishedRun, resumeRun } from '#loop/begin-run.ts'
import type { RunOrder } from '#loop/desk.ts'
import { type RunReport, run as walk } from '#loop/run.ts'
import { detectTests } from '#loop/verify/detect-tests.ts'
import type { Fact } from '#words/entry.ts'
import { Fault } from '#words/fault.ts'
import { chooseWorker } from './choose-worker.ts'
import { defineVerb } from './verb.ts'
import { validConfig, type World } from './world.ts'

export const run = defineVerb({
  name: 'run',
  summary: 'Have an agent do something, and believe it only when the tests pass.',
  details:
    'Chooses context, starts a fresh agent, runs the tests itself and commits the tested tree if they pass. If not, a ' +
    'second attempt is told which tests fail. After two it is blocked, with the reason. The agent is a host program ' +
    '(`--host`) or a bare model (`--model`). Every action of it is judged by the guards.',
  examples: [
    { command: 'keel run "make add() handle negative numbers"', explains: 'with the host found on this machine' },
    { command: 'keel run "…" --host codex --test "npm test"', explains: 'with this host and this test command' },
    { command: 'keel run "…" --model anthropic/claude-sonnet-5', explains: 'with a bare model' },
    { command: 'keel run --resume', explains: 'go on where a killed run stopped' },
  ],
  input: z.object({
    objective: z.string().trim().default('').describe('What shall be true when the work is done.'),
    test: z.string().trim().default('').describe('The command that proves it. Found in the project if not given.'),
    host: z.enum(driveNames).optional().describe('The host program that does the work.'),
    model: z.string().trim().optional().describe('A bare model that does the work, or the host’s model.'),
    resume: z.boolean().default(false).describe('Go on with the last run that came to no end.'),
    minutes: z.int().min(1).max(1440).default(30).describe('How long one attempt may take at most.'),
  }),
  positional: 'objective',
  tells: 'progress',
  tool: null,
  configuration: 'valid',
  run: async (input, world): Promise<RunReport> => {
    const { root } = world.place
    const journal = openJournal({ root, writer: 'run', now: world.now })
    const record = (fact: Fact) => {
      const entry = journal.append(fact)
      world.tell(entry)
      return entry
    }
    const { work, order } = await prepare(input, { world, record })
    const { token_budget: tokensMax } = validConfig(world).context.pack
    return walk(order, {
      work,
      record,
      pack: async (objective) => (await pack({ root, task: objective, tokensMax: Math.min(tokensMax, PROMPT_PACK_TOKENS) })).text,
      environment: world.place.environment,
      testTimeoutMs: input.minutes * 60_000,
      now: world.now,
      signal: world.signal,
    })
  },
  hasFindings: ({ outcome }) => outcome !== 'verified',
})

/** What goes into a prompt unasked. An agent that wants more can ask for it. */
const PROMPT_PACK_TOKENS = 12_000
