import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { treeHash } from '#kit/tree-hash.ts'
import type { Evidence } from '#words/evidence.ts'
import { scratch } from '../../../../test/contracts/program.ts'
import { ACCEPTANCE } from '../run-checks.ts'
import { type VerifyRequest, verify } from '../verify.ts'

type Files = Readonly<Record<string, string | null>>
type Worked = { readonly check: string; readonly had: Files; readonly work: Files; readonly isOfTests?: true }

const FINE = `require('node:test').test('fine', () => {})\n`
const CHECK = `if (require('./sum.js')(1, 2) !== 3) process.exit(1)\n`
const TEST = `const assert = require('node:assert')\nconst { test } = require('node:test')\ntest('adds', () => assert.equal(require('../sum.js')(1, 2), 3))\n`
const WRONG = 'module.exports = (a, b) => a - b\n'
const RIGHT = 'module.exports = (a, b) => a + b\n'
const scripts = (all: Readonly<Record<string, string>>, more = {}) =>
  JSON.stringify({ ...more, scripts: { test: 'node --test test', ...all } }, null, 2)
const SELF = `const sum = require('../sum.js')\nrequire('node:assert').equal(sum(1, 2), 3)\n`
const ACCEPT = scripts({ accept: 'node check.js' })

/** What a verification says of work where the task's own check has to be green. */
async function judge({ check, had, work, isOfTests }: Worked): Promise<Evidence> {
  const { project: root, base } = scratch()
  const put = (files: Files) => {
    for (const [path, text] of Object.entries(files)) {
      const place = join(root, path)
      rmSync(place, { force: true, recursive: true })
      mkdirSync(dirname(place), { recursive: true })
      if (text?.startsWith('-> ') === true) symlinkSync(text.slice(3), place)
      else if (text !== null) writeFileSync(place, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 })
    }
  }
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...words], { cwd: root })
  git('init', '-q')
  put({
    'package.json': scripts({}),
    'test/fine.test.js': FINE,
    'sum.js': WRONG,
    ...had,
  })
  git('add', '-A')
  git('commit', '-qm', 'start')
  mkdirSync(join(base, 'papers'))
  const request: Omit<VerifyRequest, 'last' | 'before'> = {
    root,
    command: 'node --test test',
    isOwn: true,
    timeoutMs: 30_000,
    logFile: join(base, 'papers', 'tests.log'),
    environment: process.env,
    now: () => new Date(),
    signal: new AbortController().signal,
    checks: [{ name: ACCEPTANCE, command: check }],
    key: null,
  }
  const before = { tree: treeHash(root), evidence: null, mayChangeTests: isOfTests === true }
  put(work)
  return verify({ ...request, last: null, before })
}

describe('what a check runs has to say what it said when the work began', () => {
  it.each<[string, Worked, string]>([
    [
      'a program that ends well',
      { check: 'node check.js', had: { 'check.js': CHECK }, work: { 'check.js': 'process.exit(0)\n' } },
      'check.js',
    ],
    [
      'a shell script that ends well',
      {
        check: 'sh check.sh',
        had: { 'check.sh': 'node -e "process.exit(1)"\n' },
        work: { 'check.sh': 'exit 0\n' },
      },
      'check.sh',
    ],
    [
      'a program that is started by its path',
      {
        check: './accept/run',
        had: { 'accept/run': '#!/bin/sh\nexit 1\n' },
        work: { 'accept/run': '#!/bin/sh\n' },
      },
      'accept/run',
    ],
    [
      'a script of the package',
      {
        check: 'npm run accept',
        had: { 'package.json': ACCEPT, 'check.js': CHECK },
        work: { 'package.json': scripts({ accept: 'true' }) },
      },
      'package.json',
    ],
    [
      'a script of the package whose failure does not count',
      {
        check: 'npm run accept',
        had: { 'package.json': ACCEPT, 'check.js': CHECK },
        work: { 'package.json': scripts({ accept: 'node check.js &' }) },
      },
      'package.json',
    ],
    [
      'a script of the package with an end before it',
      {
        check: 'npm run accept',
        had: { 'package.json': ACCEPT, 'check.js': CHECK },
        work: { 'package.json': scripts({ accept: 'exit 0 && node check.js' }) },
      },
      'package.json',
    ],
    [
      'a step before a script that could do anything',
      {
        check: 'npm run accept',
        had: { 'package.json': ACCEPT, 'check.js': CHECK },
        work: { 'package.json': scripts({ accept: 'node check.js', preaccept: 'node make-it-pass.js' }) },
      },
      'package.json',
    ],
    [
      'a build in the place of a script',
      {
        check: 'npm run accept',
        had: { 'package.json': ACCEPT, 'check.js': CHECK },
        work: { 'package.json': scripts({ accept: 'rm -rf dist', preaccept: 'rm -rf out' }) },
      },
      'package.json',
    ],
    [
      'the file behind a script of the package',
      {
        check: 'npm run accept',
        had: { 'package.json': ACCEPT, 'check.js': CHECK },
        work: { 'check.js': '' },
      },
      'check.js',
    ],
    [
      'a recipe',
      {
        check: 'make accept',
        had: { Makefile: 'accept:\n\tnode check.js\n', 'check.js': CHECK },
        work: { Makefile: 'accept:\n\ttrue\n' },
      },
      'Makefile',
    ],
    [
      'a recipe that may fail',
      {
        check: 'make accept',
        had: { Makefile: 'accept:\n\tnode check.js\n', 'check.js': CHECK },
        work: { Makefile: 'accept:\n\t-node check.js\n' },
      },
      'Makefile',
    ],
    [
      'the file behind a recipe',
      {
        check: 'make accept',
        had: { Makefile: 'accept:\n\tnode check.js\n', 'check.js': CHECK },
        work: { 'check.js': '// fine\n' },
      },
      'check.js',
    ],
    [
      'tests that are not called so',
      {
        check: 'node --test accept/e.js',
        had: { 'accept/e.js': TEST },
        work: { 'accept/e.js': FINE },
      },
      'accept/e.js',
    ],
    [
      'tests that are not called so, and are emptied',
      { check: 'node --test accept/e.js', had: { 'accept/e.js': TEST }, work: { 'accept/e.js': '' } },
      'accept/e.js',
    ],
    [
      'a program without tests that is run as one',
      {
        check: 'node --test accept/e.js',
        had: { 'accept/e.js': CHECK.replace('./', '../') },
        work: { 'accept/e.js': '1\n' },
      },
      'accept/e.js',
    ],
    [
      'a link in the place of a program',
      {
        check: 'node check.js',
        had: { 'check.js': CHECK },
        work: { 'fine.js': '\n', 'check.js': '-> fine.js' },
      },
      'check.js',
    ],
    [
      'what a shell script starts',
      {
        check: 'sh scripts/accept.sh',
        had: { 'scripts/accept.sh': 'set -e\nnode check.js\n', 'check.js': CHECK },
        work: { 'check.js': '\n' },
      },
      'check.js',
    ],
    [
      'what a program loads that is there to check',
      {
        check: 'node check.js',
        had: {
          'check.js': `require('./accept/equal.js')(require('./sum.js')(1, 2), 3)\n`,
          'accept/equal.js': 'module.exports = (a, b) => { if (a !== b) process.exit(1) }\n',
        },
        work: { 'accept/equal.js': 'module.exports = () => {}\n' },
      },
      'accept/equal.js',
    ],
    [
      'an exit before what a product asserts of itself',
      {
        check: 'node src/index.js',
        had: { 'src/index.js': SELF },
        work: { 'src/index.js': `process.exit(0)\n${SELF}` },
      },
      'src/index.js',
    ],
    ...['process.exit(0)\n', 'module.exports = function sum() { process.exit(0) }\n'].map(
      (text): [string, Worked, string] => [
        `an exit in what such a product loads: ${text}`,
        { check: 'node src/index.js', had: { 'src/index.js': SELF }, work: { 'sum.js': text } },
        'sum.js',
      ],
    ),
    [
      'an ear for what fails in what such a product loads',
      {
        check: 'node src/index.js',
        had: { 'src/index.js': SELF },
        work: { 'sum.js': `process.on('uncaughtException', () => {})\n` },
      },
      'sum.js',
    ],
    [
      'what such a product of Python loads, and ends on its way out',
      {
        check: 'python3 src/main.py',
        had: {
          'src/main.py': 'from calc import add\n\nassert add(1, 2) == 3\n',
          'src/calc.py': 'def add(a, b):\n    return a - b\n',
        },
        work: { 'src/calc.py': 'import atexit, os\natexit.register(lambda: os._exit(0))\nadd = sum\n' },
      },
      'src/calc.py',
    ],
    [
      'an assertion of its own that never fails',
      {
        check: 'node src/index.js',
        had: {
          'src/index.js': `import assert from 'node:assert'\nimport { sum } from './sum.js'\nassert.equal(sum(1, 2), 3)\n`,
        },
        work: {
          'src/index.js': `import assert from './assert.js'\nimport { sum } from './sum.js'\nassert.equal(sum(1, 2), 3)\n`,
          'src/assert.js': 'export default { equal() {} }\n',
        },
      },
      'src/index.js',
    ],
    [
      'an exit in a product that is handed to node:test',
      {
        check: 'node --test src/index.js',
        had: { 'src/index.js': SELF },
        work: { 'src/index.js': `process.exit(0)\n${SELF}` },
      },
      'src/index.js',
    ],
  ])('%s is found', async (_, worked, path) => {
    const { passed, tampering } = await judge(worked)
    expect(passed).toBe(false)
    expect(tampering.map((one) => one.path)).toContain(path)
  })

  it('a program that was taken away is found as well', async () => {
    const had = { 'check.js': CHECK }
    const { tampering } = await judge({
      check: 'node check',
      had,
      work: { 'check.js': null, 'check/index.js': '' },
    })
    expect(tampering).toMatchObject([{ kind: 'test-deleted', path: 'check.js', line: null }])
  })

  it('the line is named that is other', async () => {
    const had = { 'check.js': `// What it comes to.\n${CHECK}` }
    const { tampering } = await judge({
      check: 'node check.js',
      had,
      work: { 'check.js': '// What it comes to.\n' },
    })
    expect(tampering).toMatchObject([{ kind: 'expectation-changed', path: 'check.js', line: 2 }])
  })

  it.each<[string, Worked]>([
    ['the work itself', { check: 'node check.js', had: { 'check.js': CHECK }, work: { 'sum.js': RIGHT } }],
    [
      'a program that the work was to write',
      { check: 'node check.js', had: {}, work: { 'sum.js': RIGHT, 'check.js': CHECK } },
    ],
    [
      'a script that the work was to write',
      { check: 'npm run accept', had: {}, work: { 'package.json': scripts({ accept: 'true' }) } },
    ],
    [
      'another script of the same package',
      {
        check: 'npm run accept',
        had: { 'package.json': ACCEPT, 'check.js': CHECK },
        work: { 'sum.js': RIGHT, 'package.json': scripts({ accept: 'node check.js', lint: 'true' }) },
      },
    ],
    ...[
      { accept: 'node check.js', preaccept: 'mkdir -p dist' },
      { accept: 'rm -rf dist && mkdir -p dist && node check.js' },
      { accept: 'npm run build && node check.js', build: 'mkdir -p dist' },
    ].map((all): [string, Worked] => [
      `a step that only builds: ${JSON.stringify(all)}`,
      {
        check: 'npm run accept',
        had: { 'package.json': ACCEPT, 'check.js': CHECK },
        work: { 'sum.js': RIGHT, 'package.json': scripts(all) },
      },
    ]),
    [
      'a recipe that another needs, which only builds',
      {
        check: 'make accept',
        had: { Makefile: 'accept:\n\tnode check.js\n', 'check.js': CHECK },
        work: { 'sum.js': RIGHT, Makefile: 'accept: build\n\tnode check.js\n\nbuild:\n\tmkdir -p dist\n' },
      },
    ],
    [
      'another recipe of the same Makefile',
      {
        check: 'make accept',
        had: { Makefile: 'accept:\n\tnode check.js\n', 'check.js': CHECK },
        work: { 'sum.js': RIGHT, Makefile: 'V = 1\naccept:\n\tnode check.js\n\nclean:\n\trm -rf out\n' },
      },
    ],
    [
      'a test that was added',
      {
        check: 'node --test accept/e.js',
        had: { 'accept/e.js': TEST },
        work: {
          'sum.js': RIGHT,
          'accept/e.js': TEST + TEST.split('\n')[2]?.replace("'adds'", "'adds more'"),
        },
      },
    ],
    [
      'options of the tests that a check narrows',
      {
        check: 'npm test -- test/fine.test.js',
        had: { 'package.json': scripts({ test: 'node --test' }) },
        work: { 'package.json': scripts({ test: 'node --test --test-concurrency=2' }) },
      },
    ],
    ['a file that is asked for', { check: 'test -f log.txt', had: {}, work: { 'log.txt': '' } }],
    [
      'a file that is searched',
      { check: 'grep -q foo src/a.js', had: { 'src/a.js': '' }, work: { 'src/a.js': '// foo\n' } },
    ],
    [
      'a product that asserts something of itself, and more now',
      {
        check: 'node src/index.js',
        had: { 'src/index.js': SELF },
        work: { 'sum.js': RIGHT, 'src/index.js': `${SELF}console.log(sum(1, 2))\nprocess.exit(0)\n` },
      },
    ],
    [
      'an exit in a function that a product loads for others',
      {
        check: 'node src/index.js',
        had: { 'src/index.js': SELF },
        work: { 'sum.js': `${RIGHT}function quit() {\n  process.exit(0)\n}\nmodule.exports.quit = quit\n` },
      },
    ],
    [
      'a product that is run where products are',
      { check: 'node src/run.js', had: { 'src/run.js': 'process.exit(1)\n' }, work: { 'src/run.js': '\n' } },
    ],
    [
      'a product that is called as programs are',
      { check: 'node cli.js --version', had: { 'cli.js': 'process.exit(1)\n' }, work: { 'cli.js': '\n' } },
    ],
    [
      'a product by what its package says',
      {
        check: 'node tool.js --version',
        had: { 'package.json': scripts({}, { bin: { tool: './tool.js' } }), 'tool.js': 'process.exit(1)\n' },
        work: { 'tool.js': '\n' },
      },
    ],
    [
      'a product that its package starts',
      {
        check: 'node shop.js --once',
        had: { 'package.json': scripts({ start: 'node shop.js' }), 'shop.js': 'process.exit(1)\n' },
        work: { 'shop.js': '\n' },
      },
    ],
    [
      'a product that others load',
      {
        check: 'node shop.js',
        had: { 'shop.js': 'process.exit(1)\n', 'page.js': "const shop = require('./shop')\n" },
        work: { 'shop.js': '\n' },
      },
    ],
    [
      'whatever a task about tests does',
      { check: 'node check.js', had: { 'check.js': CHECK }, work: { 'check.js': '\n' }, isOfTests: true },
    ],
  ])('%s passes', async (_, worked) => {
    const { passed, tampering, checks } = await judge(worked)
    expect(tampering).toEqual([])
    expect(checks).toMatchObject([{ passed: true }])
    expect(passed).toBe(true)
  })
})
