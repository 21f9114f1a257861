import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asksIn, DONE, shell } from './shop.ts'
import { MEND, task, taskShop, twice } from './task-shop.ts'

const ASKED = ['--ready', '--model', 'anthropic/scripted']

describe('keel run --ready', () => {
  it('puts aside what is blocked, takes the next on a clean tree, and what became ready by it', async () => {
    const { run, git, status, unclean, ask, project } = await taskShop(
      {
        a1: task('Cannot be done', 'priority: 0\n'),
        b2: task('The total is right', 'priority: 1\n'),
        c3: task('After that', 'priority: 2\ndepends_on: [b2]\n'),
        d4: task('Waits for what is blocked', 'depends_on: [a1]\n'),
      },
      [
        ...twice([
          {
            tools: [
              shell(
                'mkdir -p deep/er kept && echo x > deep/er/new.txt && echo k > kept/k.txt && echo "# tried" >> .gitignore && chmod +x package.json && ln -s basket.js link && git rm -q --cached basket.js && git add deep',
              ),
            ],
          },
        ]),
        { tools: MEND },
        DONE,
        { tools: [shell('echo "// c3" >> basket.js')] },
        DONE,
      ],
    )
    const head = git('rev-parse', 'HEAD')
    const { code, answer } = await run(...ASKED)
    expect(
      answer.runs.map(({ task: id, outcome }: { task: string; outcome: string }) => [id, outcome]),
    ).toEqual([
      ['a1', 'blocked'],
      ['b2', 'verified'],
      ['c3', 'verified'],
    ])
    expect([code, answer.stopped, answer.left, answer.passedOver]).toEqual([
      1,
      { kind: 'none-ready' },
      [],
      [],
    ])
    expect([status('a1'), status('b2'), status('c3'), status('d4')]).toEqual([
      'blocked',
      'done',
      'done',
      'open',
    ])
    expect(unclean()).toEqual([])
    expect(existsSync(join(project, 'deep'))).toBe(false)
    expect(existsSync(join(project, 'link'))).toBe(false)
    expect(readFileSync(join(project, 'kept/k.txt'), 'utf8')).toBe('k\n')
    expect(lstatSync(join(project, 'package.json')).mode & 0o111).toBe(0)
    // Nothing of it is in what was committed, and all of it is kept.
    expect(git('diff', '--name-only', head, 'HEAD').split('\n').sort()).toEqual([
      '.keel/tasks/a1.md',
      '.keel/tasks/b2.md',
      '.keel/tasks/c3.md',
      'basket.js',
    ])
    const { ref } = answer.runs[0].leaving.aside
    expect(ref).toBe('refs/keel/aside/a1/1')
    expect(git('rev-parse', `${ref}^`)).toBe(head)
    expect(git('diff', '--name-only', `${ref}^`, ref).split('\n').sort()).toEqual([
      '.gitignore',
      'deep/er/new.txt',
      'link',
      'package.json',
    ])
    expect(git('show', `${ref}:.gitignore`)).toBe('kept/\n# tried\n# tried')
    for (const words of [
      ['task', 'show', 'a1'],
      ['ledger', 'show', 'a1'],
    ])
      expect(ask(...words).stdout).toContain(ref)
    expect(readFileSync(join(project, '.keel/tasks/a1.md'), 'utf8')).toContain(`git show ${ref}`)
    // Whoever tries again is told, in a dry run too.
    expect(JSON.parse(ask('task', 'list', '--features', '--json').stdout)[0]).toMatchObject({
      id: 'a1',
      retries: 1,
    })
    ask('task', 'reopen', 'a1')
    const plan = (await run('--task', 'a1', '--model', 'anthropic/scripted', '--dry-run')).answer
    expect(plan.prompt).toMatch(/# What was tried before[\s\S]*Attempt 2 \(anthropic\/scripted/)
    expect(plan.prompt).toContain(`git show ${ref}`)
    git('cherry-pick', '--no-commit', ref)
    expect(existsSync(join(project, 'deep/er/new.txt'))).toBe(true)
  })

  it('takes an agent’s commits and branches back, keeps them, and hides nothing that it had git ignore', async () => {
    const who = 'git -c user.name=a -c user.email=a@a'
    const { run, git, unclean, project } = await taskShop({ a1: task('x') }, [
      {
        tools: [
          shell(
            `echo 1 > one.txt && git add one.txt && ${who} commit -qm one && git switch -qc other && echo out/ >> .gitignore && mkdir out && echo o > out/o.txt && ${who} commit -qam two`,
          ),
        ],
      },
      DONE,
      DONE,
    ])
    const head = git('rev-parse', 'HEAD')
    const branch = git('symbolic-ref', '--short', 'HEAD')
    const { answer } = await run(...ASKED)
    const [{ leaving, remarks }] = answer.runs
    expect(leaving.kind).toBe('put-aside')
    expect([git('rev-parse', 'HEAD'), git('symbolic-ref', '--short', 'HEAD')]).toEqual([head, branch])
    expect(unclean()).toEqual([])
    expect(existsSync(join(project, 'out'))).toBe(false)
    const { ref, commits } = leaving.aside
    expect(git('show', `${ref}:out/o.txt`)).toBe('o')
    expect(git('show', `${ref}:one.txt`)).toBe('1')
    expect(git('log', '--format=%s', `${head}..${commits[0]}`)).toBe('two\none')
    expect(remarks.map(({ kind }: { kind: string }) => kind)).toContain('put-aside')
  })

  it('puts aside what a person blocks meanwhile, with their reason, and takes the next', async () => {
    const { run, git, status, unclean, model, project, home } = await taskShop(
      { a1: task('x', 'priority: 0\nstatus: open\n'), b2: task('y') },
      [{ tools: [shell('echo half > half.txt')] }, { ...DONE, delayMs: 4000 }, { tools: MEND }, DONE],
    )
    const ended = run(...ASKED)
    await expect.poll(() => model.requests().length, { timeout: 30_000 }).toBe(2)
    await asksIn(project, { PATH: process.env['PATH'] ?? '', HOME: home })(
      ...['task', 'block', 'a1', '--why', 'not now'],
    )
    const { answer } = await ended
    expect(
      answer.runs.map(({ task: id, outcome }: { task: string; outcome: string }) => [id, outcome]),
    ).toEqual([
      ['a1', 'blocked'],
      ['b2', 'verified'],
    ])
    expect([answer.stopped, status('a1'), status('b2'), unclean()]).toEqual([
      { kind: 'none-ready' },
      'blocked',
      'done',
      [],
    ])
    expect(readFileSync(join(project, '.keel/tasks/a1.md'), 'utf8')).toContain('blocked_by: not now')
    expect(git('show', `${answer.runs[0].leaving.aside.ref}:half.txt`)).toBe('half')
  })

  it('calls deferred what a person defers meanwhile, and names the check that failed where the tests did not', async () => {
    const { project, environment, home, model, status } = await taskShop(
      { a1: task('First', 'priority: 0\n'), b2: task('Second', 'check: grep -q NEVER basket.js\n') },
      [{ tools: [shell('echo half > half.txt')] }, { ...DONE, delayMs: 4000 }, { tools: MEND }, DONE, DONE],
    )
    const ended = asksIn(project, environment)('run', ...ASKED)
    await expect.poll(() => model.requests().length, { timeout: 60_000 }).toBe(2)
    await asksIn(project, { PATH: process.env['PATH'] ?? '', HOME: home })(
      ...['task', 'edit', 'a1', '--status', 'deferred'],
    )
    const { stdout } = await ended
    expect(stdout).toMatch(/deferred +First\n/)
    expect(stdout).toMatch(/blocked +Second\n/)
    const line =
      'node --test: 3 passed, 0 failed, 0 skipped; the check acceptance failed: grep -q NEVER basket.js'
    expect(stdout.split(line).length).toBe(3)
    expect([status('a1'), status('b2')]).toEqual(['deferred', 'blocked'])
  })

  it('stops where the tree cannot be put back, and touches nothing', async () => {
    const { run, git, status, project } = await taskShop({ a1: task('x', 'priority: 0\n'), b2: task('y') }, [
      ...twice([
        {
          tools: [
            shell(
              'git init -q inside && git -C inside -c user.name=a -c user.email=a@a commit -q --allow-empty -m x && echo y > y.txt',
            ),
          ],
        },
      ]),
    ])
    const { code, answer } = await run(...ASKED)
    expect(code).toBe(1)
    expect(answer.stopped).toMatchObject({ kind: 'work-left', reason: expect.stringContaining('inside') })
    expect([status('a1'), status('b2'), answer.left]).toEqual(['blocked', 'open', ['b2']])
    expect(readFileSync(join(project, 'y.txt'), 'utf8')).toBe('y\n')
    expect(git('for-each-ref', 'refs/keel')).toBe('')
    const again = await run(...ASKED)
    expect([again.code, again.answer.fault.code]).toEqual([2, 'unclean-tree'])
    expect(status('b2')).toBe('open')
  })

  it('passes over what is held, takes no more than were asked for, and takes back what an agent called done', async () => {
    const { run, status, ask, project } = await taskShop(
      {
        a1: task('x', 'priority: 0\n'),
        b2: task('y'),
        c3: task('z'),
        d4: task('waits', 'depends_on: [c3]\n'),
      },
      [
        ...twice([
          {
            tools: [
              shell(
                `node -e "const fs=require('fs'); fs.writeFileSync('.keel/tasks/c3.md', fs.readFileSync('.keel/tasks/c3.md','utf8').replace('title', 'status: done\\ntitle')); fs.rmSync('.keel/tasks/d4.md')"`,
              ),
            ],
          },
        ]),
      ],
    )
    expect(ask('task', 'claim', 'a1', '--as', 'anna').code).toBe(0)
    const { answer, code } = await run(...ASKED, '--most', '1')
    expect([code, answer.stopped]).toEqual([1, { kind: 'most' }])
    expect(answer.runs.map((one: { task: string }) => one.task)).toEqual(['b2'])
    expect([status('a1'), status('b2'), status('c3')]).toEqual(['in_progress', 'blocked', 'open'])
    expect(existsSync(join(project, '.keel/tasks/d4.md'))).toBe(true)
    expect(answer.left).toEqual(['c3'])
  })

  it('is interrupted, killed, resumed and called again, and nothing is lost', async () => {
    const { start, run, git, status, model, unclean } = await taskShop(
      { a1: task('x', 'priority: 1\n'), b2: task('The total is right', 'priority: 2\n') },
      [
        { tools: [shell('echo 1 > one.txt')] },
        { hang: true },
        { tools: [shell('echo 2 > two.txt')] },
        { hang: true },
        DONE,
        DONE,
        { tools: MEND },
        DONE,
      ],
    )
    for (const [requests, signal] of [
      [2, 'SIGINT'],
      [4, 'SIGKILL'],
    ] as const) {
      const child = start(...ASKED)
      await expect.poll(() => model.requests().length, { timeout: 30_000 }).toBe(requests)
      child.kill(signal)
      await new Promise((resolve) => child.on('close', resolve))
    }
    const { answer } = await run(...ASKED)
    expect(
      answer.runs.map(({ task: id, outcome }: { task: string; outcome: string }) => [id, outcome]),
    ).toEqual([
      ['a1', 'blocked'],
      ['b2', 'verified'],
    ])
    const { ref } = answer.runs[0].leaving.aside
    expect(git('diff', '--name-only', `${ref}^`, ref)).toBe('one.txt\ntwo.txt')
    expect([status('a1'), status('b2'), unclean()]).toEqual(['blocked', 'done', []])
    expect((await run('--resume')).answer.fault.code).toBe('nothing-to-resume')
  })

  it('says what is missing before anything is blocked, and in a dry run what it would begin with', async () => {
    const { ask, run, project, status } = await taskShop({ a1: task('x'), b2: task('y') }, [])
    expect((await run('--ready', 'x')).answer.fault.code).toBe('misuse')
    expect((await run('--most', '3')).answer.fault.hint).toBe('keel run --ready --most 3')
    expect((await run('--resume', '--ready')).answer.fault.message).toContain('--ready')
    const plan = (await run(...ASKED, '--dry-run')).answer
    expect(plan).toMatchObject({ dryRun: true, objective: expect.stringContaining('x'), others: ['b2'] })
    expect(existsSync(join(project, '.keel/ledger'))).toBe(false)
    writeFileSync(join(project, 'basket.js'), '')
    expect((await run(...ASKED)).answer.fault.code).toBe('unclean-tree')
    expect([status('a1'), status('b2')]).toEqual(['open', 'open'])
    ask('task', 'block', 'a1', '--why', 'x')
    ask('task', 'block', 'b2', '--why', 'x')
    const none = await run(...ASKED)
    expect([none.code, none.answer]).toEqual([
      0,
      { runs: [], passedOver: [], stopped: { kind: 'none-ready' }, left: [] },
    ])
  })
})
