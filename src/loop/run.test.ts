import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openJournal } from '#journal/open-journal.ts'
import { readJournal } from '#journal/read-journal.ts'
import type { EndingKind } from '#words/ending.ts'
import type { Fact, Worker } from '#words/entry.ts'
import { NO_USAGE } from '#words/usage.ts'
import { scratch } from '../../test/contracts/program.ts'
import { writeTree } from '../../test/contracts/tree.ts'
import { beginRun, findUnfinishedRun, resumeRun } from './begin-run.ts'
import type { RunOrder } from './desk.ts'
import { type RunReport, run } from './run.ts'
import type { WorkOnce, WorkOrder } from './work-once.ts'

const worker: Worker = { kind: 'model', model: 'scripted/one', role: 'artisan' }
const WRONG = 'exports.add = (a, b) => a - b\n'
const RIGHT = 'exports.add = (a, b) => a + b\n'

function repository() {
  const { project: root } = scratch()
  writeTree(root, [
    { kind: 'file', path: 'add.js', bytes: Buffer.from(WRONG) },
    {
      kind: 'file',
      path: 'add.test.js',
      bytes: Buffer.from(
        "const { test } = require('node:test')\nconst assert = require('node:assert')\ntest('adds', () => assert.equal(require('./add.js').add(2, 3), 5))\n",
      ),
    },
  ])
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  git('init', '-q')
  git('add', '-A')
  git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'start')
  const journal = openJournal({ root, writer: 'test', now: () => new Date() })
  const record = (fact: Fact) => journal.append(fact)
  const stop = new AbortController()
  const go = (order: RunOrder, work: WorkOnce): Promise<RunReport> =>
    run(order, {
      work,
      record,
      judge: (actions) =>
        actions.some((action) => action.kind === 'write' && action.path.endsWith('guarded.txt'))
          ? { kind: 'deny', guard: 'a-guard', reason: 'no', action: actions[0] ?? null }
          : { kind: 'allow' },
      pack: async () => 'add.js',
      environment: process.env,
      testTimeoutMs: 30_000,
      now: () => new Date(),
      signal: stop.signal,
    })
  const begin = (test = 'node --test') =>
    beginRun({ objective: 'Make add add.', worker, test }, { root, record })
  const kinds = () => readJournal(root).entries.map(({ kind }) => kind)
  return { root, git, record, go, begin, kinds, stop }
}

/** An agent that does what it is told, attempt by attempt, and remembers its orders. */
function agent(
  ...deeds: ((order: WorkOrder) => { text?: string; kind?: EndingKind } | undefined)[]
): WorkOnce & { orders: WorkOrder[] } {
  const orders: WorkOrder[] = []
  const work: WorkOnce = async (order) => {
    orders.push(order)
    const { text = '<promise>COMPLETE</promise>', kind = 'ok' } = deeds[orders.length - 1]?.(order) ?? {}
    return { text, ending: { kind, detail: kind, exitCode: 0 }, usage: NO_USAGE, session: null }
  }
  return Object.assign(work, { orders })
}

const write =
  (text: string) =>
  ({ root }: WorkOrder) =>
    void writeFileSync(join(root, 'add.js'), text)

describe('the loop', () => {
  it('commits the tested tree when keel’s own run of the tests passes', async () => {
    const { root, git, go, begin, kinds } = repository()
    const report = await go(await begin(), agent(write(RIGHT)))
    expect(report).toMatchObject({ outcome: 'verified', commit: git('rev-parse', 'HEAD') })
    expect(git('status', '--porcelain')).toBe('')
    expect(git('show', 'HEAD:add.js')).toBe(RIGHT.trim())
    expect(git('rev-parse', 'HEAD^{tree}')).toBe(report.attempts[0]?.evidence?.tree)
    expect(git('log', '-1', '--format=%B')).toContain('Keel-Verified: node --test (1 passed)')
    expect(kinds()).toEqual(['run-started', 'attempt-started', 'attempt-ended', 'verified', 'run-ended'])
    const papers = join(root, '.keel/ledger', report.run, '1')
    for (const name of ['prompt.md', 'tests.log', 'attempt.json', 'evidence.json'])
      expect(existsSync(join(papers, name)), name).toBe(true)
  })

  it('tells the second attempt which tests fail and how the log ended, and nothing to the first', async () => {
    const { go, begin } = repository()
    const work = agent(write('exports.add = () => 4\n'), write(RIGHT))
    expect(await go(await begin(), work)).toMatchObject({ outcome: 'verified' })
    expect(work.orders[0]?.prompt).not.toContain('# What the last attempt left')
    expect(work.orders[1]?.prompt).toMatch(/Failing tests:\n\n- adds\n/)
    expect(work.orders[1]?.prompt).toContain('4 == 5')
    expect(work.orders[1]?.prompt).toContain('It said that the work was done. It was not.')
  })

  it('is blocked with the reason after two attempts, and commits nothing', async () => {
    const { git, go, begin, kinds } = repository()
    const before = git('rev-parse', 'HEAD')
    const work = agent(write('exports.add = () => 4\n'), write('exports.add = () => 6\n'), write(RIGHT))
    const report = await go(await begin(), work)
    expect(report).toMatchObject({ outcome: 'blocked', commit: null })
    expect(report.reason).toContain('1 of 1 tests (adds)')
    expect(work.orders).toHaveLength(2)
    expect(git('rev-parse', 'HEAD')).toBe(before)
    expect(kinds().at(-1)).toBe('run-ended')
  })

  it('takes no green test for proof where nothing was changed', async () => {
    const { go, begin } = repository()
    const report = await go(await begin('node -e 0'), agent())
    expect(report).toMatchObject({ outcome: 'blocked' })
    expect(report.reason).toContain('Nothing was changed')
  })

  it('takes no exit code for proof where no test ran', async () => {
    const { go, begin } = repository()
    const none = join(import.meta.dirname, '../../test/fixtures/frameworks/pytest-none@9.2.0.txt')
    const report = await go(await begin(`cat '${none}'`), agent(write(RIGHT), write(`${RIGHT}//\n`)))
    expect(report).toMatchObject({ outcome: 'blocked', reason: expect.stringContaining('ran no tests') })
  })

  it('commits what was tested and not what the tests left lying about', async () => {
    const { root, git, go, begin } = repository()
    const report = await go(await begin('node --test && echo junk > report.xml'), agent(write(RIGHT)))
    expect(report.outcome).toBe('verified')
    expect(git('ls-tree', '--name-only', 'HEAD')).not.toContain('report.xml')
    expect(existsSync(join(root, 'report.xml'))).toBe(true)
  })

  it('commits nothing that a guard is against, however it came about', async () => {
    const { root, git, go, begin, kinds } = repository()
    const before = git('rev-parse', 'HEAD')
    const work = agent((order) => {
      write(RIGHT)(order)
      writeFileSync(join(root, 'guarded.txt'), 'by a script that asked nobody')
      return undefined
    })
    expect(await go(await begin(), work)).toMatchObject({
      outcome: 'blocked',
      reason: expect.stringContaining('a-guard is against the change'),
    })
    expect(git('rev-parse', 'HEAD')).toBe(before)
    expect(kinds()).toContain('denied')
  })

  it('refuses a folder of a repository, whose tree is not the whole', async () => {
    const { root, record } = repository()
    mkdirSync(join(root, 'packages'))
    writeFileSync(join(root, 'packages/a.txt'), '')
    execFileSync('git', ['add', '-A'], { cwd: root })
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'more'], { cwd: root })
    await expect(
      beginRun({ objective: 'x', worker, test: 'true' }, { root: join(root, 'packages'), record }),
    ).rejects.toMatchObject({ code: 'not-the-root' })
  })

  it('keeps no secret in its papers', async () => {
    const { root, go, begin } = repository()
    const secret = 'sk-ant-api03-abcdefghijklmnop1234567890'
    const work = agent((order) => {
      write(RIGHT)(order)
      writeFileSync(order.logFile, `{"key":"${secret}"}\n`)
      return { text: `The key is ${secret}.\n<promise>COMPLETE</promise>` }
    })
    const { run } = await go(
      await begin(`echo ${secret.slice(0, 20)}${secret.slice(20)} && node --test`),
      work,
    )
    for (const name of ['host.log', 'tests.log', 'attempt.json', 'evidence.json']) {
      const paper = readFileSync(join(root, '.keel/ledger', run, '1', name), 'utf8')
      expect(paper, name).not.toContain(secret)
    }
    expect(
      JSON.stringify(readJournal(root).entries.filter(({ kind }) => kind === 'attempt-ended')),
    ).not.toContain(secret)
  })

  it('recognises its own tree in a commit that the agent made', async () => {
    const { git, go, begin } = repository()
    const report = await go(
      await begin(),
      agent((order) => {
        write(RIGHT)(order)
        git('-c', 'user.name=a', '-c', 'user.email=a@a', 'commit', '-qam', 'by the agent')
        return undefined
      }),
    )
    expect(report).toMatchObject({ outcome: 'verified', commit: git('rev-parse', 'HEAD') })
    expect(git('log', '-1', '--format=%s')).toBe('by the agent')
  })

  it('uses up no attempt on trouble that is not the agent’s, and says what it was', async () => {
    const { go, begin } = repository()
    const work = agent(() => ({ kind: 'auth' }))
    expect(await go(await begin(), work)).toMatchObject({ outcome: 'blocked' })
    expect(work.orders).toHaveLength(1)
  })

  it('refuses a tree with uncommitted changes, and a folder that is no repository', async () => {
    const { root, begin, kinds } = repository()
    writeFileSync(join(root, 'mine.txt'), 'mine')
    await expect(begin()).rejects.toMatchObject({ code: 'unclean-tree' })
    expect(kinds()).toEqual([])
    const { project } = scratch()
    await expect(
      beginRun({ objective: 'x', worker, test: 'true' }, { root: project, record: () => ({}) as never }),
    ).rejects.toMatchObject({ code: 'not-a-repository' })
  })

  it('takes up a killed run: what it left is judged first, and an attempt that was cut short is not counted', async () => {
    const { root, git, record, go, begin, stop } = repository()
    const order = await begin()
    record({ kind: 'attempt-started', run: order.run, attempt: 1, tree: order.base })
    write('exports.add = () => 4\n')({ root } as WorkOrder)
    const unfinished = findUnfinishedRun(readJournal(root).entries)
    if (unfinished === null) throw new Error('the run was lost')
    const work = agent(write('exports.add = () => 6\n'), write(RIGHT))
    const report = await go(resumeRun(unfinished, { root, record }), work)
    expect(report).toMatchObject({ outcome: 'verified', run: order.run })
    expect(report.attempts.map(({ ending }) => ending?.kind)).toEqual(['killed', 'ok', 'ok'])
    expect(work.orders[0]?.prompt).toContain('- adds')
    expect(git('status', '--porcelain')).toBe('')
    expect(findUnfinishedRun(readJournal(root).entries)).toBeNull()
    expect(stop.signal.aborted).toBe(false)
  })

  it('commits without another attempt where the killed run had done the work', async () => {
    const { root, record, go, begin } = repository()
    const order = await begin()
    record({ kind: 'attempt-started', run: order.run, attempt: 1, tree: order.base })
    write(RIGHT)({ root } as WorkOrder)
    const unfinished = findUnfinishedRun(readJournal(root).entries)
    if (unfinished === null) throw new Error('the run was lost')
    const work = agent()
    expect(await go(resumeRun(unfinished, { root, record }), work)).toMatchObject({ outcome: 'verified' })
    expect(work.orders).toHaveLength(0)
  })

  it('stays open to be resumed when it is interrupted', async () => {
    const { root, go, begin, stop } = repository()
    const order = await begin()
    const report = await go(
      order,
      agent(() => {
        stop.abort()
        return { kind: 'killed' }
      }),
    )
    expect(report.outcome).toBe('interrupted')
    expect(findUnfinishedRun(readJournal(root).entries)?.run).toBe(order.run)
  })
})
