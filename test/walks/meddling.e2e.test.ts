import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BIN } from '../contracts/program.ts'
import { asksIn, DONE, shell } from './shop.ts'
import { MEND, task, taskShop } from './task-shop.ts'

const ASKED = ['--ready', '--model', 'anthropic/scripted']

/** A guard reads commands, and not what a script does. */
function behindTheGuard(script: string) {
  const encoded = Buffer.from(`const fs = require('node:fs'); ${script}`).toString('base64')
  return shell(`echo ${encoded} | base64 -d > m.cjs; node m.cjs; rm m.cjs`)
}

const rewrite = (id: string, [old, fresh]: readonly [string, string]) =>
  `fs.writeFileSync('.keel/tasks/${id}.md', fs.readFileSync('.keel/tasks/${id}.md', 'utf8').replace('${old}', '${fresh}'));`

it('an agent that works on one task decides over no other: it is refused, and the others are as they were', async () => {
  const { project, environment, status } = await taskShop(
    {
      c1: task('The total is right', 'priority: 0\n'),
      c2: task('Legal', 'status: blocked\nblocked_by: legal has to say yes\n'),
      c3: task('Hard', 'depends_on: [c2]\ncheck: grep -q NEVER c3.txt\n'),
      c4: task('Later', 'status: deferred\n'),
    },
    [
      {
        tools: [
          ...MEND,
          behindTheGuard(
            [
              rewrite('c2', ['status: blocked', 'status: open']),
              rewrite('c3', ['NEVER', 'ok']),
              rewrite('c3', ['depends_on: [c2]\\n', '']),
              "fs.renameSync('.keel/tasks/c4.md', '.keel/tasks/c9.md');",
            ].join(''),
          ),
        ],
      },
      DONE,
    ],
  )
  const read = (id: string) => readFileSync(join(project, `.keel/tasks/${id}.md`), 'utf8')
  const before = ['c2', 'c3', 'c4'].map(read)
  const { code, stdout } = await asksIn(project, environment)('run', ...ASKED)
  expect(stdout).toContain('is for people to say: c2 (status), c3 (depends_on, check)')
  expect(stdout).toContain('c4 (it had become c9, which is gone). If that was you, do it again.')
  expect(stdout).toContain(
    'changed by hand while the agent was at work: c2 (status), c3 (depends_on, check). If that was you, do it again.',
  )
  expect(stdout).toContain('0 of 1 verified. No other task is ready.')
  expect([code, status('c1'), ...['c2', 'c3', 'c4'].map(read)]).toEqual([1, 'blocked', ...before])
  expect(existsSync(join(project, '.keel/tasks/c9.md'))).toBe(false)
})

it('a person decides over other tasks by keel’s verbs meanwhile, and an agent at its shell does not', async () => {
  const keel = `node ${BIN}`
  const { run, project, home, model, status, git } = await taskShop(
    {
      c1: task('The total is right', 'priority: 0\n'),
      c2: task('Legal', 'status: blocked\nblocked_by: legal has to say yes\n'),
      c3: task('Hard', 'status: deferred\ncheck: grep -q NEVER c3.txt\n'),
    },
    [
      {
        tools: [
          ...MEND,
          shell(
            `${keel} task reopen c2; ${keel} task edit c3 --check true; ${keel} task edit c3 --status open`,
          ),
          shell(`${keel} task edit c1 --parent c2; ${keel} task close c2`),
          shell(`printf '# L\\n- [x] One\\n' > l.md; ${keel} task import l.md; rm l.md`),
          shell(
            `${keel} task add Found --id d4; ${keel} task claim d4; ${keel} task note c3 -m seen; ${keel} task edit c3 --label l`,
          ),
        ],
      },
      { ...DONE, delayMs: 4000 },
    ],
  )
  const ended = run(...ASKED, '--most', '1')
  await expect.poll(() => model.requests().length, { timeout: 60_000 }).toBe(2)
  const said = JSON.stringify(model.requests().at(-1))
  expect(said.match(/is not for the agent of run/g)?.length).toBe(6)
  expect(said).toContain('Tasks are not imported by the agent of run')
  expect([status('c2'), status('c3'), status('d4')]).toEqual(['blocked', 'deferred', 'open'])
  const ask = asksIn(project, { PATH: process.env['PATH'] ?? '', HOME: home })
  expect((await ask('task', 'edit', 'c3', '--check', 'grep -q ok c3.txt', '--depends-on', 'c2')).code).toBe(0)
  expect((await ask('task', 'block', 'd4', '--why', 'not now')).code).toBe(0)
  const { answer } = await ended
  expect(answer.runs).toMatchObject([{ task: 'c1', outcome: 'verified', restored: [] }])
  const c3 = git('show', 'HEAD:.keel/tasks/c3.md')
  for (const line of ['check: grep -q ok c3.txt', 'depends_on: [c2]', 'labels: [l]', 'seen'])
    expect(c3).toContain(line)
  expect(status('d4')).toBe('blocked')
})

it('an agent at its shell does not set its own task back, and may say that it is stuck', async () => {
  const keel = `node ${BIN}`
  const { run, model, status } = await taskShop({ c1: task('The total is right') }, [
    { tools: [...MEND, shell(`${keel} task reopen c1; ${keel} task reopen c1 --take`)] },
    { ...DONE, delayMs: 1500 },
  ])
  const { answer } = await run(...ASKED)
  expect(JSON.stringify(model.requests().at(-1)).match(/is not for the agent of run/g)?.length).toBe(2)
  expect(answer.runs).toMatchObject([{ task: 'c1', outcome: 'verified' }])
  expect(status('c1')).toBe('done')
  const stuck = await taskShop({ c1: task('The total is right') }, [
    { tools: [shell(`${keel} task block c1 --why "no key"`)] },
    { ...DONE, delayMs: 1500 },
  ])
  await stuck.run(...ASKED)
  expect(stuck.status('c1')).toBe('blocked')
})
