import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DONE, edit, shell } from './shop.ts'
import { MEND, task, taskShop } from './task-shop.ts'

const MODEL = ['--model', 'anthropic/scripted']
const FILE = '.keel/tasks/a1.md'
/** The agent writes into its task what shall prove it, and leaves it at that. */
const says = (line: string) => [
  { tools: [edit(FILE, { old: 'title:', fresh: `${line}\ntitle:` })] },
  DONE,
  DONE,
]
/** And in the next run the tests say nothing. */
const HOLLOW = shell(
  `printf 'import { test } from "node:test"\\ntest("fine", () => {})\\n' > test/basket.test.js`,
)

describe('what proves a task in a second run', () => {
  it('is what it said when the first took it, and not what its agent wrote there', async () => {
    const { run, ask, git, project, model } = await taskShop({ a1: task('The total is right') }, [
      ...says('changes_tests: true'),
      { tools: [HOLLOW] },
      DONE,
      DONE,
    ])
    const head = git('rev-parse', 'HEAD')
    expect((await run('--task', 'a1', ...MODEL)).answer.outcome).toBe('blocked')
    expect(readFileSync(join(project, FILE), 'utf8')).toContain('changes_tests: true')
    expect(ask('task', 'reopen', 'a1').code).toBe(0)
    const asked = model.requests().length
    const { answer, code } = await run('--task', 'a1', ...MODEL)
    expect(answer.fault).toMatchObject({ code: 'other-terms', hint: 'keel task edit a1 --renew-terms' })
    expect(answer.fault.message).toContain('`changes_tests` was set after it was claimed')
    expect((await run('--task', 'a1', ...MODEL, '--dry-run')).answer.fault.code).toBe('other-terms')
    expect([code, git('rev-parse', 'HEAD'), model.requests().length]).toEqual([2, head, asked])
  })

  it('lets the others go on with --ready, and names the one that is passed over', async () => {
    const { run, ask, status } = await taskShop(
      { a1: task('First', 'priority: 0\ncheck: node --test test/basket.test.js\n'), b2: task('Second') },
      [
        { tools: [edit(FILE, { old: 'check: node --test test/basket.test.js\n', fresh: '' })] },
        DONE,
        DONE,
        { tools: MEND },
        DONE,
      ],
    )
    expect((await run('--task', 'a1', ...MODEL)).answer.outcome).toBe('blocked')
    expect(ask('task', 'reopen', 'a1').code).toBe(0)
    const { answer } = await run('--ready', ...MODEL)
    expect(answer.passedOver).toMatchObject([
      { task: 'a1', reason: expect.stringContaining('--renew-terms') },
    ])
    expect(answer.runs).toMatchObject([{ task: 'b2', outcome: 'verified' }])
    expect(['a1', 'b2'].map(status)).toEqual(['open', 'done'])
  })

  it('is what its file says where that is as it was again, or where it was done in between', async () => {
    const { run, ask, git, project } = await taskShop({ a1: task('The total is right') }, [
      ...says('check: node --version'),
      { tools: MEND },
      DONE,
      { tools: [HOLLOW] },
      DONE,
    ])
    const put = (text: string) => writeFileSync(join(project, FILE), text)
    await run('--task', 'a1', ...MODEL)
    ask('task', 'reopen', 'a1')
    expect((await run('--task', 'a1', ...MODEL)).answer.fault.message).toContain(
      'Its check was changed after it was claimed, from none to `node --version`',
    )
    put(task('The total is right'))
    expect((await run('--task', 'a1', ...MODEL)).answer.outcome).toBe('verified')
    put(task('The total is right', 'changes_tests: true\n'))
    git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qam', 'again')
    expect((await run('--task', 'a1', ...MODEL)).answer.outcome).toBe('verified')
  })

  it('is what the run that was killed began with, though its agent has written something else', async () => {
    const { run, start, ask, git, model } = await taskShop({ a1: task('The total is right') }, [
      { tools: [edit(FILE, { old: 'title:', fresh: 'changes_tests: true\ntitle:' }), HOLLOW] },
      { hang: true },
      DONE,
      DONE,
    ])
    const head = git('rev-parse', 'HEAD')
    const child = start('--task', 'a1', ...MODEL)
    const ended = new Promise((resolve) => child.on('close', resolve))
    await expect.poll(() => model.requests().length, { timeout: 30_000 }).toBe(2)
    child.kill('SIGKILL')
    await ended
    const { answer } = await run('--task', 'a1', ...MODEL)
    expect([answer.outcome, git('rev-parse', 'HEAD')]).toEqual(['blocked', head])
    expect(answer.reason).toContain('test/basket.test.js')
    expect(answer.reason).toContain('a person at a terminal says so: keel task edit a1 --changes-tests')
    git('stash', 'push', '-q', '--', 'test', 'basket.js')
    ask('task', 'reopen', 'a1')
    expect((await run('--task', 'a1', ...MODEL)).answer.fault.code).toBe('other-terms')
  })
})
