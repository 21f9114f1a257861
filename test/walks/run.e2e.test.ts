import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readJournal } from '#journal/read-journal.ts'
import type { ScenarioInput } from '#models/scripted/scenario.ts'
import { startScriptedModel } from '#models/scripted/start-scripted-model.ts'
import { BIN, keel, scratch } from '../contracts/program.ts'

type Steps = ScenarioInput['lanes'][number]['steps']

const edit = (old: string, fresh: string) => ({
  name: 'edit',
  input: { path: 'basket.js', old, new: fresh },
})
const HALF = edit('sum += item.price', 'sum += item.price * item.quantity')
const WHOLE = edit('sum > 10000', 'sum >= 10000')
const DONE = { text: 'Done.\n\n<promise>COMPLETE</promise>' }

/** A repository with a bug, and a model that says these things. */
async function shop(steps: Steps) {
  const { home, project } = scratch()
  cpSync(join(import.meta.dirname, '../../templates/demo/project'), project, { recursive: true })
  const git = (...words: string[]) => execFileSync('git', words, { cwd: project, encoding: 'utf8' }).trim()
  git('init', '-q')
  git('add', '-A')
  git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'start')
  const model = await startScriptedModel({ scenario: { lanes: [{ name: 'main', steps }] } })
  onTestFinished(model.close)
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'test-key',
  }
  const start = (...words: string[]) =>
    spawn(process.execPath, [BIN, 'run', ...words], { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const run = async (...words: string[]) => {
    const child = start(...words, '--json')
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
    return { code, answer: JSON.parse(stdout) }
  }
  const entries = () => readJournal(project).entries
  return { project, home, git, model, start, run, entries }
}

const ASKED = ['The total is right', '--model', 'anthropic/scripted']

describe('keel run', () => {
  it('finds the tests by itself, learns from the first attempt, and shows the receipt', async () => {
    const { run, git, entries, model } = await shop([
      { tools: [HALF] },
      DONE,
      { when: { prompt: 'the discount starts at 100 euros sharp' }, tools: [WHOLE] },
      DONE,
    ])
    const { code, answer } = await run(...ASKED)
    expect(answer).toMatchObject({ outcome: 'verified', commit: git('rev-parse', 'HEAD') })
    expect(code).toBe(0)
    expect(answer.attempts.map(({ evidence }: { evidence: { counts: unknown } }) => evidence.counts)).toEqual(
      [
        { passed: 2, failed: 1, skipped: 0 },
        { passed: 3, failed: 0, skipped: 0 },
      ],
    )
    expect(entries().map(({ kind }) => kind)).toEqual([
      ...['run-started', 'attempt-started', 'attempt-ended', 'verified'],
      ...['attempt-started', 'attempt-ended', 'verified', 'run-ended'],
    ])
    expect(model.requests().every(({ answer }) => answer === 'step')).toBe(true)
  })

  it('is killed in the middle, resumed, and nothing is lost', async () => {
    const { start, run, git, entries, model } = await shop([
      { tools: [HALF] },
      { hang: true },
      { when: { prompt: 'the discount starts at 100 euros sharp' }, tools: [WHOLE] },
      DONE,
    ])
    const child = start(...ASKED)
    // The edit is made, and the model is silent.
    await expect.poll(() => model.requests().length, { timeout: 30_000 }).toBe(2)
    expect((await run('--resume')).answer, 'somebody is still at work').toMatchObject({
      fault: { code: 'at-work' },
    })
    child.kill('SIGKILL')
    await new Promise((resolve) => child.on('close', resolve))
    expect(entries().at(-1)?.kind).toBe('attempt-started')
    const { code, answer } = await run('--resume')
    expect(answer).toMatchObject({ outcome: 'verified', commit: git('rev-parse', 'HEAD') })
    expect(code).toBe(0)
    expect(answer.attempts.map(({ ending }: { ending: { kind: string } }) => ending.kind)).toEqual([
      'killed',
      'ok',
    ])
    expect(git('status', '--porcelain')).toBe('')
    expect((await run('--resume')).answer).toMatchObject({ fault: { code: 'nothing-to-resume' } })
  })

  it('says what is missing before anything is started', async () => {
    const { run, project, home } = await shop([])
    expect((await run()).answer).toMatchObject({ fault: { code: 'no-objective' } })
    expect((await run('x', '--model', 'nobody/nothing')).answer).toMatchObject({ fault: { kind: 'user' } })
    const { home: empty, project: folder } = scratch()
    expect(keel(['run', 'x', '--model', 'anthropic/x'], { cwd: folder, home: empty })).toMatchObject({
      code: 2,
    })
    expect(keel(['log'], { cwd: project, home }).stdout).toContain('Nothing has been recorded')
  })

  it('demo: a false claim is stopped, the second attempt is verified and committed, nothing is left behind', () => {
    const { home, project } = scratch()
    const { status, stdout } = spawnSync(process.execPath, [BIN, 'demo', '--json'], {
      cwd: project,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', HOME: home, TMPDIR: project },
    })
    const { answer, folder, requests } = JSON.parse(stdout)
    expect(status).toBe(0)
    expect(answer).toMatchObject({
      outcome: 'verified',
      denials: [{ guard: 'evidence-before-done', action: 'write .keel/tasks/k-7f3a.md' }],
    })
    expect(answer.attempts).toMatchObject([
      { claimed: true, evidence: { passed: false } },
      { claimed: true, evidence: { passed: true } },
    ])
    expect(requests).toBe(8)
    expect(folder).toBeNull()
    expect(execFileSync('ls', ['-A', project], { encoding: 'utf8' })).toBe('')
  })
})
