import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keel, scratch } from '../contracts/program.ts'

const HEAD =
  "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { sum } from '../sum.js'\n"
const testOf = (name: string) => `test('${name}', () => assert.equal(sum([1, 2]), 3))\n`
const TESTS = 'test/sum.test.js'
const OTHER = 'test/other.test.js'

/** A repository with a remote, a colleague who has a clone of it, and a task on a branch of its own, in a folder of it or at its root. */
function team({ folder = '', before = () => {} }: { folder?: string; before?: (at: Hands) => void } = {}) {
  const { home, project: top } = scratch()
  const remote = join(home, 'remote.git')
  const gitIn =
    (cwd: string) =>
    (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...words], {
        cwd,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }).trim()
  const handsIn = (clone: string) => {
    const git = gitIn(clone)
    const put = (path: string, text: string) => {
      mkdirSync(dirname(join(clone, folder, path)), { recursive: true })
      writeFileSync(join(clone, folder, path), text)
    }
    const read = (path: string) => readFileSync(join(clone, folder, path), 'utf8')
    const drop = (path: string) => rmSync(join(clone, folder, path))
    const commit = (message: string) => {
      git('add', '-A')
      git('commit', '-qm', message)
    }
    return { git, put, read, drop, commit }
  }
  const mine = handsIn(top)
  mine.put('package.json', '{ "type": "module", "scripts": { "test": "node --test" } }')
  mine.put('sum.js', 'export const sum = (items) => items.reduce((all, one) => all + one, 0)\n')
  mine.put(TESTS, HEAD + testOf('one') + testOf('two'))
  mine.put(OTHER, HEAD + testOf('three'))
  mine.put('.keel/config.yaml', 'loop:\n  test: node --test\n')
  mine.put('.keel/tasks/t1.md', '---\ntitle: Some work\n---\n')
  mine.put('.gitignore', '.keel/ledger\n.keel/journal\n.keel/cache\n.keel/leases\n')
  mine.git('init', '-q', '-b', 'main')
  mine.commit('start')
  gitIn(home)('clone', '-q', '--bare', top, remote)
  mine.git('remote', 'add', 'origin', remote)
  mine.git('fetch', '-q', 'origin')
  const clone = join(home, 'clone')
  gitIn(home)('clone', '-q', remote, clone)
  const theirs = handsIn(clone)
  mine.git('checkout', '-q', '-b', 'work')
  before({ mine, theirs })
  const cwd = join(top, folder)
  const ask = (...words: string[]) => {
    const { code, stdout, stderr } = keel(words, { cwd, home })
    return { code, said: stdout + stderr }
  }
  expect(ask('task', 'claim', 't1', '--as', 'me').code).toBe(0)
  expect(ask('verify').code).toBe(0)
  const work = () => {
    mine.put('sum.js', `${mine.read('sum.js')}// more\n`)
    mine.commit('work')
  }
  const close = () => {
    const verified = ask('verify', '--task', 't1')
    return { ...ask('task', 'close', 't1'), verified: verified.said }
  }
  const push = () => theirs.git('push', '-q', 'origin', 'HEAD:main')
  return { mine, theirs, work, close, push, ask, clone }
}

type Hands = Record<'mine' | 'theirs', Pick<ReturnType<typeof team>['mine'], 'git' | 'drop' | 'commit'>>

describe('what others made is not held against a task', () => {
  it.each(['', 'packages/shop'])('where it was fetched and merged, in “%s”', (folder) => {
    const { mine, theirs, work, close, push } = team({ folder })
    work()
    theirs.drop(OTHER)
    theirs.put(TESTS, HEAD + testOf('one'))
    theirs.commit('drop two tests')
    push()
    mine.git('fetch', '-q')
    mine.git('merge', '-q', '--no-edit', 'origin/main')
    expect(close()).toMatchObject({ code: 0 })
  })

  it('where the work was put on top of it', () => {
    const { mine, theirs, work, close, push } = team()
    work()
    theirs.drop(OTHER)
    theirs.commit('drop a test')
    push()
    mine.git('fetch', '-q')
    mine.git('rebase', '-q', 'origin/main')
    expect(close()).toMatchObject({ code: 0 })
  })

  it('where another branch had it when the task was claimed', () => {
    const { mine, work, close } = team({
      before: ({ mine: { git, drop, commit } }) => {
        git('checkout', '-q', 'main')
        drop(OTHER)
        commit('drop a test')
        git('checkout', '-q', 'work')
      },
    })
    work()
    mine.git('merge', '-q', '--no-edit', 'main')
    expect(close()).toMatchObject({ code: 0 })
  })

  it('but what the work itself did to the same tests is', () => {
    const { mine, theirs, work, close, push } = team()
    work()
    theirs.put(TESTS, HEAD + testOf('one') + testOf('two') + testOf('four'))
    theirs.drop(OTHER)
    theirs.commit('other tests')
    push()
    mine.git('fetch', '-q')
    mine.git('merge', '-q', '--no-edit', 'origin/main')
    mine.put(TESTS, HEAD + testOf('one') + testOf('two'))
    mine.commit('one less')
    const { code, verified } = close()
    expect(code).not.toBe(0)
    expect(verified).toContain('four')
    expect(verified).not.toContain(OTHER)
  })
})

describe('whoever makes a branch to take tests away is not let off', () => {
  it('and hears by which merge they went', () => {
    const { mine, work, close } = team()
    work()
    mine.git('checkout', '-q', 'main')
    mine.drop(OTHER)
    mine.commit('drop a test')
    mine.git('checkout', '-q', 'work')
    mine.git('merge', '-q', '--no-edit', 'main')
    const { code, verified } = close()
    expect(code).not.toBe(0)
    expect(verified.replace(/\s+/g, ' ')).toMatch(
      /It came with \w{10} \(“drop a test”\) of main, merged by \w{10}\./,
    )
  })

  it('and hears so where the branch is gone by then', () => {
    const { mine, work, close } = team()
    work()
    mine.git('checkout', '-q', '-b', 'other', 'main')
    mine.drop(OTHER)
    mine.commit('drop a test')
    mine.git('checkout', '-q', 'work')
    mine.git('merge', '-q', '--no-edit', 'other')
    mine.git('branch', '-qD', 'other')
    expect(close().verified.replace(/\s+/g, ' ')).toMatch(
      /It came with \w{10} \(“drop a test”\), merged by \w{10}\./,
    )
  })

  it('where it was pushed', () => {
    const { mine, work, close } = team()
    work()
    mine.drop(OTHER)
    mine.commit('drop a test')
    mine.git('push', '-q', 'origin', 'HEAD:main')
    mine.git('fetch', '-q')
    expect(close()).toMatchObject({ code: 1, verified: expect.stringContaining(OTHER) })
  })

  it('where a remote was added for it', () => {
    const { mine, theirs, clone, work, close } = team()
    work()
    theirs.drop(OTHER)
    theirs.commit('drop a test')
    mine.git('remote', 'add', 'new', clone)
    mine.git('fetch', '-q', 'new')
    mine.git('merge', '-q', '--no-edit', 'new/main')
    expect(close()).toMatchObject({ code: 1, verified: expect.stringContaining(OTHER) })
  })

  it('where git’s log of what was made here is gone', () => {
    const { mine, work, close } = team()
    work()
    mine.drop(OTHER)
    mine.commit('drop a test')
    mine.git('push', '-q', 'origin', 'HEAD:main')
    mine.git('reflog', 'expire', '--expire=now', '--all')
    expect(close()).toMatchObject({ code: 1, verified: expect.stringContaining(OTHER) })
  })
})
