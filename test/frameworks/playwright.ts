import { playwright } from '#loop/verify/frameworks/playwright.ts'
import { type Case, IN_COLOUR, type Proof } from './proof.ts'
import { npmPackages } from './sources.ts'

const IMPORT = `const { test, expect } = require('@playwright/test')\n`
const GREEN = `${IMPORT}test('adds', () => expect(1 + 1).toBe(2))
test('multiplies', () => expect(2 * 3).toBe(6))
`

const fail: Case = {
  files: {
    'tests/green.spec.js': GREEN,
    'tests/sums/red.spec.js': `${IMPORT}const refuse = () => {
  throw new Error('nobody can\\ndivide by zero')
}
test.describe('sums', () => {
  test.describe('below zero', () => {
    test('subtracts', () => {
      expect({ value: 1 }).toEqual({ value: 2 })
    })
  })
  test('is expected to fail', () => {
    test.fail()
    refuse()
  })
})
test('divides', () => refuse())
test('at the second try', ({}, info) => {
  if (info.retry === 0) refuse()
})
`,
    'playwright.config.js': `module.exports = { testDir: 'tests', retries: 1 }\n`,
  },
  command: 'playwright test',
  text: {
    counts: [4, 2, 0],
    failing: [
      {
        id: 'tests/sums/red.spec.js › sums › below zero › subtracts',
        message: 'expect(received).toEqual(expected)',
        location: 'tests/sums/red.spec.js:8',
      },
      {
        id: 'tests/sums/red.spec.js › divides',
        message: 'Error: nobody can\ndivide by zero',
        location: 'tests/sums/red.spec.js:3',
      },
    ],
  },
}

export const playwrightProof: Proof = {
  name: 'playwright',
  framework: playwright,
  source: npmPackages({ '@playwright/test': '1.65.0' }),
  cases: {
    pass: { files: { 'green.spec.js': GREEN }, command: 'playwright test', text: { counts: [2, 0, 0] } },
    fail,
    error: {
      files: {
        'green.spec.js': GREEN,
        'setup.spec.js': `${IMPORT}test.describe('with a server', () => {
  test.beforeAll(() => {
    throw new Error('no server')
  })
  test('asks', () => {})
  test('answers', () => {})
})
`,
      },
      command: 'playwright test',
      text: {
        counts: [2, 1, 1],
        failing: [
          {
            id: 'setup.spec.js › with a server › asks',
            message: 'Error: no server',
            location: 'setup.spec.js:4',
          },
        ],
      },
    },
    skip: {
      files: {
        'a.spec.js': `${IMPORT}test('adds', () => {})\ntest.skip('later', () => {})\ntest.fixme('once', () => {})\n`,
      },
      command: 'playwright test',
      text: { counts: [1, 0, 2] },
    },
    none: { files: { 'readme.txt': 'no tests\n' }, command: 'playwright test', text: { counts: [0, 0, 0] } },
    crash: {
      files: {
        'a.spec.js': GREEN,
        'b.spec.js': `${IMPORT}test('dies', () => process.kill(process.pid, 'SIGKILL'))\ntest('goes on', () => {})\n`,
      },
      command: 'playwright test',
      text: {
        counts: [3, 1, 0],
        failing: [
          { id: 'b.spec.js › dies', message: 'worker process exited unexpectedly', location: 'b.spec.js:2' },
        ],
      },
    },
    timeout: {
      files: {
        'a.spec.js': GREEN,
        'b.spec.js': `${IMPORT}test('waits', () => new Promise((resolve) => setTimeout(resolve, 90_000)))\n`,
      },
      command: 'playwright test --timeout=0',
      timeoutMs: 10_000,
      text: null,
    },
    colour: { ...fail, environment: IN_COLOUR },
    unicode: {
      files: {
        'größe.spec.js': `${IMPORT}test.describe('größe 📏', () => {
  test('misst 日本語', () => expect('ä').toBe('ö'))
  test('zählt ✓', () => {})
})
`,
      },
      command: 'playwright test',
      text: {
        counts: [1, 1, 0],
        failing: [
          {
            id: 'größe.spec.js › größe 📏 › misst 日本語',
            message: 'Expected: "ö"',
            location: 'größe.spec.js:3',
          },
        ],
      },
    },
  },
  more: {
    unloaded: {
      files: { 'a.spec.js': GREEN, 'b.spec.js': `require('./missing')\n` },
      command: 'playwright test',
      text: {
        counts: [0, 1, 0],
        failing: [{ id: 'b.spec.js', message: `Cannot find module './missing'`, location: 'b.spec.js:1' }],
      },
    },
    projects: {
      files: {
        'a.spec.js': `${IMPORT}test('adds', () => expect(1).toBe(2))\n`,
        'teardown.js': `module.exports = () => {\n  throw new Error('not tidy')\n}\n`,
        'playwright.config.js': `module.exports = { globalTeardown: './teardown.js', projects: [{ name: 'one' }, { name: 'two' }] }\n`,
      },
      command: 'playwright test',
      text: {
        counts: [0, 3, 0],
        failing: [
          { id: '[one] › a.spec.js › adds', message: 'Expected: 2', location: 'a.spec.js:2' },
          { id: '[two] › a.spec.js › adds', message: 'Expected: 2', location: 'a.spec.js:2' },
          { id: 'teardown.js', message: 'Error: not tidy', location: 'teardown.js:2' },
        ],
      },
    },
  },
}
