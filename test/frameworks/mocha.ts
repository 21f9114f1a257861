import { mocha } from '#loop/verify/frameworks/mocha.ts'
import { type Case, IN_COLOUR, type Proof } from './proof.ts'
import { npmPackages } from './sources.ts'

const GREEN = `it('adds', () => {})
it('multiplies', () => {})
`

const pass: Case = { files: { 'test/green.js': GREEN }, command: 'mocha', text: { counts: [2, 0, 0] } }

const fail: Case = {
  files: {
    'test/green.js': GREEN,
    'test/red.js': `const assert = require('node:assert')
const refuse = () => {
  throw new Error('nobody can\\ndivide by zero')
}
describe('sums', () => {
  describe('below zero', () => {
    it('subtracts', () => {
      assert.deepStrictEqual({ value: 1 }, { value: 2 })
    })
  })
  for (const number of [3, 3]) it('halves', () => assert.equal(number, 1))
})
it('divides: by zero', () => refuse())
`,
  },
  command: 'mocha',
  text: {
    counts: [2, 4, 0],
    failing: [
      {
        id: 'sums > below zero > subtracts',
        message: 'Expected values to be strictly deep-equal',
        location: 'test/red.js:8',
      },
      { id: 'sums > halves', message: '3 == 1', location: 'test/red.js:11' },
      { id: 'sums > halves (2)', message: '3 == 1', location: 'test/red.js:11' },
      { id: 'divides: by zero', message: 'Error: nobody can\ndivide by zero', location: 'test/red.js:3' },
    ],
  },
}

/** One that does not come to its end, in a package of a workspace: npm has a last word behind what it says. */
const late = (test: string): Case => ({
  files: {
    'package.json': JSON.stringify({ private: true, workspaces: ['packages/*'] }),
    'packages/shop/package.json': JSON.stringify({ name: 'shop', version: '1.0.0', scripts: { test } }),
    'packages/shop/test/green.js': GREEN,
    'packages/shop/test/late.js': `describe('a server', () => {
  it('refuses', () => {
    throw new Error('no server')
  })
  it('answers', () => new Promise(() => {})).timeout(20)
})
`,
  },
  command: 'npm test --workspaces',
  text: {
    counts: [2, 2, 0],
    failing: [
      { id: 'a server > refuses', message: 'Error: no server', location: 'test/late.js:3' },
      {
        id: 'a server > answers',
        message: 'exceeded. For async tests and hooks, ensure "done()" is called',
        location: 'packages/shop/test/late.js',
      },
    ],
  },
})

export const mochaProof: Proof = {
  name: 'mocha',
  framework: mocha,
  source: npmPackages({ mocha: '12.0.3' }),
  cases: {
    pass,
    fail,
    error: {
      files: {
        'test/green.js': GREEN,
        'test/setup.js': `describe('with a server', () => {
  before(() => {
    throw new Error('no server')
  })
  it('asks', () => {})
})
`,
      },
      command: 'mocha',
      text: {
        counts: [2, 1, 0],
        failing: [
          {
            id: 'with a server > "before all" hook for "asks"',
            message: 'Error: no server',
            location: 'test/setup.js:3',
          },
        ],
      },
    },
    skip: {
      files: { 'test/a.js': `it('adds', () => {})\nit.skip('later', () => {})\nit('once')\n` },
      command: 'mocha',
      text: { counts: [1, 0, 2] },
    },
    none: { files: { 'readme.txt': 'no tests\n' }, command: 'mocha', text: { counts: [0, 0, 0] } },
    crash: {
      files: {
        'test/a.js': GREEN,
        'test/b.js': `it('dies', () => process.exit(0))\nit('never runs', () => {})\n`,
      },
      command: 'mocha',
      text: null,
    },
    timeout: {
      files: {
        'test/a.js': GREEN,
        'test/b.js': `it('waits', () => new Promise((resolve) => setTimeout(resolve, 90_000))).timeout(0)\n`,
      },
      command: 'mocha',
      timeoutMs: 3000,
      text: null,
    },
    colour: { ...fail, environment: IN_COLOUR },
    unicode: {
      files: {
        'test/größe.js': `const assert = require('node:assert')
describe('größe 📏', () => {
  it('misst 日本語', () => assert.equal('ä', 'ö'))
  it('zählt ✓', () => {})
})
`,
      },
      command: 'mocha',
      text: {
        counts: [1, 1, 0],
        failing: [{ id: 'größe 📏 > misst 日本語', message: `'ä' == 'ö'`, location: 'test/größe.js:3' }],
      },
    },
  },
  more: {
    unloaded: {
      files: { 'test/a.js': GREEN, 'test/b.js': `require('./missing.js')\n` },
      command: 'mocha',
      text: {
        counts: [0, 1, 0],
        failing: [{ id: 'test/b.js', message: `Cannot find module './missing.js'`, location: 'test/b.js:1' }],
      },
    },
    dot: { ...fail, command: 'mocha --reporter dot' },
    json: {
      ...fail,
      command: 'mocha --reporter json',
      text: {
        counts: [2, 4, 0],
        failing: [
          {
            id: 'sums below zero subtracts',
            message: 'Expected values to be strictly deep-equal',
            location: 'test/red.js:8',
          },
          { id: 'sums halves', message: '3 == 1', location: 'test/red.js:11' },
          { id: 'sums halves (2)', message: '3 == 1', location: 'test/red.js:11' },
          { id: 'divides: by zero', message: 'nobody can\ndivide by zero', location: 'test/red.js:3' },
        ],
      },
    },
    late: late('mocha'),
    lateJson: {
      ...late('mocha --reporter json'),
      text: {
        counts: [2, 2, 0],
        failing: [
          { id: 'a server refuses', message: 'no server', location: 'packages/shop/test/late.js:3' },
          {
            id: 'a server answers',
            message: 'exceeded. For async tests and hooks',
            location: 'packages/shop/test/late.js',
          },
        ],
      },
    },
    greenJson: { ...pass, command: 'mocha --reporter json' },
    xunit: { ...pass, command: 'mocha --reporter xunit' },
  },
}
