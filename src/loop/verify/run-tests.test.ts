import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratch } from '../../../test/contracts/program.ts'
import { vitest } from './frameworks/vitest.ts'
import { runTests } from './run-tests.ts'

const FIXTURES = join(import.meta.dirname, '../../../test/fixtures/frameworks')

/** A program that says what the real one was recorded to say. */
function recorded(path: string, exitCode: number): string {
  return `#!/bin/sh\ncat '${join(FIXTURES, `${path}.txt`)}' >&2\nexit ${exitCode}\n`
}

const said = {
  vitest: recorded('vitest@4.1.12/pass', 0),
  redVitest: recorded('vitest@4.1.12/fail', 1),
  jest: recorded('jest@30.5.2/pass', 0),
  redJest: recorded('jest@30.5.2/fail', 1),
  mocha: recorded('mocha@12.0.3/pass', 0),
  redMocha: recorded('mocha@12.0.3/fail', 4),
  // What a test that leaves the program makes of it.
  silent: '#!/bin/sh\nexit 0\n',
}

function project(files: Readonly<Record<string, string>>) {
  const { base, project: root, home } = scratch()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    if (path.includes('bin/')) chmodSync(join(root, path), 0o755)
  }
  const environment = { ...process.env, HOME: home, PATH: `${join(root, 'bin')}:${process.env['PATH']}` }
  return async (command: string) => {
    const { signal } = new AbortController()
    const logFile = join(base, 'papers', 'tests.log')
    const run = await runTests({ root, command, timeoutMs: 60_000, logFile, environment, signal })
    const { passed, failed, skipped } = run.result?.counts ?? { passed: 0, failed: 0, skipped: 0 }
    const ids = run.result?.failing.map(({ id }) => id) ?? []
    return { ...run, counts: [passed, failed, skipped], ids }
  }
}

const manifest = (all: object) => JSON.stringify(all)
const counted = (path: string): string => readFileSync(join(FIXTURES, path), 'utf8')

describe('a framework that prints events', () => {
  it('has a log as people would have read it, without a secret that stands in two of them', async () => {
    const { base, project: root, home } = scratch()
    const [head, end] = ['ghp_aB3dE5fG7hJ9kL1mN3', 'pQ5rS7tU9vW1xY3zA5']
    const events = [
      { Action: 'start', Package: 'x' },
      { Action: 'run', Package: 'x', Test: 'TestA' },
      { Action: 'output', Package: 'x', Test: 'TestA', Output: `the token is ${head}` },
      { Action: 'output', Package: 'x', Test: 'TestA', Output: `${end}, é\n` },
      { Action: 'pass', Package: 'x', Test: 'TestA' },
      { Action: 'pass', Package: 'x' },
    ].map((event) => JSON.stringify(event))
    mkdirSync(join(root, 'bin'))
    writeFileSync(join(root, 'bin/go'), `#!/bin/sh\ncat <<'E'\n${events.join('\n')}\nE\n`)
    chmodSync(join(root, 'bin/go'), 0o755)
    writeFileSync(join(root, 'go.mod'), 'module x\n')
    const environment = { HOME: home, PATH: `${join(root, 'bin')}:${process.env['PATH']}` }
    const logFile = join(base, 'papers', 'tests.log')
    const { signal } = new AbortController()
    const asked = { root, command: 'go test ./...', timeoutMs: 60_000, logFile, environment, signal }
    expect(await runTests(asked)).toMatchObject({ result: { counts: { passed: 1 } } })
    expect(readFileSync(logFile, 'utf8')).toBe('the token is [redacted], é\n')
  })
})

describe('several frameworks behind one command', () => {
  it.each([
    ['vitest run && mocha', 'vitest, mocha'],
    ['mocha; vitest run', 'mocha, vitest'],
    ["sh -c 'mocha && vitest run'", 'mocha, vitest'],
  ])('%s: what all of them ran is counted', async (command, framework) => {
    const run = project({ 'bin/vitest': said.vitest, 'bin/mocha': said.mocha })
    expect(counted('vitest@4.1.12/pass.txt')).toContain('2 passed (2)')
    expect(counted('mocha@12.0.3/pass.txt')).toContain('2 passing')
    expect(await run(command)).toMatchObject({ exitCode: 0, framework, counts: [4, 0, 0] })
  })

  it('names the tests of packages so that none is taken for another', async () => {
    const run = project({
      'package.json': manifest({ name: 'all', workspaces: ['packages/*'] }),
      'packages/a/package.json': manifest({ name: 'a', version: '1.0.0', scripts: { test: 'jest' } }),
      'packages/b/package.json': manifest({ name: 'b', version: '1.0.0', scripts: { test: 'vitest run' } }),
      'packages/c/package.json': manifest({ name: 'c', version: '1.0.0', scripts: { test: 'jest' } }),
      'bin/jest': said.redJest,
      'bin/vitest': said.vitest,
    })
    const { ids, exitCode, framework, counts } = await run('npm test --workspaces')
    expect({ exitCode, framework }).toEqual({ exitCode: 1, framework: 'jest, vitest' })
    expect(new Set(ids).size).toBe(ids.length)
    const own = ids.filter((id) => id.startsWith('packages/a: ')).map((id) => id.slice('packages/a: '.length))
    expect(own.length).toBeGreaterThan(1)
    expect(ids).toEqual([...own.map((id) => `packages/a: ${id}`), ...own.map((id) => `packages/c: ${id}`)])
    expect(counts[1]).toBe(ids.length)
  })

  it.each(['npm test --workspaces', 'npm test -w a -w b'])(
    '%s: each test has its own words and its own place',
    async (command) => {
      const manifestOf = (name: string) => manifest({ name, version: '1.0.0', scripts: { test: 'mocha' } })
      const run = project({
        'package.json': manifest({ name: 'all', workspaces: ['packages/*'] }),
        'packages/a/package.json': manifestOf('a'),
        'packages/b/package.json': manifestOf('b'),
        'packages/a/test/red.js': '',
        'packages/b/test/red.js': '',
        'bin/mocha': said.redMocha,
      })
      const { result, output } = await run(command)
      const failing = result?.failing ?? []
      expect(output.match(/Lifecycle script/g)).toHaveLength(2)
      for (const { message } of failing) expect(message).toMatch(/^(?:Assertion)?Error(?![\s\S]*npm error)/)
      expect(failing[0]).toEqual({
        id: 'packages/a: divides: by zero',
        message: 'Error: nobody can\ndivide by zero',
        location: 'packages/a/test/red.js:3',
      })
      expect(failing.slice(4)).toEqual(
        failing.slice(0, 4).map(({ id, message, location }) => ({
          id: id.replace('packages/a', 'packages/b'),
          message,
          location: location?.replace('packages/a', 'packages/b'),
        })),
      )
    },
  )

  it('leaves a shell in brackets where it was begun, and puts no word behind one', async () => {
    const run = project({
      'a/package.json': manifest({ scripts: { test: 'vitest run' } }),
      'bin/vitest': said.vitest,
      'bin/mocha': said.mocha,
    })
    expect(await run('(cd a && npm test) && (cd a && mocha)')).toMatchObject({
      exitCode: 0,
      framework: 'vitest, mocha',
      counts: [4, 0, 0],
    })
    expect(await run('(cd a && npm test)')).toMatchObject({
      exitCode: 0,
      framework: 'vitest',
      folder: 'a',
      counts: [2, 0, 0],
    })
  })

  it('tells those apart that speak at once', async () => {
    const lines = (text: string, mark: string) => text.replaceAll(/^/gm, mark)
    const files = { a: counted('vitest@4.1.12/fail.txt'), b: counted('mocha@12.0.3/fail.txt') }
    const [one, other] = [lines(files.a, '[0] ').split('\n'), lines(files.b, '[1] ').split('\n')]
    const woven = one.flatMap((line, place) => [line, ...(other[place] === undefined ? [] : [other[place]])])
    const rest = other.slice(one.length)
    const run = project({
      woven: [...woven, ...rest, ''].join('\n'),
      'bin/concurrently': '#!/bin/sh\ncat woven\nexit 1\n',
      'bin/vitest': said.redVitest,
      'bin/mocha': said.redMocha,
    })
    const together = await run(`concurrently 'vitest run' 'mocha'`)
    const after = await run('vitest run; mocha')
    expect(together.framework).toBe('vitest, mocha')
    expect(together.counts[1]).toBeGreaterThan(4)
    expect({ counts: together.counts, ids: together.ids }).toEqual({ counts: after.counts, ids: after.ids })
  })

  it('is no pass where one of them said nothing, but for one that was never started', async () => {
    const silenced = project({ 'bin/vitest': said.vitest, 'bin/mocha': said.silent })
    expect(await silenced('vitest run && mocha')).toMatchObject({
      exitCode: 0,
      counts: [2, 1, 0],
      ids: ['mocha did not finish'],
    })
    const red = project({ 'bin/vitest': said.redVitest, 'bin/mocha': said.mocha })
    const { ids } = await red('vitest run && mocha')
    expect(ids.length).toBeGreaterThan(0)
    expect(ids).not.toContain('mocha did not finish')
    const spare = project({ 'bin/vitest': said.vitest, 'bin/mocha': said.mocha })
    expect(await spare('vitest run || mocha')).toMatchObject({ counts: [2, 0, 0], ids: [] })
  })

  it('is no pass where one framework is started twice and comes to its end once', async () => {
    const run = project({
      'bin/mocha': `#!/bin/sh\ntest "$1" = b || cat '${join(FIXTURES, 'mocha@12.0.3/pass.txt')}'\n`,
    })
    expect(await run('mocha a && mocha a')).toMatchObject({ counts: [4, 0, 0] })
    expect((await run('mocha a && mocha b')).result).toBeNull()
  })
})

describe('a file of Node’s own runner', () => {
  const test = `const { test } = require('node:test')\nconst { add } = require('./add.js')\n`

  it('is no test that passed where it asks for tests and names none', async () => {
    const run = project({
      'add.js': 'process.exit(0)\n',
      'a.test.js': `${test}test('adds', () => {})\n`,
      'c.test.mjs': `import { describe, it } from 'node:test'\nimport './add.js'\nit('adds', () => {})\n`,
      'b.test.js': `const it = require('node:test')\n`,
    })
    expect(await run('node --test')).toMatchObject({
      exitCode: 0,
      counts: [0, 3, 0],
      ids: ['a.test.js', 'b.test.js', 'c.test.mjs'],
    })
  })

  it('is one where it is a script, and nothing where others read it', async () => {
    const run = project({
      'a.test.mjs': `import assert from 'node:assert'\nassert.equal(1, 1)\n`,
      'b.test.mjs': `import { test } from 'node:test'\nexport const check = (name, body) => test(name, body)\n`,
      'c.test.mjs': `import { check } from './b.test.mjs'\ncheck('adds', () => {})\n`,
    })
    expect(await run('node --test')).toMatchObject({ exitCode: 0, counts: [2, 0, 0], ids: [] })
  })

  it.each([
    ['a function that nobody calls', 'export function testSub() { return 1 }\n'],
    [
      'one that would assert',
      `import assert from 'node:assert'\nconst testSub = () => { assert.equal(1, 2) }\n`,
    ],
    ['one that would throw', 'function testSub() {\n  throw new Error("no")\n}\n'],
    ['words for people', 'console.log("all tests passed")\n'],
    ['a while', `await new Promise((done) => setTimeout(done, 1))\n`],
    ['words about its own', 'const sub = (a, b) => a - b\nconsole.log(sub(2, 1))\n'],
  ])('is no test where nothing in it can fail: %s', async (_, text) => {
    const run = project({ 'package.json': manifest({ type: 'module' }), 'test/sub.test.js': text })
    expect(await run('node --test test/sub.test.js')).toMatchObject({
      exitCode: 0,
      counts: [0, 0, 0],
      ids: [],
    })
  })

  it.each([
    ['it throws', 'if (1 - 1 !== 0) throw new Error("no")\n'],
    ['it says how it ends', 'process.exitCode = 1 - 1\n'],
    ['it calls what it imports', `import { join } from 'node:path'\nconsole.log(join('a', 'b'))\n`],
    [
      'it hands on what it imports',
      `import { isAbsolute } from 'node:path'\nconsole.log(['a'].map(isAbsolute))\n`,
    ],
    [
      'a function of its own asserts',
      `import assert from 'node:assert'\nfunction main() { assert.ok(1) }\nmain()\n`,
    ],
    [
      'it waits for what it imports',
      `import { stat } from 'node:fs/promises'\nconst text = \`\${await stat('.')}\`\n`,
    ],
    ['it loads something', `await import('node:path')\n`],
  ])('is one where something in it can: %s', async (_, text) => {
    const run = project({ 'package.json': manifest({ type: 'module' }), 'test/sub.test.js': text })
    expect(await run('node --test test/sub.test.js')).toMatchObject({
      exitCode: 0,
      counts: [1, 0, 0],
      ids: [],
    })
  })
})

describe('whoever chose a reporter', () => {
  it.each(['dot', 'tap', 'junit', 'spec'])(
    'is counted all the same: node --test-reporter=%s',
    async (name) => {
      const run = project({
        'package.json': manifest({ scripts: { test: `node --test-reporter=${name} --test` } }),
        'a.test.js': `require('node:test').test('adds', () => {})\n`,
        'b.test.js': `require('node:test').test('subtracts', () => { throw new Error('no') })\n`,
      })
      expect(await run('npm test')).toMatchObject({
        framework: 'node:test',
        counts: [1, 1, 0],
        ids: ['b.test.js > subtracts'],
      })
    },
  )

  it.each([
    ['mocha --reporter json', 'json', [2, 4, 0]],
    ['mocha -R xunit', 'xunit', [2, 0, 0]],
  ])('is counted all the same: %s', async (command, name, counts) => {
    const run = project({ 'bin/mocha': recorded(`mocha@12.0.3/${name}`, 0), 'bin/vitest': said.vitest })
    expect(await run(command)).toMatchObject({ framework: 'mocha', counts })
    const [passed = 0, failed] = counts
    expect(await run(`vitest run && ${command}`)).toMatchObject({ counts: [passed + 2, failed, 0] })
  })

  it('is not asked for a second summary', () => {
    const words = (...given: string[]) =>
      vitest.report?.from.kind === 'asked' && vitest.report.from.words('F', given)
    expect(words('vitest', 'run')).toEqual(['--reporter=default', '--reporter=json', '--outputFile.json=F'])
    expect(words('vitest', '--reporter=dot')).toEqual(['--reporter=json', '--outputFile.json=F'])
    expect(words('vitest', '--reporter', 'json')).toEqual(['--outputFile.json=F'])
    expect(words('vitest', '--reporter=junit', '--outputFile=x.xml')).toEqual(['--reporter=default'])
  })
})
