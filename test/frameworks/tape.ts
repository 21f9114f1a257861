import { tap } from '#loop/verify/frameworks/tap.ts'
import type { Case, Proof } from './proof.ts'
import { npmPackages } from './sources.ts'

const GREEN = `const test = require('tape')
test('adds', (t) => {
  t.equal(1 + 1, 2)
  t.equal(2 + 2, 4, 'two and two')
  t.end()
})
`

const fail: Case = {
  files: {
    'test/a.js': `${GREEN}
test('sums', (t) => {
  t.deepEqual({ value: 1 }, { value: 2 }, 'subtracts')
  for (const number of [3, 3]) t.equal(number, 1)
  t.test('below zero', (below) => {
    below.ok(false, 'is # below')
    below.end()
  })
  t.end()
})
`,
  },
  command: `tape 'test/*.js'`,
  text: {
    counts: [2, 4, 0],
    failing: [
      { id: 'sums > subtracts', message: 'operator: deepEqual', location: 'test/a.js:9' },
      { id: 'sums > should be strictly equal', message: 'actual:   3', location: 'test/a.js:10' },
      { id: 'sums > should be strictly equal (2)', message: 'actual:   3', location: 'test/a.js:10' },
      { id: 'below zero > is # below', message: 'operator: ok', location: 'test/a.js:12' },
    ],
  },
}

export const tapeProof: Proof = {
  name: 'tape',
  nameless: 'What it counts are assertions; its tests are fewer.',
  framework: tap,
  source: npmPackages({ tape: '5.10.2' }),
  cases: {
    pass: { files: { 'test/a.js': GREEN }, command: 'tape test/a.js', text: { counts: [2, 0, 0] } },
    fail,
    error: {
      files: { 'test/a.js': GREEN, 'test/b.js': `require('./missing.js')\n` },
      command: `tape 'test/*.js'`,
      text: null,
    },
    skip: {
      files: {
        'test/a.js': `${GREEN}
test('later', (t) => {
  t.skip('not now')
  t.ok(false, 'still to do', { todo: true })
  t.end()
})
`,
      },
      command: 'tape test/a.js',
      text: { counts: [2, 0, 2] },
    },
    none: {
      files: { 'test/a.js': `require('tape')\n` },
      command: 'tape test/a.js',
      text: { counts: [0, 0, 0] },
    },
    crash: {
      files: {
        'test/a.js': `${GREEN}
test('dies', () => process.kill(process.pid, 'SIGKILL'))
test('never runs', (t) => t.end())
`,
      },
      command: 'tape test/a.js',
      text: null,
    },
    timeout: {
      files: { 'test/a.js': `${GREEN}\ntest('waits', (t) => setTimeout(() => t.end(), 90_000))\n` },
      command: 'tape test/a.js',
      timeoutMs: 3000,
      text: null,
    },
    colour: 'tape prints no colours',
    unicode: {
      files: {
        'test/größe.js': `const test = require('tape')
test('größe 📏', (t) => {
  t.equal('ä', 'ö', 'misst 日本語')
  t.pass('zählt ✓')
  t.end()
})
`,
      },
      command: 'tape test/größe.js',
      text: {
        counts: [1, 1, 0],
        failing: [{ id: 'größe 📏 > misst 日本語', message: `expected: 'ö'`, location: 'test/größe.js:3' }],
      },
    },
  },
  more: {
    exit: {
      files: { 'test/a.js': `${GREEN}\ntest('leaves', () => process.exit(0))\n` },
      command: 'tape test/a.js',
      text: {
        counts: [2, 1, 0],
        failing: [
          {
            id: 'leaves > test exited without ending: leaves',
            message: 'operator: fail',
            location: 'test/a.js:8',
          },
        ],
      },
    },
  },
}
