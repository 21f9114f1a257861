import { nodeTest } from '#loop/verify/frameworks/node-test.ts'
import { type Case, IN_COLOUR, type Proof } from './proof.ts'
import { npmPackages } from './sources.ts'

const GREEN = `import test from 'node:test'
test('adds', () => {})
test('multiplies', () => {})
`

const fail: Case = {
  files: {
    'green.test.mjs': GREEN,
    'sums/red.test.mjs': `import assert from 'node:assert'
import test, { describe, it } from 'node:test'
const refuse = () => {
  throw new Error('nobody can\\ndivide by zero')
}
describe('sums', () => {
  describe('below zero', () => {
    it('subtracts', () => {
      assert.deepStrictEqual({ value: 1 }, { value: 2 })
    })
    it('is fine', () => {})
  })
  for (const number of [3, 3]) it('halves', () => assert.equal(number, 1))
})
test('divides', () => refuse())
`,
  },
  command: 'node --test',
  text: {
    counts: [3, 4, 0],
    failing: [
      {
        id: 'sums/red.test.mjs > sums > below zero > subtracts',
        message: 'Expected values to be strictly deep-equal',
        location: 'sums/red.test.mjs:9',
      },
      { id: 'sums/red.test.mjs > sums > halves', message: '3 == 1', location: 'sums/red.test.mjs:13' },
      { id: 'sums/red.test.mjs > sums > halves (2)', message: '3 == 1', location: 'sums/red.test.mjs:13' },
      {
        id: 'sums/red.test.mjs > divides',
        message: 'nobody can\ndivide by zero',
        location: 'sums/red.test.mjs:4',
      },
    ],
  },
}

const cases: Proof['cases'] = {
  pass: { files: { 'green.test.mjs': GREEN }, command: 'node --test', text: { counts: [2, 0, 0] } },
  fail,
  error: {
    files: {
      'green.test.mjs': GREEN,
      'import.test.mjs': `import './missing.mjs'\n`,
      'setup.test.mjs': `import { before, describe, it } from 'node:test'
describe('with a server', () => {
  before(() => {
    throw new Error('no server')
  })
  it('asks', () => {})
})
`,
    },
    command: 'node --test',
    text: {
      counts: [2, 3, 0],
      failing: [
        { id: 'import.test.mjs', message: 'test failed', location: 'import.test.mjs:1' },
        { id: 'setup.test.mjs > with a server', message: 'no server', location: 'setup.test.mjs:4' },
        {
          id: 'setup.test.mjs > with a server > asks',
          message: 'test did not finish before its parent and was cancelled',
          location: 'setup.test.mjs:6',
        },
      ],
    },
  },
  skip: {
    files: {
      'a.test.mjs': `import test, { describe, it } from 'node:test'
test('adds', () => {})
test.skip('later', () => {})
test.todo('once')
describe('some of it', () => {
  it('one', { skip: 'not now' }, () => {})
})
`,
    },
    command: 'node --test',
    text: { counts: [1, 0, 3] },
  },
  none: { files: { 'readme.txt': 'no tests\n' }, command: 'node --test', text: { counts: [0, 0, 0] } },
  crash: {
    files: {
      'a.test.mjs': GREEN,
      'b.test.mjs': `import test from 'node:test'
test('begins', () => {})
test('dies', () => process.kill(process.pid, 'SIGKILL'))
test('never runs', () => {})
`,
    },
    command: 'node --test',
    text: {
      counts: [2, 1, 0],
      failing: [{ id: 'b.test.mjs', message: 'test failed', location: 'b.test.mjs:1' }],
    },
  },
  timeout: {
    files: {
      'a.test.mjs': GREEN,
      'b.test.mjs': `import test from 'node:test'
test('waits', () => new Promise((resolve) => setTimeout(resolve, 90_000)))
`,
    },
    command: 'node --test',
    timeoutMs: 3000,
    text: null,
  },
  colour: { ...fail, environment: IN_COLOUR },
  unicode: {
    files: {
      'größe.test.mjs': `import assert from 'node:assert'
import { describe, it } from 'node:test'
describe('größe 📏', () => {
  it('misst 日本語 # 1', () => assert.equal('ä', 'ö'))
  it('zählt ✓', () => {})
})
`,
    },
    command: 'node --test',
    text: {
      counts: [1, 1, 0],
      failing: [
        {
          id: 'größe.test.mjs > größe 📏 > misst 日本語 # 1',
          message: `'ä' == 'ö'`,
          location: 'größe.test.mjs:4',
        },
      ],
    },
  },
}

/** Words of its own in the command: what is printed is TAP. */
const more: Proof['more'] = {
  tap: { ...fail, command: 'node --test --test-reporter=tap' },
  todo: {
    files: {
      'a.test.mjs': `import assert from 'node:assert'
import test, { describe, it } from 'node:test'
test('quantity', { todo: true }, () => assert.equal(1, 2))
test('price', { todo: 'once there is money' }, () => assert.equal(1, 2))
test('adds', () => {})
describe('sums', () => {
  it('quantity', { todo: true }, () => assert.equal(1, 2))
  it('price', () => assert.equal(3, 4))
})
`,
    },
    command: 'node --test',
    text: {
      counts: [1, 1, 3],
      failing: [{ id: 'a.test.mjs > sums > price', message: '3 == 4', location: 'a.test.mjs:8' }],
    },
  },
}

const alsoReadBy = ['TAP']
const reportAlsoReadBy = ['bats']

export const nodeTestProof: Proof = {
  name: 'node-test',
  framework: nodeTest,
  source: npmPackages({ node: '20.20.2' }),
  cases,
  more,
  alsoReadBy,
  reportAlsoReadBy,
}

export const laterNodeTestProof: Proof = { ...nodeTestProof, source: npmPackages({ node: '24.21.0' }) }
