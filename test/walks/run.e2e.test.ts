import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BIN, keel, scratch } from '../contracts/program.ts'
import { readTree } from '../contracts/tree.ts'
import { DONE, edit, openShop, playModel, runsIn, type Steps } from './shop.ts'

const HALF = edit('basket.js', { old: 'sum += item.price', fresh: 'sum += item.price * item.quantity' })
const WHOLE = edit('basket.js', { old: 'sum > 10000', fresh: 'sum >= 10000' })

/** A repository with a bug, and a model that says these things. */
async function shop(steps: Steps) {
  const { home, project, ...rest } = openShop()
  const { model, environment } = await playModel(home, { steps })
  return { ...rest, home, project, model, ...runsIn(project, environment) }
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
      ...['run-started', 'verified', 'attempt-started', 'attempt-ended', 'verified'],
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

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends in order at %s, and can be resumed',
    async (signal) => {
      const { start, run, entries, model } = await shop([{ hang: true }, { tools: [HALF, WHOLE] }, DONE])
      const child = start(...ASKED, '--json')
      let stdout = ''
      child.stdout.on('data', (bytes) => {
        stdout += bytes
      })
      await expect.poll(() => model.requests().length, { timeout: 30_000 }).toBe(1)
      child.kill(signal)
      expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1)
      expect(JSON.parse(stdout)).toMatchObject({ outcome: 'interrupted' })
      expect(entries().at(-1)).toMatchObject({ kind: 'attempt-ended', ending: { kind: 'killed' } })
      expect((await run('--resume')).answer).toMatchObject({ outcome: 'verified' })
    },
  )

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

  it('begins no run for a host whose program is not there, and says how to get it', async () => {
    const { project, home, git, base } = await shop([])
    mkdirSync(join(base, 'programs'))
    for (const name of ['git', 'node', 'sh'])
      symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(base, 'programs', name))
    const environment = { PATH: join(base, 'programs') }
    for (const words of [['--host', 'codex'], []]) {
      const { code, stdout, stderr } = keel(['run', 'x', ...words, '--json'], {
        cwd: project,
        home,
        environment,
      })
      expect(code).toBe(2)
      const { fault } = JSON.parse(stdout)
      expect(fault.hint).toMatch(/^npm install --global @[a-z-]+\/[a-z-]+$/)
      expect(stderr).toContain('Codex')
    }
    expect(git('status', '--porcelain', '--ignored')).toBe('')
  })

  it('resumes a run as it was begun, and refuses whatever would change it', async () => {
    const { run } = await shop([])
    for (const [words, named] of [
      [['--host', 'codex'], '--host'],
      [['--test', 'true'], '--test'],
      [['--model', 'x/y'], '--model'],
      [['Another thing'], 'an objective'],
    ] as const) {
      const { code, answer } = await run('--resume', ...words)
      expect(code).toBe(2)
      expect(answer.fault).toMatchObject({ code: 'resumed-as-begun', hint: 'keel run --resume' })
      expect(answer.fault.message).toContain(named)
    }
    expect((await run('x', '--take-changes')).answer.fault.hint).toBe('keel run --resume --take-changes')
    expect((await run('--resume', '--minutes', '5')).answer.fault.code).toBe('nothing-to-resume')
  })

  it('says of a model that is none what to type for the same run with another', async () => {
    const { run } = await shop([])
    const asked = ["It's right", '--test', 'npm test', '--tier', 'cheap', '--model', 'opnai/gpt-5.5']
    const { code, answer } = await run(...asked)
    expect(code).toBe(2)
    expect(answer.fault).toMatchObject({
      code: 'model-unknown',
      hint: "keel run 'It'\\''s right' '--test=npm test' --model openai/gpt-5.5 --tier cheap",
    })
    expect((await run('--ready', '--most', '2', '--model', 'nonsense')).answer.fault.hint).toBe(
      'keel run --ready --most 2 --model anthropic/claude-sonnet-5',
    )
  })

  it('says what to type where git has nothing to start from', async () => {
    const { base, home, project } = scratch()
    const told = (cwd: string) => {
      const words = ['run', 'x', '--test', 'true', '--model', 'anthropic/x', '--json']
      const { code, stdout } = keel(words, { cwd, home, environment: { ANTHROPIC_API_KEY: 'k' } })
      expect(code).toBe(2)
      return JSON.parse(stdout).fault
    }
    expect(told(project)).toMatchObject({ code: 'not-a-repository' })
    expect(readdirSync(project)).toEqual([])
    execFileSync('git', ['init', '-q'], { cwd: project })
    writeFileSync(join(project, 'a.txt'), 'mine\n')
    const { code, hint } = told(project)
    expect(code).toBe('no-commit')
    const git = ['-c', 'user.name=t', '-c', 'user.email=t@t']
    execFileSync('sh', ['-c', hint.replaceAll('git commit', `git ${git.join(' ')} commit`)], { cwd: project })
    writeFileSync(join(project, 'a.txt'), 'changed\n')
    expect(told(project)).toMatchObject({ code: 'unclean-tree' })
    execFileSync('git', ['init', '-q', '--bare', 'bare.git'], { cwd: base })
    expect(told(join(base, 'bare.git'))).toMatchObject({ code: 'bare-repository' })
    expect(readdirSync(join(base, 'bare.git'))).not.toContain('.keel')
  })

  it('shows in a dry run who would be asked what, and neither asks nor writes', async () => {
    const { run, project, home, model } = await shop([])
    const before = readTree(project)
    const { code, answer } = await run(...ASKED, '--minutes', '7', '--dry-run')
    expect(code).toBe(0)
    expect(answer).toMatchObject({
      dryRun: true,
      resumes: null,
      objective: 'The total is right',
      worker: { kind: 'model', model: 'anthropic/scripted' },
      test: 'npm test',
      attemptsMax: 2,
      minutes: 7,
      prompt: expect.stringMatching(/# Your task\n\nThe total is right[\s\S]*# Context[\s\S]*basket\.js/),
    })
    const environment = { ANTHROPIC_API_KEY: 'k' }
    const { stdout } = keel(['run', ...ASKED, '--dry-run'], { cwd: project, home, environment })
    expect(stdout).toContain(answer.prompt)
    expect(stdout).toContain('nobody was asked')
    expect(model.requests()).toEqual([])
    expect(readTree(project)).toEqual(before)
    writeFileSync(join(project, 'basket.js'), '')
    expect((await run(...ASKED, '--dry-run')).answer).toMatchObject({ fault: { code: 'unclean-tree' } })
  })

  it('shows in a dry run which run would be resumed', async () => {
    const { run, project, start, model } = await shop([{ hang: true }])
    const child = start(...ASKED)
    await expect.poll(() => model.requests().length, { timeout: 30_000 }).toBe(1)
    child.kill('SIGKILL')
    await new Promise((resolve) => child.on('close', resolve))
    const before = readTree(project)
    const { code, answer } = await run('--resume', '--dry-run')
    expect(code).toBe(0)
    expect(answer).toMatchObject({
      dryRun: true,
      resumes: expect.stringMatching(/^r-/),
      objective: 'The total is right',
      prompt: null,
    })
    expect(readTree(project)).toEqual(before)
  })

  it('demo, as a dry run, makes nothing', () => {
    const { home, project } = scratch()
    const environment = { TMPDIR: project }
    const { code, stdout } = keel(['demo', '--keep', '--dry-run'], { cwd: project, home, environment })
    expect(code).toBe(0)
    expect(stdout).toContain(`below ${project}, and leave it there`)
    expect(stdout).toContain('Next: keel demo --keep')
    expect(readdirSync(project)).toEqual([])
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
