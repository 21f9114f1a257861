import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTree } from '../contracts/tree.ts'
import { DONE, openShop, playModel, runsIn, shell } from './shop.ts'
import { MEND, taskShop } from './task-shop.ts'

const MODEL = ['--model', 'anthropic/scripted']

/** Put together here, so that no scanner takes this file for a leak. */
const KEYS = {
  github: `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`,
  anthropic: `sk-ant-api03-${'Qw8eR2tY6uI0'.repeat(7)}xY-AA`,
  amazon: `AKIA${'Q7Z3'.repeat(4)}`,
  slack: ['xoxb', '123456789012', '1234567890123', 'aB3dE5fG7hJ9kL1mN3pQ5rS7'].join('-'),
  random: 'kQ8zR2tY6uI0pL4mX9vB3nC7wE1sD5fG',
}
/** Where the title is cut, so that half of it would be left. */
const LONG = 'The total counts every item as often as it is there, and the key is'

/** Everything that keel has written: below `.keel`, and in every object of git that has a name. */
function written(project: string, git: (...words: string[]) => string): string {
  const refs = git('for-each-ref', '--format=%(refname)').split('\n')
  const trees = refs.map((ref) => git('log', '-p', '--format=%B', ref))
  return [
    JSON.stringify(readTree(join(project, '.keel'))),
    git('log', '--all', '--format=%B'),
    ...trees,
  ].join('\n')
}

function leaks(text: string): string[] {
  return Object.entries(KEYS).flatMap(([name, key]) => {
    const isThere = text.includes(key) || text.includes(key.slice(0, Math.ceil(key.length * 0.6)))
    return isThere ? [name] : []
  })
}

describe('secrets', () => {
  it('of an objective are in no record and no commit, though the model is told', async () => {
    const { project, home, git, entries } = openShop()
    const { model, environment } = await playModel(home, { steps: [{ tools: MEND }, DONE] })
    const { run } = runsIn(project, environment)
    const said = `${LONG} ${KEYS.github}\n\n${Object.values(KEYS).join('\n')}\nkey="${KEYS.random}"`
    const { answer } = await run(said, ...MODEL)
    expect(answer.outcome).toBe('verified')
    expect(JSON.stringify(model.requests())).toContain(KEYS.github)
    expect(leaks(written(project, git))).toEqual([])
    expect(git('log', '-1', '--format=%B')).toContain(`${LONG} [redacted]`)
    expect(entries()[0]).toMatchObject({ kind: 'run-started', objective: expect.stringContaining(LONG) })
    const papers = readTree(join(project, '.keel/ledger'))
    const paper = Object.entries(papers).find(([path]) => path.endsWith('attempt.json'))?.[0] ?? ''
    const { outcome } = JSON.parse(readFileSync(join(project, '.keel/ledger', paper), 'utf8'))
    expect(outcome).toBe('verified')
  })

  it('of an objective keep nobody from resuming the run', async () => {
    const { project, home, git, entries } = openShop()
    const { model, environment } = await playModel(home, {
      steps: [{ ...DONE, delayMs: 60_000 }, { tools: MEND }, DONE],
    })
    const { run, start } = runsIn(project, environment)
    const child = start(`The total is right; the key is ${KEYS.github}`, ...MODEL)
    await expect.poll(() => model.requests().length, { timeout: 30_000 }).toBe(1)
    const gone = new Promise((resolve) => child.on('close', resolve))
    child.kill('SIGTERM')
    await gone
    const { answer } = await run('--resume')
    expect(answer).toMatchObject({
      outcome: 'verified',
      objective: 'The total is right; the key is [redacted]',
    })
    expect(leaks(written(project, git))).toEqual([])
    expect(entries().some(({ kind }) => kind === 'run-resumed')).toBe(true)
  })

  it('that a person wrote into a task of their own are in no record and no commit of keel’s', async () => {
    const stuck = { text: `I cannot.\n<stuck>The server refuses\n${KEYS.slack}</stuck>` }
    const wrong = { tools: [shell('echo wrong > wrong.txt')] }
    const own = (title: string) =>
      `---\ntitle: ${title} ${KEYS.github}\nacceptance: ["It takes ${KEYS.amazon}"]\n---\nWith ${KEYS.anthropic}.\n`
    const { project, git, run, ask, status } = await taskShop({ a1: own('Right with'), b2: own(LONG) }, [
      ...[wrong, stuck, wrong, stuck],
      { tools: MEND },
      DONE,
    ])
    await run('--ready', ...MODEL)
    expect([status('a1'), status('b2')]).toEqual(['blocked', 'done'])
    const added = () =>
      readFileSync(join(project, '.keel/tasks/a1.md'), 'utf8')
        .split('\n')
        .filter((line) => !own('Right with').includes(line))
        .join('\n')
    expect(added()).toContain('The server refuses')
    expect(leaks(added())).toEqual([])
    expect(ask('task', 'note', 'a1', '-m', `Try ${KEYS.random}`).code).toBe(0)
    expect(ask('task', 'reopen', 'a1', '--why', `Since ${KEYS.random}`).code).toBe(0)
    expect(ask('task', 'block', 'a1', '--why', `Since ${KEYS.random}`).code).toBe(0)
    expect(leaks(added())).toEqual([])
    for (const folder of ['journal', 'ledger'])
      expect(leaks(JSON.stringify(readTree(join(project, '.keel', folder))))).toEqual([])
    expect(leaks(git('log', '--all', '--format=%B'))).toEqual([])
    expect(git('for-each-ref', '--format=%(contents)', 'refs/keel')).toContain(
      'Put aside: Right with [redacted]',
    )
  })
})
