import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BIN, keel, scratch } from '../contracts/program.ts'

const SUM = 'export const sum = (items) => items.reduce((all, { price }) => all + price, 0)\n'
const RIGHT = SUM.replace('{ price }', '{ price, quantity = 1 }').replace('+ price', '+ price * quantity')
const HEAD =
  "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { sum } from '../sum.js'\n"
const PRICE = "test('price', () => assert.equal(sum([{ price: 2 }]), 2))\n"
const QUANTITY = "test('quantity', () => assert.equal(sum([{ price: 2, quantity: 3 }]), 6))\n"
const TESTS = 'test/sum.test.js'

/** A project with a bug, a test that shows it, and a task to mend it. */
function shop(files: Readonly<Record<string, string>> = {}) {
  const { home, project } = scratch()
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  const read = (path: string) => readFileSync(join(project, path), 'utf8')
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...words], {
      cwd: project,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  const commit = () => {
    git('add', '-A')
    git('commit', '-qm', 'more')
  }
  const all = {
    'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }',
    'sum.js': SUM,
    [TESTS]: HEAD + PRICE + QUANTITY,
    '.keel/config.yaml': '',
    '.keel/tasks/t1.md': '---\ntitle: Every piece counts\n---\n',
    ...files,
  }
  for (const [path, text] of Object.entries(all)) put(path, text)
  git('init', '-q')
  commit()
  const askWith = (environment: Record<string, string>, ...words: string[]) => {
    const { code, stdout, stderr } = keel(words, { cwd: project, home, environment })
    return { code, said: stdout + stderr }
  }
  const ask = (...words: string[]) => askWith({}, ...words)
  const must = (...words: string[]) => {
    const { code, said } = ask(...words)
    expect(code, said).toBe(0)
  }
  /** What whoever wants to close a task hears, once its tests were run. */
  const close = (task = 't1') => {
    const verified = ask('verify', '--task', task).said
    return verified + ask('task', 'close', task).said
  }
  const weaken = () => {
    put(TESTS, HEAD + PRICE)
    put('sum.js', `${SUM}// mended\n`)
  }
  const journal = () => {
    const folder = join(project, '.keel/journal')
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => `.keel/journal/${name}`)
  }
  return { project, home, put, read, git, commit, ask, askWith, must, close, weaken, journal }
}

type Shop = ReturnType<typeof shop>

const LESS = /Tests were made to say less/
const DOUBT = /“quantity” expects something else than before, and nobody knows whether it failed then/

describe('whoever weakens a test is not let off', () => {
  it.each<[string, (shop: Shop) => void, RegExp]>([
    [
      'by a claim that was edited in the journal',
      ({ must, weaken, commit, git, journal, read, put }) => {
        must('task', 'claim', 't1', '--as', 'me')
        weaken()
        commit()
        for (const file of journal())
          put(file, read(file).replace(/"head":"\w+"/, `"head":"${git('rev-parse', 'HEAD')}"`))
        put('sum.js', `${SUM}// once more\n`)
      },
      LESS,
    ],
    [
      'by a file that names another command for the tests',
      ({ must, put }) => {
        must('task', 'claim', 't1', '--as', 'me')
        put('Makefile', 'test:\n\tnode --test test/other.test.js\n')
        put('.keel/config.yaml', 'loop:\n  test: make test\n')
        put('test/other.test.js', "import { test } from 'node:test'\ntest('a', () => {})\n")
      },
      /What proves the project was `npm test`, and was changed|Tests were made to say less/,
    ],
    [
      'by taking the journal away',
      ({ project, must, weaken, commit, put }) => {
        must('task', 'claim', 't1', '--as', 'me')
        weaken()
        commit()
        rmSync(join(project, '.keel/journal'), { recursive: true })
        put('sum.js', `${SUM}// once more\n`)
      },
      LESS,
    ],
    [
      'by taking the journal away, and claiming it anew',
      ({ project, must, weaken, commit, put }) => {
        must('task', 'claim', 't1', '--as', 'me')
        weaken()
        commit()
        rmSync(join(project, '.keel/journal'), { recursive: true })
        must('task', 'reopen', 't1')
        must('task', 'claim', 't1', '--as', 'me')
        put('sum.js', `${SUM}// once more\n`)
      },
      LESS,
    ],
    ...['Every piece counts', 'Each piece counts'].map((title): [string, (shop: Shop) => void, RegExp] => [
      `by taking the journal away, and writing another task of its name that is called “${title}”`,
      ({ project, git, must, weaken, commit, put }) => {
        git('rm', '-rq', '--cached', '.keel/tasks')
        put('.git/info/exclude', '.keel\n')
        git('commit', '-q', '--amend', '-m', 'start')
        must('task', 'claim', 't1', '--as', 'me')
        weaken()
        commit()
        rmSync(join(project, '.keel'), { recursive: true })
        const created = new Date().toISOString()
        put('.keel/tasks/t1.md', `---\ntitle: ${title}\ncreated: ${created}\n---\n`)
        put('.keel/config.yaml', '')
        must('task', 'claim', 't1', '--as', 'me')
        put('sum.js', `${SUM}// once more\n`)
      },
      LESS,
    ]),
    [
      'by never claiming the task',
      ({ weaken, commit, put }) => {
        weaken()
        commit()
        put('sum.js', `${SUM}// once more\n`)
      },
      LESS,
    ],
    [
      'by claiming it once more after it was blocked',
      ({ must, weaken, commit, put }) => {
        must('task', 'claim', 't1', '--as', 'me')
        weaken()
        commit()
        must('task', 'block', 't1', '--why', 'hm')
        must('task', 'reopen', 't1')
        must('task', 'claim', 't1', '--as', 'me')
        put('sum.js', `${SUM}// once more\n`)
      },
      LESS,
    ],
    [
      'by claiming it once more after calling it done',
      ({ must, weaken, commit, put, read }) => {
        must('task', 'claim', 't1', '--as', 'me')
        weaken()
        commit()
        const file = '.keel/tasks/t1.md'
        put(file, read(file).replace('in_progress', 'done'))
        must('task', 'reopen', 't1')
        must('task', 'claim', 't1', '--as', 'me')
        put('sum.js', `${SUM}// once more\n`)
      },
      LESS,
    ],
    [
      'by having git forget the commit at which it was claimed',
      ({ must, weaken, git }) => {
        must('task', 'claim', 't1', '--as', 'me')
        weaken()
        git('add', '-A')
        git('commit', '-q', '--amend', '-m', 'start')
        git('reflog', 'expire', '--expire=now', '--all')
        git('gc', '-q', '--prune=now')
        weaken()
      },
      /The commit at which it was claimed is no longer known to git/,
    ],
    [
      'by saying afterwards that the task is about tests',
      ({ weaken, put }) => {
        weaken()
        put('.keel/tasks/t1.md', '---\ntitle: Every piece counts\nchanges_tests: true\n---\n')
      },
      /`changes_tests` was set after it was first committed/,
    ],
    [
      'by having git show the old tree as the new one',
      ({ must, weaken, commit, git }) => {
        must('task', 'claim', 't1', '--as', 'me')
        const old = git('rev-parse', 'HEAD^{tree}')
        weaken()
        commit()
        git('replace', old, git('rev-parse', 'HEAD^{tree}'))
      },
      LESS,
    ],
    [
      'by a filter that shows git the test as it was',
      ({ must, weaken, git, put }) => {
        must('task', 'claim', 't1', '--as', 'me')
        git('config', 'filter.x.clean', 'git show HEAD:%f')
        put('.git/info/attributes', '*.test.js filter=x\n')
        weaken()
      },
      /The filter x of git’s settings stands before it/,
    ],
    [
      'by a filter that is older than the claim',
      ({ must, weaken, git, put }) => {
        git('config', 'filter.x.clean', 'git show HEAD:%f')
        put('.git/info/attributes', '*.test.js filter=x\n')
        must('task', 'claim', 't1', '--as', 'me')
        weaken()
      },
      /The filter x of git’s settings stands before it/,
    ],
    [
      'by settings of git that were changed after the claim',
      ({ must, git, put }) => {
        must('task', 'claim', 't1', '--as', 'me')
        git('config', 'core.attributesFile', '/dev/null')
        put('sum.js', RIGHT)
      },
      /Git’s own settings \(\.git\/config, \.git\/info\) were changed since the task was claimed/,
    ],
    [
      'by a file that git ignores, and that is loaded before the tests',
      ({ must, put }) => {
        must('task', 'claim', 't1', '--as', 'me')
        put('.gitignore', '.npmrc\ncalm.cjs\n')
        put('.npmrc', 'node-options=--require ./calm.cjs\n')
        put('calm.cjs', "require('node:assert').strict.equal = () => {}\n")
        put('sum.js', `${SUM}// mended\n`)
      },
      /Tests were made to say less: \.npmrc: Git ignores this file, and it is run/,
    ],
    [
      'by such a file that was there when the tests were first run, after the claim',
      ({ must, put, commit, ask }) => {
        put('.gitignore', '.npmrc\ncalm.cjs\n')
        commit()
        must('task', 'claim', 't1', '--as', 'me')
        put('.npmrc', 'node-options=--require ./calm.cjs\n')
        put('calm.cjs', "require('node:assert').strict.equal = () => {}\n")
        ask('verify')
        put('sum.js', `${SUM}// mended\n`)
      },
      /Tests were made to say less: \.npmrc: Git ignores this file, and it is run/,
    ],
    [
      'by telling the index not to look',
      ({ must, weaken, git }) => {
        must('task', 'claim', 't1', '--as', 'me')
        git('update-index', '--skip-worktree', TESTS)
        weaken()
      },
      LESS,
    ],
    [
      'by having a red test expect what the code does, where nobody looked before',
      ({ must, put }) => {
        must('task', 'claim', 't1', '--as', 'me')
        put(TESTS, HEAD + PRICE + QUANTITY.replace('6', '2'))
        put('sum.js', `${SUM}// mended\n`)
      },
      DOUBT,
    ],
    [
      'by taking away the journal, which says that the test was red',
      ({ project, must, ask, put }) => {
        must('task', 'claim', 't1', '--as', 'me')
        ask('verify', '--task', 't1')
        rmSync(join(project, '.keel/journal'), { recursive: true })
        put(TESTS, HEAD + PRICE + QUANTITY.replace('6', '2'))
        put('sum.js', `${SUM}// mended\n`)
      },
      DOUBT,
    ],
    [
      'by hiding what a red test expects now from git, though the task has a check and nothing else was done',
      ({ must, ask, git, put }) => {
        put('.keel/tasks/t1.md', '---\ntitle: Every piece counts\ncheck: test -f sum.js\n---\n')
        git('commit', '-qam', 'a check')
        must('task', 'claim', 't1', '--as', 'me')
        ask('verify', '--task', 't1')
        git('update-index', '--assume-unchanged', TESTS)
        put(TESTS, HEAD + PRICE + QUANTITY.replace('6', '2'))
      },
      /“quantity” failed before the work, and what it asserts was changed/,
    ],
    [
      'by telling the index not to look after the tests were run',
      ({ must, git, put, ask }) => {
        must('task', 'claim', 't1', '--as', 'me')
        put('sum.js', RIGHT)
        git('add', '-A')
        must('verify', '--task', 't1')
        git('update-index', '--assume-unchanged', 'sum.js')
        put('sum.js', `${SUM}\n`)
        expect(ask('task', 'close', 't1').said).toContain('such as git was told not to look at')
      },
      /did not pass/,
    ],
  ])('%s', (_name, cheat, why) => {
    const scene = shop()
    cheat(scene)
    const said = scene.close()
    expect(said).toMatch(why)
    expect(said).not.toContain('is done')
    expect(scene.read('.keel/tasks/t1.md')).not.toContain('status: done')
  })

  it('in a project whose command is found by its files, where a new one takes over', () => {
    const { put, must, commit, git, close, project } = shop()
    rmSync(join(project, 'package.json'))
    put('Makefile', 'test:\n\tnode --test\n')
    git('mv', 'sum.js', 'sum.mjs')
    git('mv', TESTS, 'test/sum.test.mjs')
    put('test/sum.test.mjs', (HEAD + PRICE + QUANTITY).replace('sum.js', 'sum.mjs'))
    commit()
    must('task', 'claim', 't1', '--as', 'me')
    put('package.json', '{ "scripts": { "test": "node --test a.test.mjs" } }')
    put('a.test.mjs', "import { test } from 'node:test'\ntest('a', () => {})\n")
    expect(close()).toMatch(/What proves the project was `make test`, and was changed after it was claimed/)
  })

  it('in a repository inside', () => {
    const { project, put, git, commit, must, close, read } = shop({ [TESTS]: HEAD + PRICE })
    const part = join(project, 'part')
    put('part/part.test.js', HEAD + PRICE + QUANTITY)
    for (const words of [
      ['init', '-q'],
      ['add', '-A'],
      ['-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'part'],
    ])
      execFileSync('git', words, { cwd: part })
    git('-c', 'advice.addEmbeddedRepo=false', 'add', '-A')
    commit()
    must('task', 'claim', 't1', '--as', 'me')
    put('part/part.test.js', HEAD + PRICE)
    put('sum.js', `${SUM}// mended\n`)
    expect(close()).toMatch(/Tests were made to say less: part\/part\.test\.js/)
    expect(read('.keel/tasks/t1.md')).not.toContain('status: done')
  })
})

describe('whoever did the work', () => {
  it('closes a task that was claimed before, with commits or without', () => {
    const { must, put, commit, close } = shop()
    must('task', 'claim', 't1', '--as', 'me')
    put('sum.js', RIGHT)
    commit()
    put('more.js', '')
    expect(close()).toContain('t1 is done')
  })

  it.each([
    ['without a commit', ({ put }: Shop) => put('more.js', '')],
    [
      'with one',
      ({ put, commit }: Shop) => {
        commit()
        put('more.js', '')
      },
    ],
  ])('may have a green test expect something else once keel was shown that it was green: %s', (_how, end) => {
    const scene = shop({ [TESTS]: HEAD + PRICE })
    const { project, home, put, ask, close } = scene
    expect(ask('task', 'claim', 't1', '--as', 'me').said).toContain(
      'Before the work: keel verify --task t1 records what fails now.',
    )
    expect(ask('verify', '--task', 't1').said).not.toContain('Nobody knows which tests failed')
    rmSync(join(project, '.keel/journal'), { recursive: true })
    put('sum.js', SUM.replace(', 0)', ', 1)'))
    put(TESTS, HEAD + PRICE.replace('), 2)', '), 3)'))
    end(scene)
    const said = close()
    expect(said).toContain('“price” expects something else than before')
    const [, line = ''] = /keel has seen no whole run of them on \w+\. To look now: (.*)$/m.exec(said) ?? []
    expect(line).toMatch(/^git stash -u && .*\{ keel verify; .*git stash pop; \}$/)
    const program = `keel() { "${process.execPath}" "${BIN}" "$@"; }`
    const person = { GIT_AUTHOR_NAME: 't', GIT_AUTHOR_EMAIL: 't@t', GIT_COMMITTER_NAME: 't' }
    execFileSync('sh', ['-c', `${program}\n${line}`], {
      cwd: project,
      env: { PATH: process.env['PATH'], HOME: home, ...person, GIT_COMMITTER_EMAIL: 't@t' },
      stdio: 'ignore',
    })
    expect(close()).toContain('t1 is done')
  })

  it('is not held to the claims of a project that lay there before', () => {
    const { project, git, put, commit, must, close } = shop()
    must('task', 'claim', 't1', '--as', 'me')
    for (const name of ['.git', '.keel/journal', '.keel/ledger'])
      rmSync(join(project, name), { recursive: true, force: true })
    put('.keel/tasks/t1.md', '---\ntitle: Every piece counts\n---\n')
    put('other.md', '')
    git('init', '-q')
    commit()
    must('task', 'claim', 't1', '--as', 'me')
    put('sum.js', RIGHT)
    expect(close()).toContain('t1 is done')
  })

  it('is not held to the claim of another task that went by its name', () => {
    const { project, git, put, must, close, commit } = shop()
    git('rm', '-rq', '--cached', '.keel/tasks')
    put('.git/info/exclude', '.keel\n')
    git('commit', '-q', '--amend', '-m', 'start')
    must('task', 'claim', 't1', '--as', 'me')
    put(TESTS, HEAD + QUANTITY)
    commit()
    rmSync(join(project, '.keel'), { recursive: true })
    put('.keel/tasks/t1.md', `---\ntitle: Coupons\ncreated: ${new Date().toISOString()}\n---\n`)
    put('.keel/config.yaml', '')
    must('task', 'claim', 't1', '--as', 'me')
    put('sum.js', RIGHT)
    expect(close()).toContain('t1 is done')
  })

  it('hears of a file that is not there, where the tests of one are asked for', () => {
    const { ask } = shop()
    expect(ask('verify', '--only', 'nofile.js')).toMatchObject({
      code: 2,
      said: expect.stringContaining('There is no file nofile.js here'),
    })
    expect(ask('verify', '--only', TESTS).said).toContain('1 passed, 1 failed')
  })

  it('closes a task that nobody claimed, on work that is in no commit yet', () => {
    const { put, close, ask } = shop()
    put('sum.js', RIGHT)
    expect(ask('verify', '--task', 't1').said).toContain('where the task was first committed')
    expect(close()).toContain('t1 is done')
  })

  it('is told to claim a task that no commit knows, and closes it then', () => {
    const { put, close, must } = shop()
    put('.keel/tasks/t2.md', '---\ntitle: Every piece counts\n---\n')
    put('sum.js', RIGHT)
    expect(close('t2')).toContain('keel task claim t2')
    must('task', 'claim', 't2', '--as', 'me')
    expect(close('t2')).toContain('t2 is done')
  })

  it.each(['in the first worktree, and worked in another', 'in another worktree, and worked in the first'])(
    'is compared with the claim that was made %s',
    (name) => {
      const first = shop()
      const { project, home, git, commit, put } = first
      // Older than the claim, and nobody’s task.
      put(TESTS, HEAD + QUANTITY)
      commit()
      const other = join(dirname(project), 'other')
      git('worktree', 'add', '-q', other)
      const [here, there] = name.startsWith('in the first') ? [project, other] : [other, project]
      const ask = (cwd: string, ...words: string[]) => keel(words, { cwd, home }).stdout
      ask(here, 'task', 'claim', 't1', '--as', 'me')
      writeFileSync(join(there, 'sum.js'), RIGHT)
      expect(ask(there, 'verify', '--task', 't1')).toContain('where the task was claimed')
      expect(ask(there, 'task', 'close', 't1')).toContain('t1 is done')
    },
  )

  it('is not taken for work what a tracker writes down of a claim', () => {
    const { must, put, close } = shop({ 'sum.js': RIGHT, '.beads/issues.jsonl': '{}\n' })
    must('task', 'claim', 't1', '--as', 'me')
    put('.beads/issues.jsonl', '{ "status": "in_progress" }\n')
    expect(close()).toContain('Nothing was changed since the task was claimed')
  })

  it('is told that a file of tests cannot be loaded, and why, and not that there are no tests', () => {
    const { must, put, close } = shop()
    must('task', 'claim', 't1', '--as', 'me')
    put('sum.js', RIGHT)
    put(TESTS, `${HEAD + PRICE + QUANTITY}test(`)
    const said = close()
    expect(said).toMatch(/could not be loaded, compiled or set up\. test\/sum\.test\.js: SyntaxError: /)
    expect(said).not.toContain('ran no tests')
  })

  it('is told what to type where there is no repository yet, and it works', () => {
    const { project, ask } = shop()
    rmSync(join(project, '.git'), { recursive: true })
    const [, next = ''] = /Next: (git init .*)/.exec(ask('verify', '--task', 't1').said) ?? []
    expect(next).not.toBe('')
    expect(ask('task', 'close', 't1').said).toContain(next)
    const env = {
      ...process.env,
      GIT_AUTHOR_NAME: 't',
      GIT_AUTHOR_EMAIL: 't@t',
      GIT_COMMITTER_NAME: 't',
      GIT_COMMITTER_EMAIL: 't@t',
    }
    execFileSync('sh', ['-c', next], { cwd: project, env, stdio: 'ignore' })
    expect(ask('verify', '--task', 't1').said).not.toContain('git init')
  })

  it('is not held to tests that other tasks took away, with proof, while theirs was blocked', () => {
    const { must, put, commit, close, ask } = shop({
      [TESTS]: HEAD + PRICE + QUANTITY + PRICE.replace("'price'", "'old price'"),
      '.keel/tasks/tests.md': '---\ntitle: One test is enough for a price\nchanges_tests: true\n---\n',
    })
    must('task', 'claim', 't1', '--as', 'me')
    must('task', 'block', 't1', '--why', 'later')
    // Somebody’s own commit comes first.
    put('readme.md', 'A shop.\n')
    commit()
    must('task', 'claim', 'tests', '--as', 'ben')
    put(TESTS, HEAD + PRICE + QUANTITY)
    put('sum.js', RIGHT)
    expect(close('tests')).toContain('tests is done')
    commit()
    put('more.js', '')
    commit()
    must('task', 'reopen', 't1')
    must('task', 'claim', 't1', '--as', 'me')
    put('less.js', '')
    // What is lost beside that is lost still.
    put(TESTS, HEAD + PRICE)
    expect(close()).toMatch(LESS)
    put(TESTS, HEAD + PRICE + QUANTITY)
    expect(close()).toContain('t1 is done')
    expect(ask('task', 'show', 't1').code).toBe(0)
  })
})

const RED = "test('old', () => assert.equal(1, 2))\n"
const CHECKED = '---\ntitle: Every piece counts\ncheck: node check.js\n---\n'
const CHECK = "import { sum } from './sum.js'\nif (sum([{ price: 2, quantity: 3 }]) !== 6) process.exit(1)\n"

describe('a check of the task’s own in a project with red tests', () => {
  const files = { [TESTS]: HEAD + PRICE + RED, '.keel/tasks/t1.md': CHECKED, 'check.js': CHECK }
  const begun = () => {
    const opened = shop(files)
    opened.must('task', 'claim', 't1', '--as', 'me')
    opened.ask('verify', '--task', 't1')
    return opened
  }

  it('proves nothing once the program that it runs was made to end well', () => {
    const { put, close, read } = begun()
    put('check.js', 'process.exit(0)\n')
    expect(close()).toMatch(/check\.js.*The task’s check runs this file/)
    expect(read('.keel/tasks/t1.md')).not.toContain('status: done')
  })

  it('proves the work where it is as it was', () => {
    const { put, close, read } = begun()
    put('sum.js', RIGHT)
    close()
    expect(read('.keel/tasks/t1.md')).toContain('status: done')
  })

  it('is no reason by itself where it was not run because a test turned red, and none is that was red before', () => {
    const { put, ask } = begun()
    put('sum.js', SUM.replace('+ price', '+ 1'))
    ask('verify', '--task', 't1')
    const { said } = ask('task', 'close', 't1')
    expect(said).toContain('did not pass')
    expect(said).toContain('price')
    expect(said).not.toMatch(/\bold\b/)
    expect(said).not.toContain('was not run')
  })
})

it('who hears that a check failed does not hear that the tests did', () => {
  const { must, put, ask } = shop({
    [TESTS]: HEAD + PRICE,
    '.keel/config.yaml': 'loop:\n  checks:\n    lint: test ! -e ugly.js\n',
  })
  must('task', 'claim', 't1', '--as', 'me')
  put('ugly.js', '')
  ask('verify', '--task', 't1')
  const { said } = ask('task', 'close', 't1')
  expect(said).toContain('The check lint failed')
  expect(said.match(/The check lint failed/g)).toHaveLength(1)
  expect(said).not.toContain('did not pass')
})

describe('one piece of work', () => {
  const TASK = '---\ntitle: Another\n---\n'

  it('closes one task, whether the next was claimed before it, after it, or never', () => {
    const { must, put, close, ask } = shop({
      [TESTS]: HEAD + PRICE,
      ...{ '.keel/tasks/t2.md': TASK, '.keel/tasks/t3.md': TASK, '.keel/tasks/t4.md': TASK },
    })
    must('task', 'claim', 't1', '--as', 'me')
    must('task', 'claim', 't2', '--as', 'me')
    put('sum.js', RIGHT)
    expect(close('t1')).toContain('t1 is done')
    must('task', 'claim', 't3', '--as', 'me')
    for (const task of ['t2', 't3', 't4']) {
      const said = close(task)
      expect(said).toContain(`${task} is not closed`)
      expect(said).toContain('Nothing was changed since t1 was closed on the same files')
      expect(said).toContain(`keel task edit ${task} --check`)
    }
    put('more.js', 'export const more = 1\n')
    expect(close('t2')).toContain('t2 is done')
    expect(ask('task', 'show', 't3').said).toContain('in_progress')
  })

  it('closes what it was a part of, and what has a check of its own', () => {
    const { must, put, close } = shop({
      [TESTS]: HEAD + PRICE,
      '.keel/tasks/t1.1.md': TASK,
      '.keel/tasks/t2.md': '---\ntitle: Shown\ncheck: node --test test/sum.test.js\n---\n',
    })
    must('task', 'claim', 't1.1', '--as', 'me')
    put('sum.js', RIGHT)
    expect(close('t1.1')).toContain('t1.1 is done')
    expect(close('t1')).toContain('t1 is done')
    expect(close('t2')).toContain('t2 is done')
  })
})

describe('work that is not on the task', () => {
  it('does not close it, where the task says which files it is about', () => {
    const { must, put, close } = shop({
      [TESTS]: HEAD + PRICE,
      '.keel/tasks/t1.md': '---\ntitle: Every piece counts\nfiles: [sum.js, lib/]\n---\n',
    })
    must('task', 'claim', 't1', '--as', 'me')
    put('NOTES.md', 'done')
    expect(close()).toContain('Nothing was changed in the files that it is about: sum.js, lib/')
    put('lib/deep/more.js', 'export const more = 1\n')
    expect(close()).toContain('t1 is done')
  })

  it('is not proven by the tests of another folder', () => {
    const ofPackage = (title: string) =>
      `import unittest\n\nclass T(unittest.TestCase):\n    def test_${title}(self):\n        self.assertEqual(1, 1 + 0)\n`
    const { must, put, home, project } = shop({
      'package.json': '{}',
      ...{ 'sum.js': '', [TESTS]: '', '.gitignore': '__pycache__\n' },
      ...{ 'a/setup.cfg': '[metadata]\nname = a\n', 'a/test_a.py': ofPackage('a') },
      ...{ 'b/setup.cfg': '[metadata]\nname = b\n', 'b/test_b.py': ofPackage('b') },
    })
    const inside = (folder: string, ...words: string[]) => {
      const { stdout, stderr } = keel(words, { cwd: join(project, folder), home })
      return stdout + stderr
    }
    must('task', 'claim', 't1', '--as', 'me')
    put('a/a.py', 'one = 1\n')
    inside('b', 'verify', '--task', 't1')
    expect(inside('b', 'task', 'close', 't1')).toMatch(
      /a\/a\.py was changed, and what proves it is `cd a && /,
    )
    inside('a', 'verify', '--task', 't1')
    expect(inside('a', 'task', 'close', 't1')).toContain('t1 is done')
  })
})

describe('a task that is done in its file', () => {
  const FORGED = {
    ...{ id: 'zz-1', at: '2099-01-01T00:00:00.000Z', kind: 'task-moved', task: 't1', by: 'cli' },
    ...{ from: 'in_progress', to: 'done', reason: 'proven', evidence: 'zz-0', isForced: false },
    ...{ head: null, terms: null, rules: null, seal: '00' },
  }

  it('is not proven by a line of the journal that keel did not write', () => {
    const { project, must, put, read, ask } = shop()
    must('task', 'claim', 't1', '--as', 'me')
    put('.keel/journal/2099-01/cli-9-abcdef.jsonl', `${JSON.stringify(FORGED)}\n`)
    put('.keel/tasks/t1.md', read('.keel/tasks/t1.md').replace('in_progress', 'done'))
    const featureNow = () => JSON.parse(ask('task', 'list', '--features').said)[0]
    expect(featureNow()).toMatchObject({ status: 'in_progress', tested: false, passes: false })
    // Without a claim the file is believed, and is no proof.
    rmSync(join(project, '.keel/leases'), { recursive: true })
    expect(featureNow()).toMatchObject({ status: 'done', tested: false, passes: false })
    const { said } = ask('task', 'show', 't1')
    expect(said).toContain('keel has seen no proof of it')
    expect(said).not.toContain(': proven')
  })

  it('is proven where it was proven in another worktree, and merged', () => {
    const { must, put, commit, git, project, home, ask } = shop({ [TESTS]: HEAD + PRICE })
    const other = `${project}-other`
    git('worktree', 'add', '-q', '-b', 'other', other)
    const there = (...words: string[]) => keel(words, { cwd: other, home }).stdout
    there('task', 'claim', 't1', '--as', 'me')
    writeFileSync(join(other, 'sum.js'), RIGHT)
    there('verify', '--task', 't1')
    expect(there('task', 'close', 't1')).toContain('t1 is done')
    put('note.txt', 'meanwhile')
    commit()
    execFileSync('git', ['add', '-A'], { cwd: other })
    const as = ['-c', 'user.name=t', '-c', 'user.email=t@t']
    execFileSync('git', [...as, 'commit', '-qm', 'done'], { cwd: other })
    git('merge', '-q', '-m', 'all', 'other')
    must('task', 'show', 't1')
    const [feature] = JSON.parse(ask('task', 'list', '--features').said)
    expect(feature).toMatchObject({ status: 'done', tested: true, passes: true })
  })
})

describe('what keel saw in a copy of the project', () => {
  /** A copy with everything in it that git ignores, before anybody claimed the task; what is done there, its journal among it, is then copied back. */
  function copied(work: (there: (...words: string[]) => string, copy: string) => void) {
    const made = shop({ '.gitignore': '.keel/journal\n.keel/ledger\n.keel/leases\n.keel/cache\n' })
    const copy = `${made.project}-copy`
    cpSync(made.project, copy, { recursive: true })
    made.must('task', 'claim', 't1', '--as', 'me')
    work((...words) => {
      const { stdout, stderr } = keel(words, { cwd: copy, home: made.home })
      return stdout + stderr
    }, copy)
    for (const path of ['.keel/journal', '.keel/ledger', 'sum.js'])
      cpSync(join(copy, path), join(made.project, path), { recursive: true })
    return made
  }

  it('proves nothing here, where the same files may lie on other ground', () => {
    const { ask } = copied((there, copy) => {
      there('task', 'claim', 't1', '--as', 'me')
      writeFileSync(join(copy, 'sum.js'), RIGHT)
      expect(there('verify', '--task', 't1')).toContain('close would be accepted')
    })
    const { code, said } = ask('task', 'close', 't1')
    expect([code, said]).toEqual([1, expect.stringContaining('not written by keel for this project')])
    expect(ask('verify', '--task', 't1').said).toContain('close would be accepted')
    expect(ask('task', 'close', 't1').said).toContain('t1 is done')
  })

  it('is no close here, though its entry was copied back and the file says so', () => {
    const { project, read, put, ask } = copied((there, copy) => {
      there('task', 'edit', 't1', '--changes-tests')
      there('task', 'claim', 't1', '--as', 'me')
      writeFileSync(join(copy, TESTS), HEAD + PRICE)
      writeFileSync(join(copy, 'sum.js'), `${SUM}// mended\n`)
      there('verify', '--task', 't1')
      expect(there('task', 'close', 't1')).toContain('t1 is done')
    })
    put('.keel/tasks/t1.md', read('.keel/tasks/t1.md').replace('in_progress', 'done'))
    rmSync(join(project, '.keel/leases'), { recursive: true })
    const { said } = ask('task', 'show', 't1')
    expect(said).toContain('keel has seen no proof of it')
    expect(said).not.toContain(': proven')
    expect(JSON.parse(ask('task', 'list', '--features').said)[0]).toMatchObject({
      tested: false,
      passes: false,
    })
  })
})

describe('what the environment has tests do', () => {
  const NEVER = "require('node:assert/strict').equal = () => {}\n"
  const ALWAYS = "require('node:assert/strict').equal = () => { throw new Error('no') }\n"

  /** A file beside the project, where nobody looks, that a variable has Node load first. */
  function loading(text: string, { project }: Shop): Record<string, string> {
    const file = `${project}-first.cjs`
    writeFileSync(file, text)
    return { NODE_OPTIONS: `--max-old-space-size=2048 --require ${file}` }
  }

  it('is no proof, if it was not so when the task was claimed', () => {
    const made = shop()
    const { ask, askWith, must, put } = made
    const first = loading(NEVER, made)
    must('task', 'claim', 't1', '--as', 'me')
    put('sum.js', `${SUM}// mended\n`)
    expect(askWith(first, 'verify', '--task', 't1').said).toMatch(
      /close would be refused:[\s\S]*NODE_OPTIONS=\w+ in the environment, which was not there when it was claimed/,
    )
    for (const environment of [{}, first])
      expect(askWith(environment, 'task', 'close', 't1').said).toMatch(/--renew-terms/)
    put('sum.js', RIGHT)
    expect(ask('verify', '--task', 't1').said).toContain('close would be accepted')
  })

  it('is none either where nobody claimed the task', () => {
    const made = shop()
    made.put('sum.js', `${SUM}// mended\n`)
    expect(made.askWith(loading(NEVER, made), 'verify', '--task', 't1').said).toMatch(
      /NODE_OPTIONS=\w+ in the environment, which was not there when it was first committed/,
    )
  })

  it('tells nothing of what failed before the work', () => {
    const made = shop()
    const { ask, askWith, must, put } = made
    must('task', 'claim', 't1', '--as', 'me')
    expect(askWith(loading(ALWAYS, made), 'verify').said).toContain('0 passed, 2 failed')
    put('sum.js', RIGHT)
    const { said } = ask('verify', '--task', 't1')
    expect(said).toContain('Nobody knows which tests failed before the work')
  })

  it('is what it was where it was so at the claim, gives more room only, or leads into the project', () => {
    const made = shop()
    const { askWith, must, put } = made
    const always = loading('', made)
    const claimed = askWith(always, 'task', 'claim', 't1', '--as', 'me')
    expect(claimed.code).toBe(0)
    // Whoever claims has it bind, which is said, there and where it is used.
    const isSaid = /NODE_OPTIONS in the environment may decide what the tests load/
    expect(claimed.said).toMatch(isSaid)
    put('sum.js', RIGHT)
    expect(askWith(always, 'verify', '--task', 't1').said).toMatch(isSaid)
    const harmless = {
      ...{ NODE_OPTIONS: '--max-old-space-size=4096 --no-warnings', MAKEFLAGS: '-j8' },
      ...{ NODE_PATH: join(made.project, 'lib'), PYTHONPATH: 'src' },
    }
    for (const environment of [always, harmless])
      expect(askWith(environment, 'verify', '--task', 't1').said).toContain('close would be accepted')
    must('task', 'close', 't1')
  })
})
