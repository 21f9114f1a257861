import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { keel } from '../contracts/program.ts'
import { DONE, shell } from './shop.ts'
import { MEND, task, taskShop } from './task-shop.ts'

const MODEL = ['--model', 'anthropic/scripted']
/** A guard reads commands, and not what a script does. */
const behindTheGuard = (words: string) =>
  shell(`echo ${Buffer.from(words).toString('base64')} | base64 -d > m.sh; sh m.sh; rm -f m.sh`)

it.each([['git clean -fdxq'], ['rm -rf .keel/leases']])(
  'an agent that types `%s` and does its work keeps its task, and the next one is taken',
  async (words) => {
    const { run, status, git, project } = await taskShop(
      { a1: task('The total is right', 'priority: 0\n'), b2: task('Next', 'check: test -e b2.txt\n') },
      [
        { tools: [behindTheGuard(words), ...MEND] },
        DONE,
        { tools: [behindTheGuard(`${words}; touch b2.txt; sleep 2`)] },
        DONE,
      ],
    )
    const { answer } = await run('--ready', ...MODEL)
    expect(answer.runs).toMatchObject([
      { task: 'a1', outcome: 'verified', unsettled: null },
      { task: 'b2', outcome: 'verified', unsettled: null },
    ])
    expect([status('a1'), status('b2'), git('status', '--porcelain')]).toEqual(['done', 'done', ''])
    for (const id of ['a1', 'b2']) expect(existsSync(join(project, `.keel/leases/${id}.json`))).toBe(false)
  },
)

it('a run whose agent took its lease away gives its task back all the same when it is interrupted', async () => {
  const { start, ask, status, model, project } = await taskShop({ a1: task('x') }, [
    { tools: [behindTheGuard('git clean -fdxq')] },
    { hang: true },
  ])
  const child = start('--task', 'a1', ...MODEL)
  const ended = new Promise((resolve) => child.on('close', resolve))
  await expect.poll(() => model.requests().length, { timeout: 30_000 }).toBe(2)
  rmSync(join(project, '.keel/leases'), { recursive: true, force: true })
  child.kill('SIGINT')
  await ended
  expect(status('a1')).toBe('open')
  expect(ask('task', 'ready').stdout).toContain('a1')
})

it('a task that is set back in another worktree is lost, though its file here says in_progress', async () => {
  const { run, status, git, model, project, home } = await taskShop({ a1: task('x') }, [
    { tools: MEND },
    { hang: true },
  ])
  const other = join(dirname(project), 'other')
  git('worktree', 'add', '-q', '-b', 'other', other)
  const head = git('rev-parse', 'HEAD')
  const ended = run('--task', 'a1', ...MODEL)
  await expect.poll(() => model.requests().length, { timeout: 30_000 }).toBe(2)
  expect(keel(['task', 'reopen', 'a1', '--take'], { cwd: other, home }).code).toBe(0)
  const { answer } = await ended
  expect([answer.outcome, git('rev-parse', 'HEAD'), status('a1')]).toEqual([
    'interrupted',
    head,
    'in_progress',
  ])
  expect(answer.reason).toContain('The lease of a1 was lost. Somebody has set it back.')
  expect(existsSync(join(project, '.keel/leases/a1.json'))).toBe(false)
})

it('a task whose lease is gone is named with the way out, and one that a person set so is theirs', async () => {
  const tasks = { a1: task('x'), b2: task('y', 'status: open\n'), c3: task('z', 'status: open\n') }
  const { ask, git, project } = await taskShop(tasks, [])
  for (const id of ['a1', 'c3']) expect(ask('task', 'claim', id, '--as', 'anna').code).toBe(0)
  expect(ask('task', 'reopen', 'c3').code).toBe(0)
  for (const id of ['b2', 'c3']) {
    const file = join(project, `.keel/tasks/${id}.md`)
    writeFileSync(file, readFileSync(file, 'utf8').replace('status: open', 'status: in_progress'))
  }
  expect(ask('doctor').stdout).not.toContain('keel task reopen')
  git('clean', '-fdxq')
  const told = ask('doctor').stdout
  expect(told).toContain('a1 was claimed and is in_progress, and its lease is gone')
  expect(told).toContain('keel task reopen a1')
  expect(told).not.toMatch(/keel task reopen (b2|c3)/)
  for (const id of ['a1', 'b2'])
    expect(ask('task', 'claim', id, '--as', 'ben').stderr).toContain(`keel task reopen ${id}`)
  expect(ask('task', 'reopen', 'a1').code).toBe(0)
  expect(ask('doctor').stdout).not.toContain('keel task reopen')
  expect(ask('task', 'ready').stdout).toContain('a1')
})

it('who claimed a task takes it up again under the same name when its lease is gone, and nobody else does', async () => {
  const { ask, git, project } = await taskShop({ a1: task('x'), b2: task('y') }, [])
  for (const id of ['a1', 'b2']) expect(ask('task', 'claim', id, '--as', 'anna').code).toBe(0)
  expect(ask('task', 'reopen', 'b2').code).toBe(0)
  const file = join(project, '.keel/tasks/b2.md')
  writeFileSync(file, readFileSync(file, 'utf8').replace('status: open', 'status: in_progress'))
  git('clean', '-fdxq')
  expect(ask('task', 'claim', 'a1').stderr).toContain('without a lease')
  expect(ask('task', 'claim', 'a1', '--as', 'ben').stderr).toContain('without a lease')
  // She gave it back, and a person’s hand set it so since.
  expect(ask('task', 'claim', 'b2', '--as', 'anna').stderr).toContain('without a lease')
  expect(ask('task', 'claim', 'a1', '--as', 'anna').stdout).toContain('yours until')
  expect(ask('task', 'claim', 'a1', '--as', 'ben').stderr).toContain('anna is at work on it')
})
