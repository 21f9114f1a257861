import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openJournal } from '#journal/open-journal.ts'
import { readJournal } from '#journal/read-journal.ts'
import type { EndingKind } from '#words/ending.ts'
import type { Fact, Worker } from '#words/entry.ts'
import { NO_USAGE } from '#words/usage.ts'
import { scratch } from '../../test/contracts/program.ts'
import { writeTree } from '../../test/contracts/tree.ts'
import { type Beginning, beginRun, NO_TASK } from './begin-run.ts'
import type { RunReport } from './conclude.ts'
import type { RunOrder } from './desk.ts'
import { openLedger } from './ledger/open-ledger.ts'
import { findUnfinishedRun, resumeRun } from './resume-run.ts'
import { run } from './run.ts'
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
      entries: () => readJournal(root).entries,
      judge: (actions) =>
        actions.some((action) => action.kind === 'write' && action.path.endsWith('guarded.txt'))
          ? { kind: 'deny', guard: 'a-guard', reason: 'no', action: actions[0] ?? null }
          : { kind: 'allow' },
      pack: async () => ({ text: 'add.js', pack: { files: ['add.js'], tokens: 2 } }),
      epic: null,
      environment: process.env,
      ownTest: null,
      testTimeoutMs: 30_000,
      hold: null,
      now: () => new Date(),
      key: null,
      signal: stop.signal,
    })
  const begin = (test = 'node --test', about: Partial<Beginning> = {}) =>
    beginRun({ objective: 'Make add add.', worker, tier: null, test, ...NO_TASK, ...about }, { root, record })
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
    expect(kinds()).toEqual([
      ...['run-started', 'verified', 'attempt-started', 'attempt-ended', 'verified', 'run-ended'],
    ])
    const papers = join(root, '.keel/ledger', report.run, '1')
    for (const name of ['prompt.md', 'tests.log', 'attempt.json', 'evidence.json'])
      expect(existsSync(join(papers, name)), name).toBe(true)
  })

  it('tells the second attempt which tests fail and how the log ended, and nothing to the first', async () => {
    const { go, begin } = repository()
    const work = agent(write('exports.add = () => 4\n'), write(RIGHT))
    expect(await go(await begin(), work)).toMatchObject({ outcome: 'verified' })
    expect(work.orders[0]?.prompt).not.toContain('# What was tried before')
    expect(work.orders[1]?.prompt).toMatch(
      /Failing tests:\n\n- add.test.js > adds \(add.test.js:3\), which failed before/,
    )
    expect(work.orders[1]?.prompt).toContain('4 == 5')
    expect(work.orders[1]?.prompt).toContain('It said that the work was done. It was not.')
  })

  it('is blocked with the reason after two attempts, and commits nothing', async () => {
    const { git, go, begin, kinds } = repository()
    const before = git('rev-parse', 'HEAD')
    const work = agent(write('exports.add = () => 4\n'), write('exports.add = () => 6\n'), write(RIGHT))
    const report = await go(await begin(), work)
    expect(report).toMatchObject({ outcome: 'blocked', commit: null })
    expect(report.reason).toContain('1 of 1 tests (add.test.js > adds)')
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
    const none = join(import.meta.dirname, '../../test/fixtures/frameworks/pytest@9.2.0/none.txt')
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
      beginRun(
        { objective: 'x', worker, tier: null, test: 'true', ...NO_TASK },
        { root: join(root, 'packages'), record },
      ),
    ).rejects.toMatchObject({ code: 'not-the-root' })
  })

  it('keeps no secret in its papers', async () => {
    const { root, go, begin } = repository()
    const secret = 'sk-ant-api03-abcdefghijklmnop1234567890'
    const work = agent((order) => {
      write(RIGHT)(order)
      return { text: `The key is ${secret}.\n<promise>COMPLETE</promise>` }
    })
    const { run } = await go(
      await begin(`echo ${secret.slice(0, 20)}${secret.slice(20)} && node --test`),
      work,
    )
    for (const name of ['tests.log', 'attempt.json', 'evidence.json']) {
      const paper = readFileSync(join(root, '.keel/ledger', run, '1', name), 'utf8')
      expect(paper, name).not.toContain(secret)
    }
    expect(
      JSON.stringify(readJournal(root).entries.filter(({ kind }) => kind === 'attempt-ended')),
    ).not.toContain(secret)
  })

  it('commits nothing of what the tests of an earlier attempt left, unless somebody took it up', async () => {
    const { root, git, go, begin } = repository()
    const litters = 'for name in junk.xml kept.xml; do test -e $name || echo made > $name; done; node --test'
    const report = await go(
      await begin(litters),
      agent(write('exports.add = () => 4\n'), (order) => {
        write(RIGHT)(order)
        writeFileSync(join(root, 'kept.xml'), 'by the agent')
        return undefined
      }),
    )
    expect(report.outcome).toBe('verified')
    expect(git('ls-tree', '--name-only', 'HEAD').split('\n')).toEqual(['add.js', 'add.test.js', 'kept.xml'])
  })

  it('commits the tree that tests settle on, where a build before them changes it', async () => {
    const { root, git, go, begin } = repository()
    const report = await go(
      await begin('cp add.js built.js && node --test'),
      agent((order) => {
        write(RIGHT)(order)
        writeFileSync(join(root, 'built.js'), 'stale')
        return undefined
      }),
    )
    expect(report.outcome).toBe('verified')
    expect(git('show', 'HEAD:built.js')).toBe(RIGHT.trim())
  })

  it('takes no green test for proof where the tests change what they test each time', async () => {
    const { go, begin } = repository()
    const report = await go(
      await begin('echo "// more" >> add.js && node --test'),
      agent(write(RIGHT), () => undefined),
    )
    expect(report).toMatchObject({
      outcome: 'blocked',
      reason: expect.stringContaining('changes files of the tree'),
    })
    expect(report.reason).toContain('add.js')
  })

  it('keeps the user’s commit below its own when the agent amends it, and says so', async () => {
    const { git, go, begin } = repository()
    const start = git('rev-parse', 'HEAD')
    const amend = agent((order) => {
      write(RIGHT)(order)
      git('-c', 'user.name=a', '-c', 'user.email=a@a', 'commit', '-qa', '--amend', '-m', 'mine now')
      return undefined
    })
    const report = await go(await begin(), amend)
    expect(report.remarks.map(({ kind }) => kind)).toEqual(['history-rewritten'])
    expect(git('rev-parse', 'HEAD^')).toBe(start)
    expect(git('show', 'HEAD:add.js')).toBe(RIGHT.trim())
    expect(git('status', '--porcelain')).toBe('')
  })

  it('commits on the branch where the run began, wherever the agent went', async () => {
    const { git, go, begin } = repository()
    const [start, home] = [git('rev-parse', 'HEAD'), git('symbolic-ref', '--short', 'HEAD')]
    const wander = agent((order) => {
      git('switch', '-q', '-c', 'elsewhere')
      write(RIGHT)(order)
      git('-c', 'user.name=a', '-c', 'user.email=a@a', 'commit', '-qam', 'by the agent')
      return undefined
    })
    const report = await go(await begin(), wander)
    expect(report.remarks.map(({ kind }) => kind)).toEqual(['branch-left'])
    expect(git('symbolic-ref', '--short', 'HEAD')).toBe(home)
    expect(git('rev-parse', 'HEAD')).toBe(report.commit)
    expect(git('rev-parse', 'HEAD^')).toBe(start)
    expect(git('log', '-1', '--format=%s', 'elsewhere')).toBe('by the agent')
    expect(git('status', '--porcelain')).toBe('')
  })

  it('commits on no branch where the run began on none, and says so', async () => {
    const { git, go, begin } = repository()
    git('switch', '-q', '--detach')
    const home = git('branch', '--format=%(objectname)', '--list', 'ma*')
    const report = await go(await begin(), agent(write(RIGHT)))
    expect(report).toMatchObject({ outcome: 'verified', remarks: [{ kind: 'no-branch' }] })
    expect(git('rev-parse', 'HEAD')).toBe(report.commit)
    expect(git('branch', '--format=%(objectname)', '--list', 'ma*')).toBe(home)
  })

  it('says which commits an agent left that nothing proves', async () => {
    const { git, go, begin } = repository()
    const report = await go(
      await begin(),
      agent((order) => {
        write('exports.add = () => 4\n')(order)
        git('-c', 'user.name=a', '-c', 'user.email=a@a', 'commit', '-qam', 'done')
        return undefined
      }),
    )
    expect(report).toMatchObject({ outcome: 'blocked', remarks: [{ kind: 'commits-made' }] })
    expect(report.remarks[0]?.text).toContain('git reset --soft')
  })

  it('says that tests were changed, that fewer ran, and what the commit has not', async () => {
    const { root, git, go, begin } = repository()
    const more = "const { test } = require('node:test')\ntest('one', () => {})\ntest('two', () => {})\n"
    writeFileSync(join(root, 'more.test.js'), more)
    writeFileSync(join(root, '.gitignore'), 'local.json\n')
    git('add', '-A')
    git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'more')
    await go(
      await begin(),
      agent(() => ({ text: 'I changed nothing.' })),
    )
    const withoutTests = () =>
      agent((order) => {
        write(RIGHT)(order)
        rmSync(join(root, 'more.test.js'))
        writeFileSync(join(root, 'local.json'), '{}')
        return undefined
      })
    // Only work that is about tests may do without some.
    expect(await go(await begin(), withoutTests())).toMatchObject({
      outcome: 'blocked',
      reason: expect.stringContaining('Tests were made to say less. more.test.js'),
    })
    git('checkout', '-q', '--', '.')
    git('clean', '-fdq')
    const report = await go(await begin('node --test', { mayChangeTests: true }), withoutTests())
    expect(report.outcome).toBe('verified')
    expect(report.remarks.map(({ kind }) => kind)).toEqual(['tests-touched', 'fewer-tests', 'not-in-commit'])
    const told = report.remarks.map(({ text }) => text).join('\n')
    expect(told).toContain('more.test.js (deleted)')
    expect(told).toContain('3, now 1')
    expect(told).toContain('local.json')
  })

  it('refuses to commit without what an agent hid from git, and leaves out what the user hid', async () => {
    const { root, git, go, begin } = repository()
    writeFileSync(join(root, 'mine.cfg'), 'shared')
    git('add', '-A')
    git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'more')
    git('update-index', '--skip-worktree', 'mine.cfg')
    writeFileSync(join(root, 'mine.cfg'), 'my own')
    const hiding = agent((order) => {
      git('update-index', '--assume-unchanged', 'add.js')
      write(RIGHT)(order)
      writeFileSync(join(root, 'other.js'), '')
      return undefined
    })
    expect(await go(await begin(), hiding)).toMatchObject({
      outcome: 'blocked',
      reason: expect.stringContaining('no commit here can hold'),
    })
    git('update-index', '--no-assume-unchanged', 'add.js')
    git('checkout', '-q', '--', 'add.js')
    rmSync(join(root, 'other.js'))
    const report = await go(await begin(), agent(write(RIGHT)))
    expect(report).toMatchObject({ outcome: 'verified', remarks: [{ kind: 'not-in-commit' }] })
    expect(git('show', 'HEAD:mine.cfg')).toBe('shared')
    expect(readFileSync(join(root, 'mine.cfg'), 'utf8')).toBe('my own')
  })

  it('lets no attempt pass with what the tests of an earlier one left', async () => {
    const { root, git, go, begin } = repository()
    // The tests of the first attempt leave a file that the second one leans on.
    const test =
      'node --test; code=$?; test -e made.js || echo "exports.add = (a, b) => a + b" > lib.js; touch made.js; exit $code'
    const lean = "exports.add = require('./lib.js').add\n"
    const before = git('rev-parse', 'HEAD')
    const report = await go(await begin(test), agent(write('exports.add = () => 4\n'), write(lean)))
    expect(report.outcome).toBe('blocked')
    expect(git('rev-parse', 'HEAD')).toBe(before)
    expect(existsSync(join(root, '.keel/ledger', report.run, '2/litter/lib.js'))).toBe(true)
  })

  it('refuses to commit by rules that were changed meanwhile, and what lies in a repository of its own', async () => {
    const deeds: [string, (root: string, git: (...words: string[]) => string) => void][] = [
      ['settings', (_root, git) => git('config', 'filter.bad.clean', 'sed s/+/-/')],
      ['settings', (root) => writeFileSync(join(root, '.git/info/exclude'), 'add.js\n')],
      [
        'repository',
        (root) => {
          mkdirSync(join(root, 'inner'))
          const inner = (...words: string[]) => execFileSync('git', words, { cwd: join(root, 'inner') })
          inner('init', '-q')
          inner('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-q', '--allow-empty', '-m', 'inner')
        },
      ],
    ]
    for (const [word, deed] of deeds) {
      const { root, git, go, begin } = repository()
      const before = git('rev-parse', 'HEAD')
      const work = agent((order) => {
        write(RIGHT)(order)
        deed(root, git)
        return undefined
      })
      expect(await go(await begin(), work)).toMatchObject({
        outcome: 'blocked',
        reason: expect.stringContaining(word),
      })
      expect(git('rev-parse', 'HEAD')).toBe(before)
    }
  })

  it('stays open when git would not commit this time', async () => {
    const { root, git, record, go, begin } = repository()
    const branch = git('symbolic-ref', 'HEAD')
    const lock = join(root, `.git/${branch}.lock`)
    const work = agent((order) => {
      write(RIGHT)(order)
      writeFileSync(lock, '')
      return undefined
    })
    expect(await go(await begin(), work)).toMatchObject({ outcome: 'interrupted', commit: null })
    rmSync(lock)
    const unfinished = findUnfinishedRun(readJournal(root).entries)
    if (unfinished === null) throw new Error('the run was lost')
    const order = await resumeRun(unfinished, { root, record, changesSince: 'refuse' })
    expect(await go(order, agent())).toMatchObject({ outcome: 'verified', remarks: [] })
  })

  it('says what decides about the tests and was changed, and which tests were not run', async () => {
    const { root, git, go, begin } = repository()
    const scripts = (test: string) => JSON.stringify({ version: '1', scripts: { test } })
    writeFileSync(join(root, 'package.json'), scripts('node --test'))
    writeFileSync(join(root, 'pytest.ini'), '')
    git('add', '-A')
    git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'more')
    const redefine = (test: string) =>
      agent((order) => {
        write(RIGHT)(order)
        writeFileSync(join(root, 'package.json'), scripts(test))
        writeFileSync(join(root, '.npmrc'), 'loglevel=silent\n')
        return undefined
      })
    // Where nothing shows that a test ran, what passed is whatever the agent wrote there.
    expect(await go(await begin('npm test'), redefine('echo fine'))).toMatchObject({
      outcome: 'blocked',
      reason: expect.stringContaining('package.json:1: “test” was `node --test`, and runs none of it now'),
    })
    git('checkout', '-q', '--', '.')
    git('clean', '-fdq')
    const report = await go(await begin('npm test'), redefine('node --test --test-timeout=60000'))
    expect(report.outcome).toBe('verified')
    expect(report.remarks.map(({ kind }) => kind)).toEqual(['tests-redefined', 'other-tests'])
    const told = report.remarks.map(({ text }) => text).join('\n')
    expect(told).toContain('.npmrc, package.json (scripts)')
    expect(told).toContain('`python3 -m pytest`')
  })

  it('says that how many tests ran cannot be told', async () => {
    const { go, begin } = repository()
    const report = await go(await begin('node -e 0'), agent(write(RIGHT)))
    expect(report).toMatchObject({ outcome: 'verified', remarks: [{ kind: 'uncounted' }] })
  })

  it('lands no work on a task where nobody can tell how many tests ran, and asks nobody where that is known before', async () => {
    const { root, git, go, begin } = repository()
    const task = { task: 't1' }
    const unasked = agent(write(RIGHT))
    const silent = await go(await begin('node -e 0', task), unasked)
    expect(silent).toMatchObject({
      outcome: 'interrupted',
      reason: expect.stringContaining('tells how many tests ran, and no task is closed without that'),
    })
    expect(unasked.orders).toEqual([])
    const plain = "require('node:assert').equal(require('./add.js').add(2, 3), 5)\n"
    writeFileSync(join(root, 'plain.js'), plain)
    git('add', '-A')
    git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'plain')
    const empty = () =>
      agent((order) => {
        write('exports.add = () => 0\n')(order)
        writeFileSync(join(root, 'plain.js'), 'console.log("ok")\n')
        return undefined
      })
    const head = git('rev-parse', 'HEAD')
    for (const [about, why] of [
      [task, 'no task is closed without that'],
      [{}, 'what decides how they run was changed (plain.js)'],
    ] as const) {
      expect(await go(await begin('node ./plain', about), empty())).toMatchObject({
        outcome: 'blocked',
        reason: expect.stringContaining(why),
      })
      expect(git('rev-parse', 'HEAD')).toBe(head)
      git('checkout', '-q', '--', '.')
    }
  })

  it('says that its records were removed', async () => {
    const { root, go, begin } = repository()
    const work = agent((order) => {
      write(RIGHT)(order)
      rmSync(join(root, '.keel'), { recursive: true })
      return undefined
    })
    expect(await go(await begin(), work)).toMatchObject({
      outcome: 'verified',
      remarks: [{ kind: 'records-lost' }],
    })
  })

  it('takes no commit of its own for somebody else’s when it was killed right after it', async () => {
    const { git, go, begin } = repository()
    const order = await begin()
    const report = await go(order, agent(write(RIGHT)))
    const again = { ...order, attempts: report.attempts }
    expect(await go(again, agent())).toMatchObject({
      outcome: 'verified',
      commit: report.commit,
      remarks: [],
    })
    expect(git('rev-parse', 'HEAD')).toBe(report.commit)
  })

  it('keeps keel’s records in the commit where somebody committed them', async () => {
    const { root, git, go, begin } = repository()
    mkdirSync(join(root, '.keel/ledger/old'), { recursive: true })
    writeFileSync(join(root, '.keel/ledger/old/paper'), 'p')
    git('add', '-A', '-f')
    git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'records')
    expect(await go(await begin(), agent(write(RIGHT)))).toMatchObject({ outcome: 'verified' })
    expect(git('ls-tree', '-r', '--name-only', 'HEAD')).toContain('.keel/ledger/old/paper')
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

  it('uses up no attempt on trouble that is not the agent’s, and can be resumed when it is over', async () => {
    const { root, record, go, begin } = repository()
    const work = agent(() => ({ kind: 'overloaded' }), write(RIGHT))
    const report = await go(await begin(), work)
    expect(report).toMatchObject({ outcome: 'interrupted', reason: expect.stringContaining('overloaded') })
    expect(work.orders).toHaveLength(1)
    const unfinished = findUnfinishedRun(readJournal(root).entries)
    if (unfinished === null) throw new Error('the run was lost')
    const order = await resumeRun(unfinished, { root, record, changesSince: 'refuse' })
    expect(await go(order, work)).toMatchObject({ outcome: 'verified', run: report.run })
  })

  it('refuses a tree with uncommitted changes, and a folder that is no repository', async () => {
    const { root, begin, kinds } = repository()
    writeFileSync(join(root, 'mine.txt'), 'mine')
    await expect(begin()).rejects.toMatchObject({ code: 'unclean-tree' })
    expect(kinds()).toEqual([])
    const { project } = scratch()
    await expect(
      beginRun(
        { objective: 'x', worker, tier: null, test: 'true', ...NO_TASK },
        { root: project, record: () => ({}) as never },
      ),
    ).rejects.toMatchObject({ code: 'not-a-repository' })
  })

  it('takes up a killed run: what it left is judged first, and an attempt that was cut short is not counted', async () => {
    const { root, git, record, go, begin, stop } = repository()
    const order = await begin()
    record({ kind: 'attempt-started', run: order.run, attempt: 1, tree: order.base, pack: null })
    write('exports.add = () => 4\n')({ root } as WorkOrder)
    const unfinished = findUnfinishedRun(readJournal(root).entries)
    if (unfinished === null) throw new Error('the run was lost')
    const work = agent(write('exports.add = () => 6\n'), write(RIGHT))
    const report = await go(await resumeRun(unfinished, { root, record, changesSince: 'take' }), work)
    expect(report).toMatchObject({ outcome: 'verified', run: order.run })
    expect(report.attempts.map(({ ending }) => ending?.kind)).toEqual(['killed', 'ok', 'ok'])
    expect(work.orders[0]?.prompt).toContain('- add.test.js > adds')
    expect(git('status', '--porcelain')).toBe('')
    expect(findUnfinishedRun(readJournal(root).entries)).toBeNull()
    expect(stop.signal.aborted).toBe(false)
  })

  it('is not taken up again where an attempt asked no guard', async () => {
    const { root, record, begin } = repository()
    const { run, base } = await begin()
    record({ kind: 'attempt-started', run, attempt: 1, tree: base, pack: null })
    expect(findUnfinishedRun(readJournal(root).entries)?.run).toBe(run)
    const ending = { kind: 'error', detail: 'It asked no hook.', exitCode: null, isUnguarded: true } as const
    record({
      kind: 'attempt-ended',
      run,
      attempt: 1,
      ending,
      usage: NO_USAGE,
      claimed: true,
      stuck: null,
      files: [],
      commits: [],
    })
    expect(findUnfinishedRun(readJournal(root).entries)).toBeNull()
  })

  it('refuses to take for its own what was changed since it stopped, unless told to', async () => {
    const deeds: [string, (git: (...words: string[]) => string, root: string) => void][] = [
      ['a file', (_git, root) => writeFileSync(join(root, 'mine.txt'), 'mine')],
      ['a deletion', (_git, root) => rmSync(join(root, 'add.test.js'))],
      [
        'a commit',
        (git) => git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-q', '--allow-empty', '-m', 'm'),
      ],
      ['a branch', (git) => git('switch', '-q', '-c', 'other')],
    ]
    for (const [name, deed] of deeds) {
      const { root, git, record, begin, kinds } = repository()
      const order = await begin()
      record({ kind: 'attempt-started', run: order.run, attempt: 1, tree: order.base, pack: null })
      write(RIGHT)({ root } as WorkOrder)
      openLedger(root, order.run).beat()
      const unfinished = findUnfinishedRun(readJournal(root).entries)
      if (unfinished === null) throw new Error('the run was lost')
      // The beat is set back, for nobody wants to wait here.
      const beat = new Date(Date.now() - 3000)
      utimesSync(join(root, '.keel/ledger', order.run, '.alive'), beat, beat)
      await new Promise((resolve) => setTimeout(resolve, 2100))
      deed(git, root)
      const known = kinds()
      await expect(
        resumeRun(unfinished, { root, record, changesSince: 'refuse' }),
        name,
      ).rejects.toMatchObject({
        code: 'changed-since',
      })
      expect(kinds()).toEqual(known)
      await resumeRun(unfinished, { root, record, changesSince: 'take' })
    }
  })

  it('commits without another attempt where the killed run had done the work', async () => {
    const { root, record, go, begin } = repository()
    const order = await begin()
    record({ kind: 'attempt-started', run: order.run, attempt: 1, tree: order.base, pack: null })
    write(RIGHT)({ root } as WorkOrder)
    const unfinished = findUnfinishedRun(readJournal(root).entries)
    if (unfinished === null) throw new Error('the run was lost')
    const work = agent()
    const order2 = await resumeRun(unfinished, { root, record, changesSince: 'take' })
    expect(await go(order2, work)).toMatchObject({ outcome: 'verified' })
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
