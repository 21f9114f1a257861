import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { keel } from '../contracts/program.ts'
import { DONE, playModel, runsIn, type Steps, shell } from './shop.ts'
import { task, taskShop } from './task-shop.ts'

const WHO = ['-c', 'user.name=t', '-c', 'user.email=t@t']

/** A repository whose tests are green, with two worktrees. */
async function twoWorktrees(tasks: Record<string, string>) {
  const { project, home, git } = await taskShop(tasks, [])
  const path = join(project, 'basket.js')
  const mended = readFileSync(path, 'utf8')
    .replace('sum += item.price', 'sum += item.price * item.quantity')
    .replace('sum > 10000', 'sum >= 10000')
  writeFileSync(path, mended)
  git(...WHO, 'commit', '-qam', 'mended')
  const other = join(dirname(project), 'other')
  git('worktree', 'add', '-q', '-b', 'other', other)
  const ask = (cwd: string, ...words: string[]) => {
    const { stdout, stderr, code } = keel(words, { cwd, home })
    return { said: stdout + stderr, stdout, code }
  }
  const ready = (cwd: string) =>
    JSON.parse(ask(cwd, 'task', 'ready', '--json').stdout).tasks.map(({ id }: { id: string }) => id)
  return { project, other, home, git, ask, ready }
}

type Pair = Awaited<ReturnType<typeof twoWorktrees>>

function close({ ask, other }: Pair, id: string): void {
  ask(other, 'task', 'claim', id, '--as', 'b')
  writeFileSync(join(other, `${id}.txt`), 'x\n')
  ask(other, 'verify', '--task', id)
  expect(ask(other, 'task', 'close', id).said).toContain(`${id} is done`)
}

/** As if its time were over. */
function endLease(root: string, id: string): void {
  const file = join(root, `.keel/leases/${id}.json`)
  const past = { ...JSON.parse(readFileSync(file, 'utf8')), until: '2020-01-01T00:00:00Z' }
  writeFileSync(file, JSON.stringify(past))
}

const ELSEWHERE = (to: string) => `It is ${to} in another worktree`

describe('worktrees of one repository', () => {
  it('have a run that stood still while another did its task say so, and send nobody the wrong way', async () => {
    const pair = await twoWorktrees({ a1: task('Task a1') })
    const { model, environment } = await playModel(pair.home, {
      steps: [{ tools: [shell('echo x > mine.txt')] }, { ...DONE, delayMs: 1500 }],
    })
    const child = runsIn(pair.project, environment).start('--task', 'a1', '--model', 'anthropic/scripted')
    const said = text(child.stdout)
    await expect.poll(() => model.requests().length, { timeout: 60_000 }).toBe(2)
    child.kill('SIGSTOP')
    endLease(pair.project, 'a1')
    close(pair, 'a1')
    child.kill('SIGCONT')
    const told = await said
    expect(told).toMatch(/The lease of a1 was lost\. It is done in another worktree, .*other, since/)
    expect(told).toMatch(/Next: git status\n$/)
  })

  it('have every task done once by two loops at the same time', { timeout: 120_000 }, async () => {
    const ids = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6']
    const { project, other, home, git } = await twoWorktrees(
      Object.fromEntries(ids.map((id) => [id, task(`Task ${id}`)])),
    )
    const steps: Steps = ids.flatMap(() => [{ tools: [shell('echo "// worked" >> basket.js')] }, DONE])
    const loops = await Promise.all(
      [project, other].map(async (root) => {
        const { environment } = await playModel(home, { steps })
        return runsIn(root, environment).run('--ready', '--model', 'anthropic/scripted')
      }),
    )
    const worked = git('log', '--all', '--format=%(trailers:key=Keel-Task,valueonly,separator=)')
      .split('\n')
      .filter((line) => line !== '')
    expect(worked.sort()).toEqual(ids)
    expect(loops.map(({ answer }) => [answer.stopped, answer.left])).toEqual([
      [{ kind: 'none-ready' }, []],
      [{ kind: 'none-ready' }, []],
    ])
  })

  it('do not offer, show as ready or hand out what was done in another, until it is merged', async () => {
    const pair = await twoWorktrees({ a1: task('One'), b2: task('Two') })
    const { project, other, ask, ready, git } = pair
    close(pair, 'b2')
    expect([ready(project), ready(other)]).toEqual([['a1'], ['a1']])
    for (const words of [
      ['task', 'show', 'b2'],
      ['task', 'claim', 'b2', '--as', 'a'],
      ['task', 'reopen', 'b2'],
      ['task', 'waves', '--json'],
      ['run', '--task', 'b2', '--model', 'anthropic/scripted', '--dry-run'],
    ]) {
      const { said } = ask(project, ...words)
      expect(said).toContain(ELSEWHERE('done'))
      expect(said).toContain(other)
      expect(said).toContain('keel task reopen b2 --take')
    }
    execFileSync('git', ['add', '-A'], { cwd: other })
    execFileSync('git', [...WHO, 'commit', '-qm', 'b2'], { cwd: other })
    git('merge', '-q', 'other')
    expect(ask(project, 'task', 'show', 'b2').said).toContain('It is done.')
    expect(ask(project, 'task', 'show', 'b2').said).not.toContain('another worktree')
  })

  it('do not offer in one what was done on another branch, as long as a branch has it', async () => {
    const { project, home, git, ask, ready } = await twoWorktrees({ a1: task('One'), b2: task('Two') })
    const start = git('rev-parse', '--abbrev-ref', 'HEAD').trim()
    const steps: Steps = [{ tools: [shell('echo "// worked" >> basket.js')] }, DONE]
    const { environment } = await playModel(home, { steps })
    git('checkout', '-qb', 'feat')
    const { answer } = await runsIn(project, environment).run('--task', 'b2', '--model', 'anthropic/scripted')
    expect(answer).toMatchObject({ outcome: 'verified' })
    expect(ready(project)).toEqual(['a1'])
    git('checkout', '-q', start)
    expect(ready(project)).toEqual(['a1'])
    for (const words of [
      ['task', 'show', 'b2'],
      ['task', 'claim', 'b2', '--as', 'a'],
      ['task', 'reopen', 'b2'],
      ['task', 'waves', '--json'],
    ]) {
      const { said } = ask(project, ...words)
      expect(said).toContain('It is done on the branch feat')
      expect(said).toContain('keel task reopen b2 --take')
    }
    git('branch', '-q', '-m', 'feat', 'kept')
    expect(ask(project, 'task', 'show', 'b2').said).toContain('It is done on the branch kept')
    git('branch', '-q', '-D', 'kept')
    expect(ready(project)).toEqual(['a1', 'b2'])
    git('branch', '-q', 'again', 'HEAD@{1}')
    expect(ready(project)).toEqual(['a1'])
    expect(ask(project, 'task', 'reopen', 'b2', '--take').code).toBe(0)
    expect(ready(project)).toEqual(['a1', 'b2'])
  })

  it('heed a task that was blocked in another, until it is reopened there', async () => {
    const { project, other, ask, ready } = await twoWorktrees({ a1: task('One') })
    expect(ask(other, 'task', 'block', 'a1', '--why', 'no access').code).toBe(0)
    expect(ready(project)).toEqual([])
    expect(ask(project, 'task', 'claim', 'a1').said).toContain(ELSEWHERE('blocked'))
    expect(ask(other, 'task', 'reopen', 'a1').code).toBe(0)
    expect([ready(project), ready(other)]).toEqual([['a1'], ['a1']])
  })

  it('let a task be taken again that was done in one which is gone with its branch', async () => {
    const pair = await twoWorktrees({ a1: task('One') })
    const { project, other, ask, ready, git } = pair
    close(pair, 'a1')
    git('worktree', 'remove', '--force', other)
    git('branch', '-D', 'other')
    expect(ready(project)).toEqual([])
    expect(ask(project, 'task', 'reopen', 'a1').said).toContain('keel task reopen a1 --take')
    expect(ready(project)).toEqual([])
    expect(ask(project, 'task', 'reopen', 'a1', '--take').code).toBe(0)
    expect(ready(project)).toEqual(['a1'])
    expect(ask(project, 'task', 'claim', 'a1').code).toBe(0)
  })

  it('say of what is done by hand that nothing proves it, and not of what was proven in another', async () => {
    const pair = await twoWorktrees({
      a1: task('One', 'status: open\n'),
      b2: task('Two', 'depends_on: [a1]\n'),
    })
    const { project, other, ask } = pair
    const file = (root: string) => join(root, '.keel/tasks/a1.md')
    ask(project, 'task', 'claim', 'a1', '--as', 'a')
    writeFileSync(file(project), readFileSync(file(project), 'utf8').replace('in_progress', 'done'))
    expect(ask(project, 'task', 'show', 'a1').said).toContain('keel has seen no proof of it')
    expect(ask(project, 'task', 'show', 'b2').said).toMatch(
      /waits for a1, which is in_progress: its file says done/,
    )
    expect(ask(other, 'task', 'claim', 'b2').code).not.toBe(0)
    rmSync(join(project, '.keel/leases'), { recursive: true })
    expect(ask(project, 'task', 'show', 'b2').said).toContain('a1, which it waits for, is done without proof')
    expect(ask(project, 'doctor').said).toContain('a1 is done in its file, and keel has seen no proof of it')
    expect(ask(project, 'task', 'claim', 'b2').said).toContain(
      'a1, which it waits for, is done without proof',
    )
    ask(project, 'task', 'reopen', 'a1')
    close(pair, 'a1')
    writeFileSync(file(project), readFileSync(file(other)))
    expect(ask(project, 'task', 'show', 'a1').said).not.toContain('no proof')
    expect(ask(project, 'task', 'show', 'b2').said).not.toContain('without proof')
  })

  it('believe of another only what keel has sealed', async () => {
    const pair = await twoWorktrees({ a1: task('One') })
    const { project, home, ready } = pair
    close(pair, 'a1')
    expect(ready(project)).toEqual([])
    const state = join(home, '.local/state/keel')
    execFileSync('sed', ['-i', 's/"to":"done"/"to":"blocked"/', ...outcomeFiles(state)])
    expect(ready(project)).toEqual(['a1'])
  })
})

function outcomeFiles(state: string): string[] {
  return execFileSync('find', [join(state, 'outcomes'), '-name', '*.json'], { encoding: 'utf8' })
    .trim()
    .split('\n')
}
