import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { treeHash } from '#kit/tree-hash.ts'
import type { Entry } from '#words/entry.ts'
import type { Evidence } from '#words/evidence.ts'
import { scratch } from '../../../test/contracts/program.ts'
import { whyFailed } from '../why-failed.ts'
import { ACCEPTANCE } from './run-checks.ts'
import { type BaselineRequest, findBaseline, findVerified, takeBaseline } from './take-baseline.ts'
import { type VerifyRequest, verify } from './verify.ts'

const test = (name: string, body: string) => `require('node:test').test('${name}', () => { ${body} })\n`
const put = (root: string, files: Readonly<Record<string, string>>) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

function repository(files: Readonly<Record<string, string>>) {
  const { project: root, base } = scratch()
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  git('init', '-q')
  put(root, files)
  git('add', '-A')
  git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'start')
  const request: VerifyRequest = {
    root,
    command: 'node --test',
    isOwn: true,
    timeoutMs: 30_000,
    logFile: join(base, 'papers', 'tests.log'),
    environment: process.env,
    now: () => new Date(),
    signal: new AbortController().signal,
    last: null,
    before: null,
    checks: [],
    key: null,
  }
  mkdirSync(join(base, 'papers'), { recursive: true })
  const look = async (more: Partial<VerifyRequest> = {}) => verify({ ...request, ...more })
  const baseline = (more: Partial<BaselineRequest> = {}) =>
    takeBaseline({ ...request, entries: [], ...more, base: treeHash(root), aside: join(base, 'aside') })
  return { root, git, look, baseline, request }
}

const ids = ({ failing }: Evidence) => failing.map(({ id }) => id)

describe('a verification', () => {
  it('names what fails with its place and its words, and what it was run in', async () => {
    const { look } = repository({ 'a.test.js': test('adds', 'throw new Error("no sum")') })
    const evidence = await look()
    expect(evidence).toMatchObject({
      passed: false,
      framework: 'node:test',
      counts: { passed: 0, failed: 1, skipped: 0 },
      failing: [{ id: 'a.test.js > adds', location: expect.stringContaining('a.test.js:1') }],
      folder: '',
      environment: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
    expect(evidence.failing[0]?.message).toContain('no sum')
  })

  it('keeps no secret that a test prints, whatever stands around it', async () => {
    const secret = ['hunter', '2222'].join('')
    const { look } = repository({
      'a.test.js': test('says', `throw new Error('password=' + ${JSON.stringify(secret)} + '"x')`),
    })
    const evidence = await look()
    expect(ids(evidence)).toEqual(['a.test.js > says'])
    expect(evidence.failing[0]?.message).not.toContain(`password=${secret}`)
  })

  it('leaves no secret in any of its papers: not in a log, nor in what the framework reports, nor in that of a check', async () => {
    const token = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`
    const { look, request } = repository({
      'a.test.js': test(
        'says',
        `const t = ['${token.slice(0, 9)}', '${token.slice(9)}'].join(''); console.log(t); throw new Error(t)`,
      ),
    })
    const say = `node -e "console.log(['${token.slice(0, 9)}', '${token.slice(9)}'].join(''))"`
    const evidence = await look({ checks: [{ name: 'says', command: say }] })
    expect(evidence.checks).toMatchObject([{ name: 'says', passed: true }])
    const folder = dirname(request.logFile)
    const papers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    expect(papers.sort()).toEqual(['again.log', 'again.report', 'says.log', 'tests.log', 'tests.report'])
    for (const name of papers) {
      const paper = readFileSync(join(folder, name), 'utf8')
      expect(paper, name).toContain('[redacted]')
      expect(paper, name).not.toContain(token)
    }
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`keel-report-${process.pid}-`))).toEqual([])
  })

  it('leaves no piece of a secret that a test prints without end, and keeps its papers to itself', async () => {
    const [head, end] = ['aB3dE5fG7hJ9kL1mN3', 'pQ5rS7tU9vW1xY3zA5']
    const says = `const t = ['ghp_', '${head}', '${end}'].join(''); for (let i = 0; i < 20000; i += 1) console.log('the token is ' + t)`
    const { look, request } = repository({ 'a.test.js': test('says', says) })
    expect(await look()).toMatchObject({ passed: true, counts: { passed: 1 } })
    const folder = dirname(request.logFile)
    const papers = readdirSync(folder)
    expect(papers.sort()).toEqual(['tests.log', 'tests.report'])
    for (const name of papers) {
      const paper = readFileSync(join(folder, name), 'utf8')
      for (const piece of [head.slice(-6), end.slice(0, 6)]) expect(paper, name).not.toContain(piece)
      expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600)
    }
  })

  it('says nothing of where it had a report written', async () => {
    const { look, request } = repository({
      'package.json': '{ "scripts": { "test": "node tell.js && node --test" } }',
      'tell.js': 'console.log("report in " + /\\S*keel-report-[^/]+/.exec(process.env.NODE_OPTIONS)[0])\n',
      'a.test.js': test('a', ''),
    })
    const evidence = await look({ command: 'npm test' })
    expect(evidence).toMatchObject({ passed: true, counts: { passed: 1 } })
    const log = readFileSync(request.logFile, 'utf8')
    for (const text of [evidence.tail, log]) {
      expect(text).toContain('pass 1')
      expect(text).not.toContain('keel-report-')
    }
  })

  it('runs what failed once more, and marks what passes then', async () => {
    const flaky = `require('node:fs').existsSync('${'/tmp'}') && process.env.SEEN_FILE && (() => { const fs = require('node:fs'); if (!fs.existsSync(process.env.SEEN_FILE)) { fs.writeFileSync(process.env.SEEN_FILE, ''); throw new Error('once') } })()`
    const { look, root } = repository({
      'a.test.js': test('sometimes', flaky),
      'b.test.js': test('always', ''),
    })
    const environment = { ...process.env, SEEN_FILE: join(root, '../seen') }
    expect(await look({ environment })).toMatchObject({
      passed: true,
      flaky: ['a.test.js > sometimes'],
      counts: { passed: 2, failed: 0 },
      failing: [],
    })
  })

  it('clears no test that fails because of another, whatever it does alone', async () => {
    const { look } = repository({
      'package.json':
        '{ "scripts": { "test": "node --test-concurrency=1 --test first.test.js second.test.js" } }',
      'first.test.js': test(
        'leaves a trace',
        "require('node:fs').writeFileSync(require('node:os').tmpdir() + '/keel-trace-' + process.env.TRACE, '')",
      ),
      'second.test.js': test(
        'minds it',
        "const file = require('node:os').tmpdir() + '/keel-trace-' + process.env.TRACE; const fs = require('node:fs'); const there = fs.existsSync(file); fs.rmSync(file, { force: true }); if (there) throw new Error('a trace')",
      ),
    })
    const environment = { ...process.env, TRACE: `${process.pid}-${Date.now()}` }
    expect(await look({ command: 'npm test', environment })).toMatchObject({
      passed: false,
      flaky: [],
      exitCode: 1,
      failing: [{ id: 'second.test.js > minds it' }],
    })
  })

  it('knows a test that failed before by its name, with a secret in it or among hundreds', async () => {
    const secret = ['ghp_', 'Zx8'.repeat(12)].join('')
    const many = `for (let n = 0; n < 230; n++) require('node:test').test('red ' + n, () => { throw new Error('red') })\n`
    const { root, look, baseline } = repository({
      'a.test.js': `${test(`reads ${secret}`, 'throw new Error("red")')}${test('fine', '')}${many}`,
    })
    const checks = [{ name: ACCEPTANCE, command: 'test -e done' }]
    const { evidence } = await baseline({ checks })
    expect(JSON.stringify(evidence)).not.toContain(secret)
    put(root, { done: '' })
    const before = { tree: treeHash(root), evidence, mayChangeTests: false }
    expect(await look({ before, checks })).toMatchObject({ passed: true, counts: { passed: 1, failed: 231 } })
  })

  it('believes of what was before only what keel has sealed here', async () => {
    const { root, look, request } = repository({ 'a.test.js': test('fine', '') })
    const key = Buffer.alloc(32, 7)
    const sealed = await look({ key })
    const entry = (evidence: Evidence): Entry => ({
      ...{ id: 'cli-1-aaaaaa-1', at: '2026-01-01T00:00:00Z', kind: 'verified', run: 'by-hand', attempt: 1 },
      evidence,
    })
    const red = [{ id: 'a.test.js > fine', message: null, location: null }]
    const known = (evidence: Evidence) =>
      findVerified({ ...request, key, base: treeHash(root), entries: [entry(evidence)] })
    expect(known(sealed)).toEqual(sealed)
    expect(known({ ...sealed, failing: red })).toBeNull()
    expect(known({ ...sealed, failing: red, seal: null })).toBeNull()
  })

  it('is no pass where the command only says something', async () => {
    const { look } = repository({ 'package.json': '{ "scripts": { "test": "echo 12 passed" } }' })
    expect(await look({ command: 'npm test' })).toMatchObject({ passed: false, exitCode: 0, counts: null })
  })

  it.each([
    ['a comment', '// nothing yet\n'],
    ['imports', "const assert = require('node:assert')\nconst { sum } = require('./sum.js')\n"],
    ['what it loads, in which nothing is done', "require('./value.js')\n"],
    ['a value', "'use strict'\nconst wanted = 3\n"],
    ['nothing', ''],
  ])('is no pass where all that there is of tests is %s', async (_, text) => {
    const { root, look } = repository({
      'test/a.test.js': text,
      'test/sum.js': '',
      'test/value.js': '// none\n',
    })
    const only = { command: 'node --test test/a.test.js' }
    const evidence = await look(only)
    expect(evidence).toMatchObject({ passed: false, counts: { passed: 0, failed: 0 } })
    expect(whyFailed(evidence)).toContain('ran no tests')
    put(root, { 'test/b.test.js': test('fine', '') })
    expect(await look({ command: 'node --test' })).toMatchObject({ counts: { passed: 1 } })
  })

  it('takes a script that asserts, or loads what does, for a test', async () => {
    const assertion = "require('node:assert').equal(1, 1)\n"
    const { look } = repository({
      'a.test.js': assertion,
      'b.test.js': "require('./c.js')\n",
      'c.js': assertion,
    })
    expect(await look()).toMatchObject({ passed: true, counts: { passed: 2, failed: 0 } })
  })

  it('names the time that was not enough, for tests and for checks', async () => {
    const { look } = repository({ 'a.test.js': test('fine', '') })
    const slow = await look({ command: 'sleep 20', timeoutMs: 1000 })
    expect(slow).toMatchObject({ passed: false, limitMs: 1000 })
    expect(whyFailed(slow)).toBe('`sleep 20` did not come to its end within 1 second, and keel ended it.')
    const checks = [{ name: 'lint', command: 'sleep 60' }]
    const stuck = await look({ checks, timeoutMs: 5000 })
    expect(whyFailed(stuck)).toMatch(
      /^The check lint failed: `sleep 60` did not come to its end within 5 seconds/,
    )
  })

  it('lets tests fail that failed before, where the task has a check of its own, and no other', async () => {
    const { root, look, baseline } = repository({
      'old.test.js': test('old', 'throw new Error("long red")'),
      'fine.test.js': test('fine', ''),
      'value.js': '0',
    })
    const checks = [{ name: ACCEPTANCE, command: 'grep -q 1 value.js' }]
    const { evidence, isNew } = await baseline({ checks })
    expect(isNew).toBe(true)
    expect(evidence).toMatchObject({ passed: false, checks: [{ passed: false }] })
    const before = { tree: treeHash(root), evidence, mayChangeTests: false }
    put(root, { 'value.js': '1' })
    expect(await look({ before, checks })).toMatchObject({
      passed: true,
      exitCode: 1,
      baseline: ['old.test.js > old'],
    })
    expect(await look({ before })).toMatchObject({ passed: false })
    put(root, { 'value.js': '2' })
    expect(await look({ before, checks })).toMatchObject({ passed: false, checks: [{ passed: false }] })
    put(root, { 'value.js': '1', 'fine.test.js': test('fine', 'throw new Error("broken now")') })
    const broken = await look({ before, checks })
    expect(broken.passed).toBe(false)
    expect(ids(broken).sort()).toEqual(['fine.test.js > fine', 'old.test.js > old'])
  })

  it('lets what was red before go on failing where new tests are green and the task does not speak of it', async () => {
    const assertion = (name: string, body: string) =>
      `const assert = require('node:assert')\nconst { test } = require('node:test')\ntest('${name}', () => { ${body} })\n`
    const files = {
      'old.test.js': assertion('counts stock', "assert.equal(require('./stock.js').length, 3)"),
      'stock.js': 'module.exports = []\n',
      'fine.test.js': test('fine', ''),
    }
    const { root, look, baseline } = repository(files)
    const { evidence } = await baseline()
    const tree = treeHash(root)
    const seen = (asked = 'Add a discount') =>
      look({ before: { tree, evidence, mayChangeTests: false, asked } })
    // A promise, and a test that asserts nothing.
    put(root, { 'discount.js': 'module.exports = (n) => n / 2\n' })
    const idle = await seen()
    expect(idle).toMatchObject({ passed: false, held: expect.stringContaining('nothing turned green') })
    expect(whyFailed(idle)).toContain('keel task edit ID --check')
    const discount = (body: string) => put(root, { 'discount.test.js': assertion('halves', body) })
    for (const empty of ['', "require('./discount.js')(4)", 'assert.equal(1, 1)']) {
      discount(empty)
      expect(await seen()).toMatchObject({ passed: false })
    }
    discount("assert.equal(require('./discount.js')(4), 2)")
    expect(await seen()).toMatchObject({ passed: true, exitCode: 1, excused: ['old.test.js > counts stock'] })
    for (const asked of ['It counts stock', 'Mend old.test.js', 'All tests pass', 'Make the old code right'])
      expect(await seen(asked)).toMatchObject({ passed: false, held: expect.stringContaining('speaks of') })
    // What turns red is never let pass.
    put(root, { 'fine.test.js': test('fine', 'throw new Error("broken now")') })
    expect(await seen()).toMatchObject({ passed: false })
    expect(await seen()).not.toHaveProperty('excused')
  })

  it('lets the rest go on failing where one that was red is green', async () => {
    const { root, look, baseline } = repository({
      'a.test.js': test(
        'first',
        "if (require('node:fs').readFileSync('value.js', 'utf8') !== '1') throw new Error('no')",
      ),
      'b.test.js': test('second', 'throw new Error("red")'),
      'c.test.js': test('fine', ''),
      'value.js': '0',
    })
    const { evidence } = await baseline()
    const before = { tree: treeHash(root), evidence, mayChangeTests: false, asked: 'The value is one' }
    put(root, { 'value.js': '1' })
    expect(await look({ before })).toMatchObject({ passed: true, excused: ['b.test.js > second'] })
  })

  it('takes what is red beside what turned green for work half done', async () => {
    const one = (name: string, wanted: string) =>
      test(
        name,
        `if (require('node:fs').readFileSync('value.js', 'utf8') < '${wanted}') throw new Error('no')`,
      )
    const { root, look, baseline } = repository({
      'a.test.js': `${one('first', '1')}${one('second', '2')}`,
      'c.test.js': test('fine', ''),
      'value.js': '0',
    })
    const { evidence } = await baseline()
    const before = { tree: treeHash(root), evidence, mayChangeTests: false, asked: 'It is right' }
    put(root, { 'value.js': '1' })
    expect(await look({ before })).toMatchObject({
      passed: false,
      held: expect.stringContaining('half done'),
    })
    put(root, { 'value.js': '2' })
    expect(await look({ before })).toMatchObject({ passed: true, exitCode: 0 })
  })

  it('fails where tests that ran are gone, though no text shows which, and not where there was one for each file', async () => {
    const table = (rows: string) =>
      `const { test } = require('node:test')\nfor (const row of ${rows}) test('row ' + row, () => {})\n`
    const perFile = `const fs = require('node:fs')\nfor (const name of fs.readdirSync('src')) require('node:test').test(name, () => {})\n`
    const onceThere = `require('node:test').test('export', { skip: !require('node:fs').existsSync('src/b.js') }, () => {})\n`
    const { root, look, baseline } = repository({
      'table.test.js': table('[1, 2, 3]'),
      'each.test.js': perFile,
      'src/a.js': '',
      'src/b.js': '',
    })
    const { evidence } = await baseline()
    const before = { tree: treeHash(root), evidence, mayChangeTests: false }
    put(root, { 'table.test.js': table('[1, 3]') })
    expect(await look({ before })).toMatchObject({
      passed: false,
      tampering: [
        {
          kind: 'fewer-tests',
          path: 'table.test.js',
          text: expect.stringMatching(/^5 tests ran before, 4 now/),
        },
      ],
    })
    expect(await look({ before: { ...before, mayChangeTests: true } })).toMatchObject({ passed: true })
    put(root, { 'table.test.js': table('[1, 2, 3]') })
    rmSync(join(root, 'src/b.js'))
    expect(await look({ before })).toMatchObject({ passed: true, counts: { passed: 4 } })

    const other = repository({ 'a.test.js': `${test('fine', '')}${onceThere}`, 'src/b.js': '' })
    const known = await other.baseline()
    const since = { tree: treeHash(other.root), evidence: known.evidence, mayChangeTests: false }
    rmSync(join(other.root, 'src/b.js'))
    expect(await other.look({ before: since })).toMatchObject({
      passed: false,
      tampering: [
        {
          kind: 'fewer-tests',
          path: '.',
          text: '2 tests ran before, 1 now, and 1 more is skipped. Not among them: “a.test.js > export”.',
        },
      ],
    })
  })

  it('passes where two tests became one that asserts all they did, and not where it asserts less', async () => {
    const file = (...tests: string[]) =>
      `const assert = require('node:assert')\nconst { test } = require('node:test')\n${tests.join('')}`
    const one = (name: string, ...lines: string[]) =>
      `test('${name}', () => {\n${lines.map((line) => `  ${line}\n`).join('')}})\n`
    const [sums, empty] = ['assert.equal([1, 2].length, 2)', "assert.equal([].join('-'), '')"]
    const { root, look, baseline } = repository({
      'a.test.js': file(one('sums', sums), one('is zero', empty), one('stays', 'assert.equal([7].at(0), 7)')),
    })
    const { evidence } = await baseline()
    const tree = treeHash(root)
    const merge = (...lines: string[]) =>
      put(root, {
        'a.test.js': file(one('sums, and is zero', ...lines), one('stays', 'assert.equal([7].at(0), 7)')),
      })
    for (const seen of [evidence, null]) {
      const before = { tree, evidence: seen, mayChangeTests: false }
      merge(sums, empty)
      expect(await look({ before })).toMatchObject({ passed: true, tampering: [], counts: { passed: 2 } })
      merge(empty)
      expect(await look({ before })).toMatchObject({ passed: false, exitCode: 0 })
    }
  })

  it('fails where a test does not run that did, though another came in its place', async () => {
    const files = {
      'package.json': '{ "scripts": { "test": "node --test test/*.js" } }',
      'test/a.test.js': test('adds', ''),
      'test/b.test.js': test('quantity', ''),
    }
    const { root, look, baseline } = repository(files)
    const command = 'npm test'
    const { evidence } = await baseline({ command })
    const before = { tree: treeHash(root), evidence, mayChangeTests: false }
    const missing = async (more: Readonly<Record<string, string>>, lost: string) => {
      put(root, more)
      rmSync(join(root, lost))
      const seen = await look({ command, before })
      put(root, files)
      for (const path of Object.keys(more)) if (!(path in files)) rmSync(join(root, path))
      expect(seen).toMatchObject({ passed: false, exitCode: 0, counts: { passed: 2, failed: 0 } })
      return seen.tampering
    }
    // Where nobody looks for it, with something else where it was.
    const moved = { 'other/b.test.js': files['test/b.test.js'], 'test/c.test.js': test('pads', '') }
    expect(await missing(moved, 'test/b.test.js')).toMatchObject([
      {
        kind: 'fewer-tests',
        path: 'test/b.test.js',
        text: expect.stringContaining('“test/b.test.js > quantity”'),
      },
    ])
    put(root, { 'test/b.test.js': test('amount', '') })
    expect(await look({ command, before })).toMatchObject({ passed: true, tampering: [] })
  })

  it('knows what was red behind a suite that fails, and what turns red there', async () => {
    const red = (name: string) => test(name, 'throw new Error("red")')
    const { root, look, baseline } = repository({
      'package.json': '{ "scripts": { "test": "node --test a && node --test b" } }',
      'a/a.test.js': `${red('first')}${test('fine a', '')}`,
      'b/b.test.js': `${red('second')}${test('fine b', '')}`,
      'value.js': '0',
    })
    const command = 'npm test'
    const checks = [{ name: ACCEPTANCE, command: 'grep -q 1 value.js' }]
    const { evidence } = await baseline({ command, checks })
    expect(ids(evidence)).toEqual(['a/a.test.js > first', 'b/b.test.js > second'])
    const before = { tree: treeHash(root), evidence, mayChangeTests: false }
    put(root, { 'value.js': '1' })
    expect(await look({ command, checks, before })).toMatchObject({
      passed: true,
      counts: { passed: 2, failed: 2 },
    })
    put(root, { 'a/a.test.js': `${test('first', '')}${test('fine a', '')}` })
    expect(await look({ command, checks, before })).toMatchObject({
      passed: true,
      failing: [{ id: 'b/b.test.js > second' }],
    })
    put(root, {
      'a/a.test.js': `${red('first')}${test('fine a', '')}`,
      'b/b.test.js': `${red('second')}${red('fine b')}`,
    })
    expect(await look({ command, checks, before })).toMatchObject({ passed: false })
  })

  it('fails where something else tells of tests than before', async () => {
    const { root, look, baseline } = repository({
      Makefile: 'check:\n\t@node run.js\n',
      'run.js': "require('node:child_process').execSync('node --test', { stdio: 'inherit' })\n",
      'a.test.js': test('adds', ''),
    })
    const command = 'make check'
    const { evidence } = await baseline({ command })
    expect(evidence).toMatchObject({ passed: true, framework: 'node:test' })
    const before = { tree: treeHash(root), evidence, mayChangeTests: false }
    put(root, { 'run.js': "console.log('TAP version 13\\nok 1 - adds\\nok 2 - more\\n1..2')\n" })
    expect(await look({ command, before })).toMatchObject({
      passed: false,
      tampering: [
        { kind: 'fewer-tests', text: expect.stringContaining('by node:test, which does not speak now') },
      ],
    })
  })

  it('fails where a test that was red expects something else now, and not where it was added to', async () => {
    const quantity = (want: string, more = '') =>
      `const assert = require('node:assert')\nconst { test } = require('node:test')\ntest('quantity', () => {\n  assert.equal(require('./cart.js')(2), ${want})\n${more}})\n`
    const snapshots = '__snapshots__/a.test.js.snap'
    const snapshot = (n: number) => `// Snapshots\n\nexports[\`quantity 1\`] = \`${n}\`;\n`
    const { root, look, baseline } = repository({
      'cart.js': 'module.exports = (n) => n\n',
      'a.test.js': quantity('6'),
      'b.test.js': test('fine', ''),
      [snapshots]: snapshot(6),
    })
    const { evidence } = await baseline()
    const before = { tree: treeHash(root), evidence, mayChangeTests: false }
    put(root, { 'a.test.js': quantity('2') })
    expect(await look({ before })).toMatchObject({
      passed: false,
      exitCode: 0,
      tampering: [
        {
          kind: 'expectation-changed',
          path: 'a.test.js',
          text: '“quantity” failed before the work, and what it asserts was changed.',
        },
      ],
    })
    expect(await look({ before: { ...before, mayChangeTests: true } })).toMatchObject({ passed: true })
    put(root, {
      'cart.js': 'module.exports = (n) => 3 * n\n',
      'a.test.js': quantity('6', '  assert.equal(require("./cart.js")(0), 0)\n'),
    })
    expect(await look({ before })).toMatchObject({ passed: true, tampering: [] })
    put(root, { '.mocharc.json': '{ "retries": 3 }\n' })
    expect(await look({ before })).toMatchObject({
      passed: false,
      tampering: [{ kind: 'command-changed', path: '.mocharc.json', line: 1 }],
    })
    put(root, { '.mocharc.json': '{}\n', [snapshots]: snapshot(2) })
    expect(await look({ before })).toMatchObject({
      passed: false,
      tampering: [{ kind: 'expectation-changed', path: snapshots, line: 3 }],
    })
  })

  const CART = {
    'cart.js': 'module.exports = (n) => n\n',
    'a.test.js': [
      "const assert = require('node:assert')",
      "const { test } = require('node:test')",
      "test('price', () => assert.equal(require('./cart.js')(1), 1))",
      "test('quantity', () => assert.equal(require('./cart.js')(2), 6))\n",
    ].join('\n'),
  }
  const REWRITTEN = CART['a.test.js'].replace('(2), 6', '(2), 2')

  it.each(['--assume-unchanged', '--skip-worktree'])(
    'sees a red test expect something else in a file that git was told not to look at: %s',
    async (how) => {
      const { root, git, look, baseline } = repository(CART)
      const { evidence } = await baseline()
      const before = { tree: treeHash(root), evidence, mayChangeTests: false }
      git('update-index', how, 'a.test.js')
      put(root, { 'a.test.js': REWRITTEN, 'cart.js': `${CART['cart.js']}// mended\n` })
      expect(await look({ before })).toMatchObject({
        passed: false,
        exitCode: 0,
        tampering: [{ kind: 'expectation-changed', path: 'a.test.js' }],
      })
    },
  )

  it('sees it in a repository inside', async () => {
    const { root, git, look } = repository({ 'b.test.js': test('b', '') })
    put(join(root, 'part'), CART)
    const within = (...words: string[]) =>
      git('-C', 'part', '-c', 'user.name=t', '-c', 'user.email=t@t', ...words)
    within('init', '-q')
    within('add', '-A')
    within('commit', '-qm', 'part')
    const tree = treeHash(root)
    const evidence = await look()
    expect(ids(evidence)).toEqual(['part/a.test.js > quantity'])
    put(join(root, 'part'), { 'a.test.js': REWRITTEN })
    expect(await look({ before: { tree, evidence, mayChangeTests: false } })).toMatchObject({
      passed: false,
      tampering: [{ kind: 'expectation-changed', path: 'part/a.test.js' }],
    })
  })

  it('takes nothing for a baseline that was seen with files git was told not to look at, but what was so before the work', async () => {
    const { root, git, look, request } = repository({ ...CART, 'local.json': '{}' })
    const [key, checks] = [Buffer.alloc(32, 1), []]
    const base = treeHash(root)
    const claimedAt = new Date().toISOString()
    const entry = (evidence: Evidence): Entry => {
      return { id: evidence.at, at: evidence.at, kind: 'verified', run: 'by-hand', attempt: 1, evidence }
    }
    const known = async (begunAt: string, ...seen: readonly Evidence[]) => {
      const found = await findBaseline({ ...request, entries: seen.map(entry), base, checks, key, begunAt })
      return found?.at ?? null
    }
    git('update-index', '--assume-unchanged', 'local.json')
    put(root, { 'local.json': '{ "mine": true }' })
    const own = await look({ key })
    expect(own.tree).not.toBe(base)
    expect(await known(claimedAt, own)).toBe(own.at)
    git('update-index', '--assume-unchanged', 'a.test.js')
    put(root, { 'a.test.js': REWRITTEN })
    const fooled = await look({ key })
    expect(fooled).toMatchObject({ passed: true, exitCode: 0 })
    expect(await known(claimedAt, fooled)).toBeNull()
    expect(await known(fooled.at, fooled)).toBe(fooled.at)
    git('update-index', '--no-assume-unchanged', 'a.test.js')
    expect(await known(claimedAt, fooled)).toBeNull()
    expect(await known(claimedAt, own, fooled)).toBe(own.at)
  })

  it('holds every test to what it expected where nobody knows which were red', async () => {
    const { root, look, baseline } = repository(CART)
    const tree = treeHash(root)
    const { evidence } = await baseline()
    const slow = { ...evidence, counts: null, failing: [], exitCode: null, limitMs: 1000 }
    const none = { ...evidence, counts: { passed: 0, failed: 0, skipped: 2 }, failing: [] }
    const found = async (text: string, known: Evidence | null = null) => {
      put(root, { 'a.test.js': text, 'cart.js': 'module.exports = (n) => (n === 1 ? 1 : 3 * n)\n' })
      const seen = await look({ before: { tree, evidence: known, mayChangeTests: false } })
      return seen.tampering.map(({ kind, line, text: said }) => `${kind} ${line} ${said}`)
    }
    const doubt = (name: string, line: number) =>
      `expectation-changed ${line} “${name}” expects something else than before, and nobody knows whether it failed then: keel knows of no whole run of the tests on what the work began from.`
    const green = CART['a.test.js'].replace('(1), 1', '(3), 9')
    expect(await found(green)).toEqual([doubt('price', 3)])
    expect(await found(REWRITTEN)).toEqual([doubt('quantity', 4)])
    for (const known of [slow, none]) expect(await found(green, known)).toEqual([doubt('price', 3)])
    expect(await found(green, evidence)).toEqual([])
    expect(await found(`${CART['a.test.js']}${test('more', '')}`)).toEqual([])
    expect(await found(CART['a.test.js'].replaceAll(', () ', ',  () '))).toEqual([])
    const about = { tree, evidence: null, mayChangeTests: true }
    put(root, { 'a.test.js': green })
    expect(await look({ before: about })).toMatchObject({ passed: true, tampering: [] })
  })

  it('holds a snapshot to what it was where nobody knows which tests were red', async () => {
    const snapshots = '__snapshots__/a.test.js.snap'
    const snapshot = (n: number, more = '') => `exports[\`price 1\`] = \`${n}\`;\n${more}`
    const { root, look, baseline } = repository({ 'a.test.js': test('price', ''), [snapshots]: snapshot(6) })
    const tree = treeHash(root)
    const { evidence } = await baseline()
    const found = async (text: string, known: Evidence | null) => {
      put(root, { [snapshots]: text })
      const seen = await look({ before: { tree, evidence: known, mayChangeTests: false } })
      return seen.tampering.map(({ kind, path }) => `${kind} ${path}`)
    }
    expect(await found(snapshot(2), null)).toEqual([`expectation-changed ${snapshots}`])
    expect(await found(snapshot(2), evidence)).toEqual([])
    expect(await found(snapshot(6, '\nexports[`more 1`] = `1`;\n'), null)).toEqual([])
  })

  it('holds a test that could not be loaded before the work to what it expected', async () => {
    const files = {
      'a.test.js': CART['a.test.js']
        .replaceAll("require('./cart.js')", 'cart')
        .replace("'node:test')", "'node:test')\nconst cart = require('./cart.js')"),
      'b.test.js': CART['a.test.js'].replaceAll("require('./cart.js')", 'Number'),
    }
    const { root, look, baseline } = repository(files)
    const { evidence } = await baseline()
    expect(evidence.unloaded).toEqual(['a.test.js'])
    const before = { tree: treeHash(root), evidence, mayChangeTests: false }
    const found = async (path: 'a.test.js' | 'b.test.js', to: readonly [string, string]) => {
      put(root, { ...files, [path]: files[path].replace(...to), 'cart.js': CART['cart.js'] })
      return (await look({ before })).tampering.map(({ text }) => text)
    }
    expect(await found('a.test.js', ['(2), 6', '(2), 2'])).toEqual([
      '“quantity” expects something else than before, and it could not be run then: what the work began from could not be loaded, compiled or set up.',
    ])
    expect(await found('b.test.js', ['(1), 1', '(3), 3'])).toEqual([])
  })

  it('forgives a test that passes the second time only where it was seen to pass before the work', async () => {
    const once = `const fs = require('node:fs'); if (!fs.existsSync(process.env.SEEN_FILE)) { fs.writeFileSync(process.env.SEEN_FILE, ''); throw new Error('once') }`
    const { root, look, baseline } = repository({ 'a.test.js': test('a', once), 'b.test.js': test('b', '') })
    const seen = join(root, '../seen')
    const environment = { ...process.env, SEEN_FILE: seen }
    const tree = treeHash(root)
    put(root, { 'work.js': '' })
    const unknown = await look({ environment, before: { tree, evidence: null, mayChangeTests: false } })
    expect(unknown).toMatchObject({ passed: false, flaky: [], failing: [{ id: 'a.test.js > a' }] })
    expect(unknown.failing[0]?.message).toContain('Nobody saw it pass before the work')
    const { evidence } = await baseline({ environment })
    rmSync(seen)
    expect(await look({ environment, before: { tree, evidence, mayChangeTests: false } })).toMatchObject({
      passed: true,
      flaky: ['a.test.js > a'],
    })
  })

  it('leaves no trace of the baseline in the tree', async () => {
    const { git, root, baseline } = repository({
      'a.test.js': test(
        'writes',
        "require('node:fs').writeFileSync('left.txt', ''); require('node:fs').writeFileSync('kept.txt', 'other')",
      ),
      'kept.txt': 'mine',
    })
    const base = treeHash(root)
    await baseline()
    expect(git('status', '--porcelain')).toBe('')
    expect(treeHash(root)).toBe(base)
  })

  it('fails by a check that ended well before, and not by one that never did', async () => {
    const { root, look, baseline } = repository({
      'a.test.js': test('a', ''),
      'style.txt': 'good',
      'types.txt': 'bad',
    })
    const checks = [
      { name: 'lint', command: 'grep -q good style.txt' },
      { name: 'typecheck', command: 'grep -q good types.txt' },
    ]
    const { evidence } = await baseline({ checks })
    const before = { tree: treeHash(root), evidence, mayChangeTests: false }
    expect(await look({ before, checks })).toMatchObject({
      passed: true,
      checks: [
        { name: 'lint', passed: true },
        { name: 'typecheck', passed: false, failedBefore: true },
      ],
    })
    put(root, { 'style.txt': 'bad' })
    expect(await look({ before, checks })).toMatchObject({ passed: false })
  })

  it('is no pass where a test leaves before anything is said, or a check runs no test', async () => {
    const { look } = repository({
      'a.test.js': test('a', ''),
      'none/x.txt': '',
      'quit/q.test.js': 'process.exit(0)\n',
    })
    expect(await look({ command: 'cd none && node --test' })).toMatchObject({ passed: false })
    const checks = [{ name: ACCEPTANCE, command: 'node --test none' }]
    expect(await look({ command: 'node --test a.test.js', checks })).toMatchObject({ passed: false })
    expect(await look({ command: 'node --test a.test.js' })).toMatchObject({ passed: true })
  })
})

describe('what git ignores is a part of what tests are run with', () => {
  const RED = { 'a.test.js': test('adds', 'throw new Error("no sum")'), '.gitignore': 'node_modules\n' }
  const beside = (root: string, evidence: Evidence) => ({
    tree: treeHash(root),
    evidence,
    mayChangeTests: false,
  })

  it('a program of the system that the project has put its own in the place of is found', async () => {
    const { root, look, baseline } = repository({
      ...RED,
      'package.json': '{ "engines": { "node": ">=20" }, "scripts": { "test": "node --test" } }',
    })
    const { evidence } = await baseline({ command: 'npm test' })
    const before = beside(root, evidence)
    put(root, { 'node_modules/.bin/node': '#!/bin/sh\nprintf "TAP version 13\\n1..1\\nok 1 - adds\\n"\n' })
    chmodSync(join(root, 'node_modules/.bin/node'), 0o755)
    const fooled = await look({ command: 'npm test', before })
    expect(fooled).toMatchObject({
      passed: false,
      tampering: [{ kind: 'command-changed', path: 'node_modules/.bin/node' }],
    })
    expect(fooled.tampering[0]?.text).toContain('`node` is started from node_modules/.bin')
  })

  it('and one that a package brings is not', async () => {
    const { root, look } = repository({
      'a.test.js': test('adds', ''),
      '.gitignore': 'node_modules\n',
      'package.json': '{ "devDependencies": { "node": "^22" }, "scripts": { "test": "node --test" } }',
    })
    put(root, { 'node_modules/.bin/node': `#!/bin/sh\nexec ${process.execPath} "$@"\n` })
    chmodSync(join(root, 'node_modules/.bin/node'), 0o755)
    const before = { tree: treeHash(root), evidence: null, mayChangeTests: false }
    expect(await look({ command: 'npm test', before })).toMatchObject({ passed: true, tampering: [] })
  })

  /** A framework of two packages that says what it is told to say. */
  const withFramework = () => {
    const made = repository({
      '.gitignore': 'node_modules\n',
      'package.json': '{ "scripts": { "test": "tap-like" } }',
      'package-lock.json': '{}',
    })
    const { root } = made
    const framework = (says: string) => {
      put(root, {
        'node_modules/tap-like/package.json': '{ "name": "tap-like", "dependencies": { "chai": "1" } }',
        'node_modules/tap-like/cli.js': `#!/usr/bin/env node\nrequire('chai')\n`,
        'node_modules/chai/package.json': '{ "name": "chai" }',
        'node_modules/chai/index.js': `console.log('TAP version 13\\n1..1\\n${says} 1 - adds')\n`,
      })
      chmodSync(join(root, 'node_modules/tap-like/cli.js'), 0o755)
    }
    framework('not ok')
    mkdirSync(join(root, 'node_modules/.bin'))
    symlinkSync('../tap-like/cli.js', join(root, 'node_modules/.bin/tap-like'))
    return { ...made, framework }
  }

  it('a framework that was edited where it is installed is found, unless a lock file says why', async () => {
    const { root, look, baseline, framework } = withFramework()
    const { evidence } = await baseline({ command: 'npm test' })
    const before = beside(root, evidence)
    expect(evidence.programs).toMatch(/^tap-like=[0-9a-f]{12} chai=[0-9a-f]{12}$/)
    const found = async () => (await look({ command: 'npm test', before })).tampering
    expect(await found()).toEqual([])
    framework('ok')
    const edited = [{ path: 'node_modules', text: expect.stringContaining('installed (chai)') }]
    expect(await found()).toMatchObject(edited)
    // What is asked for of others is no reason.
    put(root, {
      'package.json': '{ "scripts": { "test": "tap-like" }, "devDependencies": { "tap-like": "2" } }',
      'package-lock.json': '{ "packages": { "node_modules/tap-like": { "version": "2.0.0" } } }',
    })
    expect(await found()).toMatchObject(edited)
    put(root, { 'package-lock.json': '{ "packages": { "node_modules/chai": { "version": "2.0.0" } } }' })
    expect(await found()).toEqual([])
  })

  it('what was seen with an edited framework after the work began is no baseline', async () => {
    const { root, look, baseline, framework } = withFramework()
    const [command, key] = ['npm test', Buffer.alloc(32, 1)]
    const { evidence } = await baseline({ command, key })
    framework('ok')
    const fooled = await look({ command, key })
    const entries = [evidence, fooled].map((one, attempt): Entry => {
      return { id: `cli-${attempt}`, at: one.at, kind: 'verified', run: 'by-hand', attempt, evidence: one }
    })
    const known = { entries, base: treeHash(root), command, checks: [], key }
    expect(findVerified(known)?.at).toBe(fooled.at)
    expect(findVerified({ ...known, begunAt: evidence.at })?.at).toBe(evidence.at)
    // Where nobody looked before, the first look counts.
    expect(findVerified({ ...known, begunAt: '2000-01-01T00:00:00.000Z' })?.at).toBe(evidence.at)
  })

  it('what an earlier run has seen with an edited framework is no baseline for the next', async () => {
    const { root, look, baseline, framework } = withFramework()
    const [command, key] = ['npm test', Buffer.alloc(32, 1)]
    const { evidence } = await baseline({ command, key })
    framework('ok')
    const fooled = await look({ command, key, before: beside(root, evidence) })
    expect(fooled.tampering).toMatchObject([{ path: 'node_modules' }])
    const entries = [evidence, fooled].map((one, attempt): Entry => {
      return { id: `run-${attempt}`, at: one.at, kind: 'verified', run: 'r-1', attempt, evidence: one }
    })
    const next = await baseline({ command, key, entries })
    expect([next.isNew, next.evidence.at]).toEqual([false, evidence.at])
    const again = await look({ command, key, before: beside(root, next.evidence) })
    expect(again.tampering).toMatchObject([{ path: 'node_modules' }])
  })
})
