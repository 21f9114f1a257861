import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { askModel } from '#models/ask-model.ts'
import { findModel } from '#models/registry.ts'
import type { ScenarioInput } from '#models/scripted/scenario.ts'
import { startScriptedModel } from '#models/scripted/start-scripted-model.ts'
import type { Action } from '#words/action.ts'
import type { Decision, Denial } from '#words/decision.ts'
import { scratch } from '../../test/contracts/program.ts'
import { type ModelWork, workByModel } from './work-by-model.ts'

const MODELS = [
  'anthropic/claude-sonnet-5',
  'openai/gpt-5.5',
  'google/gemini-3.5-flash',
  'compatible/qwen3-coder',
]

type Steps = ScenarioInput['lanes'][number]['steps']

/** A repository with a bug and a test that shows it, and one attempt of a model at it. */
async function attempt(
  steps: Steps,
  given: Partial<ModelWork> & { model?: string; signal?: AbortSignal; logName?: string } = {},
) {
  const { home, project } = scratch()
  writeFileSync(join(project, 'sum.mjs'), 'export const sum = (a, b) => a - b\n')
  writeFileSync(
    join(project, 'sum.test.mjs'),
    "import assert from 'node:assert'\nimport { sum } from './sum.mjs'\nassert.equal(sum(2, 3), 5)\nconsole.log('all well')\n",
  )
  execFileSync('git', ['init', '-q', '.'], { cwd: project })
  const server = await startScriptedModel({ scenario: { lanes: [{ name: 'main', steps }] } })
  onTestFinished(server.close)
  const { url } = server
  const address = findModel(given.model ?? 'anthropic/claude-sonnet-5', {
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: url,
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: url,
    GEMINI_API_KEY: 'key',
    GOOGLE_GEMINI_BASE_URL: url,
    KEEL_MODEL_URL: url,
  })
  const now = () => new Date('2026-01-02T03:04:05Z')
  const denied: Denial[] = []
  const work = workByModel({
    askModel: (question) => askModel({ address, now, retries: { max: 1, firstMs: 1 } }, question),
    judge: () => ({ kind: 'allow' }),
    onDenied: (denial) => denied.push(denial),
    environment: { PATH: process.env['PATH'], HOME: home },
    clocks: { idleMs: 20_000, wallMs: 60_000 },
    stepsMax: 20,
    now,
    ...given,
  })
  const logFile = join(project, given.logName ?? '../host.log')
  const { signal = new AbortController().signal } = given
  const result = await work({ prompt: 'Mend sum.', root: project, run: 'r1', logFile, signal })
  const log = readFileSync(logFile, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { result, log, denied, server, text: readFileSync(join(project, 'sum.mjs'), 'utf8') }
}

const MENDED = 'export const sum = (a, b) => a + b\n'
const BROKEN = 'export const sum = (a, b) => a - b\n'
const test = { name: 'run', input: { command: 'node sum.test.mjs' } }
const mend = { name: 'edit', input: { path: 'sum.mjs', old: 'a - b', new: 'a + b' } }

const mendingSteps: Steps = [
  { text: 'I look.', tools: [{ name: 'search', input: { pattern: 'sum' } }, test] },
  { when: { toolResult: 'AssertionError' }, tools: [{ name: 'read', input: { path: 'sum.mjs' } }] },
  { when: { toolResult: '1\\texport const sum' }, tools: [mend, test] },
  { when: { toolResult: 'all well' }, text: 'It subtracted.\n\n<promise>COMPLETE</promise>' },
]

describe('work by a model', () => {
  it.each(MODELS)('mends a bug through its tools: %s', async (model) => {
    const { result, text, denied } = await attempt(mendingSteps, { model })
    expect(result).toMatchObject({ ending: { kind: 'ok' }, session: null, usage: { input: 400, output: 80 } })
    expect(result.text).toMatch(/<promise>COMPLETE<\/promise>$/)
    expect(text).toBe(MENDED)
    expect(denied).toEqual([])
  })

  it('writes the whole conversation down, a line of JSON for each thing that happened', async () => {
    const { log } = await attempt(mendingSteps)
    expect(log.map(({ kind }) => kind)).toEqual([
      'asked',
      'said',
      'tool',
      'tool',
      'said',
      'tool',
      'said',
      'tool',
      'tool',
      'said',
      'ended',
    ])
    expect(log[0]).toMatchObject({ at: '2026-01-02T03:04:05.000Z', prompt: 'Mend sum.' })
    expect(log[0].system).toContain('You are the artisan')
    expect(log[0].sandbox).toMatch(/^(bwrap|none: .+)$/)
    expect(log[7]).toMatchObject({ call: { name: 'edit' }, result: { kind: 'done' } })
    expect(log.at(-1)).toMatchObject({ ending: { kind: 'ok' }, toolCalls: 5 })
  })

  it('changes nothing where a guard denies it, and the model is told why', async () => {
    const judge = (actions: readonly Action[]): Decision => {
      const action = actions.find(({ kind }) => kind === 'write') ?? null
      return action === null
        ? { kind: 'allow' }
        : { kind: 'deny', guard: 'hands-off', reason: 'Ask first.', action }
    }
    const { result, text, denied } = await attempt(
      [{ tools: [mend] }, { when: { toolResult: 'hands-off.*Ask first' }, text: 'I was not allowed to.' }],
      { judge },
    )
    expect(result).toMatchObject({ ending: { kind: 'ok' }, text: 'I was not allowed to.' })
    expect(text).toBe(BROKEN)
    expect(denied).toMatchObject([{ guard: 'hands-off', action: { kind: 'write', text: 'a + b' } }])
  })

  it.each(MODELS)('is sent back by a guard that does not believe it, once: %s', async (model) => {
    const judge = ([action]: readonly Action[]): Decision =>
      action?.kind === 'finish'
        ? { kind: 'deny', guard: 'show-me', reason: 'Run the tests first.', action }
        : { kind: 'allow' }
    const { result, denied, text } = await attempt(
      [
        { text: 'Done.' },
        { when: { prompt: 'show-me.*Run the tests first' }, tools: [mend, test] },
        { text: 'Now it is done.' },
      ],
      { model, judge },
    )
    expect(result).toMatchObject({ ending: { kind: 'ok' }, text: 'Now it is done.' })
    expect(text).toBe(MENDED)
    expect(denied).toHaveLength(1)
  })

  it('ends by the idle clock where the model hangs, and by the wall clock where it is never done', async () => {
    const hung = await attempt([{ tools: [mend] }, { hang: true }], {
      clocks: { idleMs: 300, wallMs: 60_000 },
    })
    expect(hung.result).toMatchObject({ ending: { kind: 'timeout-idle' }, usage: { estimated: true } })
    expect(hung.text).toBe(MENDED)
    const endless: Steps = [{ tools: [{ name: 'run', input: { command: 'sleep 60' } }], repeat: true }]
    const late = await attempt(endless, { clocks: { idleMs: 20_000, wallMs: 1000 } })
    expect(late.result.ending).toMatchObject({ kind: 'timeout-wall' })
    expect(late.log.at(-1)).toMatchObject({ kind: 'ended', ending: { kind: 'timeout-wall' } })
  })

  it('ends as killed when it is interrupted, and at its limit of steps', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 300)
    const killed = await attempt([{ hang: true }], { signal: controller.signal })
    expect(killed.result.ending).toMatchObject({ kind: 'killed' })
    const { result } = await attempt([{ text: 'Again.', tools: [test], repeat: true }], { stepsMax: 2 })
    expect(result).toMatchObject({ ending: { kind: 'max-turns' }, text: 'Again.' })
  })

  it('goes on when the model removes keel’s folder, and nothing of its log is lost', async () => {
    const remove = { name: 'run', input: { command: 'rm -r .keel' } }
    const { result, log } = await attempt([{ tools: [remove] }, { tools: [mend] }, { text: 'Done.' }], {
      logName: '.keel/ledger/host.log',
    })
    expect(result.ending).toMatchObject({ kind: 'ok' })
    expect(log[2]).toMatchObject({ call: { name: 'run' }, result: { kind: 'done' } })
    expect(log.map(({ kind }) => kind)).toEqual(['asked', 'said', 'tool', 'said', 'tool', 'said', 'ended'])
  })

  it('tells trouble with the account from the work', async () => {
    const { result, server } = await attempt([{ error: { status: 401, message: 'bad key' } }])
    expect(result.ending).toMatchObject({ kind: 'auth', detail: expect.stringContaining('bad key') })
    expect(server.requests()).toHaveLength(1)
  })
})
