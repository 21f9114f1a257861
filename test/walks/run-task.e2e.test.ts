import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keel, scratch } from '../contracts/program.ts'
import { DONE, runsIn, shell } from './shop.ts'
import { MEND, task, taskShop, twice } from './task-shop.ts'

const MODEL = ['--model', 'anthropic/scripted']

describe('keel run --task', () => {
  it('starts nothing that is not ready, for the reasons that a claim is refused, and spends nothing on it', async () => {
    const { run, ask, status, model } = await taskShop(
      {
        first: task('First'),
        ep: task('Epic', 'type: epic\ndepends_on: [first]\n'),
        'ep.a': task('A part'),
        p: task('Later', 'type: epic\nstatus: deferred\n'),
        'p.a': task('A part', 'depends_on: [nosuch]\n'),
      },
      [{ tools: MEND }, DONE],
    )
    for (const id of ['ep', 'p.a']) {
      const { answer, code } = await run('--task', id, ...MODEL)
      const claim = ask('task', 'claim', id, '--json')
      expect(answer.fault).toEqual(JSON.parse(claim.stdout).fault)
      expect([code, answer.fault.code]).toEqual([2, 'not-ready'])
      expect((await run('--task', id, ...MODEL, '--dry-run')).answer.fault.code).toBe('not-ready')
    }
    expect([status('ep'), status('p'), status('p.a'), model.requests().length]).toEqual([
      'open',
      'deferred',
      'open',
      0,
    ])
  })

  it('calls nothing done that has got open parts meanwhile, in the commit neither', async () => {
    const part = shell("printf -- '---\\ntitle: More\\n---\\n' > .keel/tasks/a1.more.md")
    const { run, status, git } = await taskShop({ a1: task('The total is right') }, [
      { tools: [...MEND, part] },
      DONE,
    ])
    const { answer, code } = await run('--task', 'a1', ...MODEL)
    expect([code, answer.outcome, answer.unsettled]).toMatchObject([
      1,
      'verified',
      { concerns: 'task', code: 'open-parts', reason: expect.stringContaining('a1.more') },
    ])
    expect([status('a1'), git('show', 'HEAD:.keel/tasks/a1.md')]).toEqual([
      'implemented',
      expect.not.stringContaining('done'),
    ])
  })

  it('commits nothing that takes tasks away or leaves them in ruins', async () => {
    const ruin = shell('rm .keel/tasks/c3.md; echo no > .keel/tasks/b2.md')
    const { run, git } = await taskShop(
      { a1: task('The total is right'), b2: task('Other'), c3: task('Third', 'status: deferred\n') },
      [{ tools: [...MEND, ruin] }, DONE, DONE],
    )
    const head = git('rev-parse', 'HEAD')
    const { answer } = await run('--task', 'a1', ...MODEL)
    expect([answer.outcome, answer.commit, git('rev-parse', 'HEAD')]).toEqual(['blocked', null, head])
    expect(answer.reason).toMatch(/the files of tasks are gone, or can no longer be read.*b2, c3/)
    expect(answer.restored).toMatchObject([{ task: 'b2' }, { task: 'c3' }])
    // And leaves none of them so, as one that goes on with the next.
    expect(git('status', '--porcelain', '.keel/tasks').split('\n')).toEqual(['M .keel/tasks/a1.md'])
  })

  it('commits nothing where a person sets the task aside meanwhile, and says so', async () => {
    const { run, status, git, model, project } = await taskShop({ a1: task('x', 'status: open\n') }, [
      { tools: MEND },
      { ...DONE, delayMs: 1500 },
    ])
    const head = git('rev-parse', 'HEAD')
    const ended = run('--task', 'a1', ...MODEL)
    await expect.poll(() => model.requests().length, { timeout: 30_000 }).toBe(2)
    const file = join(project, '.keel/tasks/a1.md')
    writeFileSync(file, readFileSync(file, 'utf8').replace('in_progress', 'deferred'))
    const { answer } = await ended
    expect([answer.outcome, answer.commit, git('rev-parse', 'HEAD')]).toEqual(['interrupted', null, head])
    expect(answer.reason).toContain('a1 was set to deferred while the run was at work')
    expect(answer.next).toBe('keel task reopen a1 && keel run --resume')
    expect([status('a1'), existsSync(join(project, '.keel/leases/a1.json'))]).toEqual(['deferred', false])
  })

  it('commits the epic that ends with its last part, in the same commit', async () => {
    const { run, status, git } = await taskShop(
      {
        top: task('Top', 'type: epic\nstatus: open\n'),
        'top.e': task('Epic', 'type: epic\nstatus: open\n'),
        'top.e.a': task('The total is right', 'status: open\n'),
      },
      [{ tools: MEND }, DONE],
    )
    const { answer } = await run('--task', 'top.e.a', ...MODEL)
    expect([answer.outcome, answer.unsettled]).toEqual(['verified', null])
    expect(['top', 'top.e', 'top.e.a'].map(status)).toEqual(['done', 'done', 'done'])
    expect(git('status', '--porcelain')).toBe('')
    expect(git('show', 'HEAD:.keel/tasks/top.md')).toContain('status: done')
  })

  it('stops as soon as another has its task, and neither commits nor closes', async () => {
    const { run, ask, status, git, model, project, entries } = await taskShop({ a1: task('x') }, [
      { tools: MEND },
      { hang: true },
    ])
    const head = git('rev-parse', 'HEAD')
    const ended = run('--task', 'a1', ...MODEL)
    await expect.poll(() => model.requests().length, { timeout: 30_000 }).toBe(2)
    expect(ask('task', 'reopen', 'a1').stdout).toContain('taken from keel-')
    expect(ask('task', 'claim', 'a1', '--as', 'other').code).toBe(0)
    const { code, answer } = await ended
    expect([code, answer.outcome, answer.commit]).toEqual([1, 'interrupted', null])
    expect(answer.reason).toMatch(/lease of a1 was lost/)
    expect(entries().find(({ kind }) => kind === 'attempt-ended')).toMatchObject({
      // It may be called off before the other has claimed what was given back.
      ending: { kind: 'killed', detail: expect.stringContaining('The lease of a1 was lost') },
    })
    expect([git('rev-parse', 'HEAD'), status('a1')]).toEqual([head, 'in_progress'])
    expect(JSON.parse(readFileSync(join(project, '.keel/leases/a1.json'), 'utf8')).claimant).toBe('other')
  })

  it('commits nothing where it hears only at the end that another has its task', async () => {
    const { start, ask, status, git, model, project } = await taskShop({ a1: task('x') }, [
      { tools: MEND },
      { ...DONE, delayMs: 1500 },
    ])
    const head = git('rev-parse', 'HEAD')
    const child = start('--task', 'a1', ...MODEL, '--json')
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    await expect.poll(() => model.requests().length, { timeout: 30_000 }).toBe(2)
    child.kill('SIGSTOP')
    const lease = join(project, '.keel/leases/a1.json')
    const past = { ...JSON.parse(readFileSync(lease, 'utf8')), until: '2020-01-01T00:00:00Z' }
    writeFileSync(lease, JSON.stringify(past))
    expect(ask('task', 'claim', 'a1', '--as', 'other').code).toBe(0)
    child.kill('SIGCONT')
    expect(await ended).toBe(1)
    expect([git('rev-parse', 'HEAD'), status('a1')]).toEqual([head, 'in_progress'])
    expect(JSON.parse(readFileSync(lease, 'utf8')).claimant).toBe('other')
  })

  it('commits nothing that a killed keel left half written among the tasks', async () => {
    const { run, git, project } = await taskShop({ a1: task('The total is right') }, [{ tools: MEND }, DONE])
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    writeFileSync(join(project, `.keel/tasks/.a1.md.${pid}.baa667a4.keel-tmp`), '---\n')
    expect((await run('--task', 'a1', ...MODEL)).answer.outcome).toBe('verified')
    expect(git('ls-files', '.keel/tasks')).toBe('.keel/tasks/a1.md')
    expect(readdirSync(join(project, '.keel/tasks'))).toEqual(['a1.md'])
  })
})

describe('keel run --ready', () => {
  const ASKED = ['--ready', ...MODEL]

  it('blocks what is written between braces, once', async () => {
    const { run, git, project } = await taskShop(
      { flow: '---\n{title: BAD flow, status: open}\n---\ntext\n' },
      twice([{ tools: [shell('echo x > x.txt')] }]),
    )
    expect((await run(...ASKED)).answer.runs[0]).toMatchObject({ outcome: 'blocked', unsettled: null })
    const text = readFileSync(join(project, '.keel/tasks/flow.md'), 'utf8')
    expect(text).toMatch(/^---\n\{title: BAD flow, status: blocked, blocked_by: ".*"\}\n---\ntext\n/)
    expect((await run(...ASKED)).answer).toMatchObject({ runs: [], stopped: { kind: 'none-ready' } })
    expect(git('for-each-ref', '--format=%(refname)', 'refs/keel')).toBe('refs/keel/aside/flow/1')
  })

  it('tries nothing a third time because nobody could write that it is blocked, and says so', async () => {
    const odd = '---\ntitle: Odd\npriority: 0\nblocked_by: &b null\nmine: *b\nstatus: open\n---\ntext\n'
    const { run, git, project, status, ask } = await taskShop({ odd, b2: task('The total is right') }, [
      ...twice([{ tools: [shell('echo x > x.txt')] }]),
      { tools: MEND },
      DONE,
    ])
    const { answer, code } = await run(...ASKED)
    expect([code, answer.runs.map((one: { task: string }) => one.task)]).toEqual([1, ['odd', 'b2']])
    expect(answer.runs[0]).toMatchObject({
      outcome: 'blocked',
      unsettled: { concerns: 'task', code: 'unfit-task', reason: expect.stringContaining('blocked_by') },
    })
    const again = (await run(...ASKED)).answer
    expect(again).toMatchObject({ runs: [], passedOver: [{ task: 'odd' }], stopped: { kind: 'none-ready' } })
    expect(git('for-each-ref', '--format=%(refname)', 'refs/keel')).toBe('refs/keel/aside/odd/1')
    // Who mends it and opens it again has it tried again.
    writeFileSync(join(project, '.keel/tasks/odd.md'), task('Odd', 'status: blocked\n'))
    expect([ask('task', 'reopen', 'odd').code, status('odd')]).toEqual([0, 'open'])
    expect((await run(...ASKED)).answer.runs).toMatchObject([{ task: 'odd', unsettled: null }])
  })

  it('puts a task back that its agent wrote over, and blocks that', async () => {
    const { run, status, project } = await taskShop(
      { a1: task('Mine', 'labels: [kept]\n') },
      twice([{ tools: [shell('echo nonsense > .keel/tasks/a1.md')] }]),
    )
    expect((await run(...ASKED)).answer.runs[0]).toMatchObject({ outcome: 'blocked', unsettled: null })
    expect(status('a1')).toBe('blocked')
    expect(readFileSync(join(project, '.keel/tasks/a1.md'), 'utf8')).toContain('labels: [kept]')
    expect(existsSync(join(project, '.keel/leases/a1.json'))).toBe(false)
  })

  it('tells of the work that was done where the tracker fails at its end', async () => {
    const { environment, git, project } = await taskShop({}, [
      { tools: [...MEND, shell('mkdir -p kept && touch kept/down')] },
      DONE,
    ])
    writeFileSync(join(project, '.keel/config.yaml'), 'loop:\n  tasks:\n    source: beads\n')
    git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qam', 'beads')
    const programs = join(project, '../programs')
    mkdirSync(programs)
    writeFileSync(join(programs, 'bd'), FAKE_BD)
    chmodSync(join(programs, 'bd'), 0o755)
    const path = `${programs}:${environment.PATH}`
    const { code, answer } = await runsIn(project, { ...environment, PATH: path }).run(...ASKED)
    expect(code).toBe(1)
    expect(answer.runs).toMatchObject([{ outcome: 'verified', commit: git('rev-parse', 'HEAD') }])
    expect(answer.stopped).toMatchObject({ kind: 'fault', reason: expect.stringContaining('disk full') })
  })
})

/** One issue, whose status is kept beside the program, until it is told to fail. */
const FAKE_BD = `#!/bin/sh
if [ -e kept/down ]; then echo '{"data":{"error":"disk full"}}' >&2; exit 3; fi
state="$(dirname "$0")/status"
case "$2" in
  list|show) echo '{"data":[{"id":"bd-1","title":"The total is right","priority":1,"status":"'"$(cat "$state" 2>/dev/null || echo open)"'"}]}' ;;
  *) echo in_progress > "$state"; echo '{"data":[]}' ;;
esac
`

describe('keel task', () => {
  const withTask = () => {
    const { home, project } = scratch()
    spawnSync('git', ['init', '-q'], { cwd: project })
    mkdirSync(join(project, '.keel/tasks'), { recursive: true })
    writeFileSync(join(project, '.keel/config.yaml'), '')
    writeFileSync(join(project, '.keel/tasks/a.md'), task('A'))
    return { home, project }
  }

  it('leaves nothing that git can see when it is killed', () => {
    const { home, project } = withTask()
    let kills = 0
    for (let at = 1; ; at++) {
      const { code } = keel(['task', 'block', 'a', '--why', 'x'], {
        cwd: project,
        home,
        environment: { KILL_AT: String(at) },
        nodeFlags: ['--require', join(import.meta.dirname, 'kill-at.cjs')],
      })
      expect(readdirSync(join(project, '.keel/tasks')), `killed before change ${at}`).toEqual(['a.md'])
      if (code !== null) break
      kills++
    }
    expect(readFileSync(join(project, '.keel/tasks/a.md'), 'utf8')).toContain('blocked')
    expect(kills).toBeGreaterThan(5)
  })

  it('ends at once when it is interrupted while it reckons', () => {
    const { home, project } = withTask()
    const nodeFlags = ['--require', join(import.meta.dirname, 'interrupt-at-tasks.cjs')]
    const words = ['task', 'waves', '--json']
    expect(keel(words, { cwd: project, home, nodeFlags })).toMatchObject({ code: null, stdout: '' })
    expect(keel(words, { cwd: project, home }).code).toBe(0)
  })

  it('says what is left to type for what it was the last part of', () => {
    const { home, project } = withTask()
    writeFileSync(join(project, '.keel/tasks/a.b.md'), task('A part'))
    const git = (...words: string[]) =>
      spawnSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...words], { cwd: project })
    writeFileSync(join(project, 'one.test.js'), "require('node:test').test('one', () => {})\n")
    writeFileSync(join(project, '.keel/config.yaml'), 'loop:\n  test: node --test\n')
    git('add', '-A')
    git('commit', '-qm', 'start')
    const ask = (...words: string[]) => keel(words, { cwd: project, home })
    expect(ask('task', 'claim', 'a.b').code).toBe(0)
    writeFileSync(join(project, 'more.js'), '')
    expect(ask('verify', '--task', 'a.b').code).toBe(0)
    const { stdout } = ask('task', 'close', 'a.b')
    expect(stdout).toContain('a.b is done')
    expect(stdout).toContain('a: All its parts are done, and it is not.')
  })

  it('is claimed where files have no second names', () => {
    const { home, project } = withTask()
    const nodeFlags = ['--require', join(import.meta.dirname, 'no-links.cjs')]
    const claim = (as: string) => keel(['task', 'claim', 'a', '--as', as], { cwd: project, home, nodeFlags })
    expect([claim('anna').code, claim('ben').code, claim('anna').code]).toEqual([0, 2, 0])
    expect(JSON.parse(readFileSync(join(project, '.keel/leases/a.json'), 'utf8')).claimant).toBe('anna')
  })
})
