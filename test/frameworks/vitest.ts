import { vitest } from '#loop/verify/frameworks/vitest.ts'
import { type Case, IN_COLOUR, type Proof } from './proof.ts'
import { npmPackages } from './sources.ts'

const GREEN = `import { expect, it } from 'vitest'
it('adds', () => expect(1 + 1).toBe(2))
it('multiplies', () => expect(2 * 3).toBe(6))
`

const fail: Case = {
  files: {
    'green.test.js': GREEN,
    'sums/red.test.js': `import { describe, expect, it } from 'vitest'
const refuse = () => {
  throw new Error('nobody can\\ndivide by zero')
}
describe('sums', () => {
  describe('below zero', () => {
    it('subtracts', () => {
      expect({ value: 1 }).toEqual({ value: 2 })
    })
  })
  it.each([1, 2])('doubles %i', (number) => expect(number * 2).toBe(2))
  it.each([3, 3])('halves', (number) => expect(number).toBe(1))
})
it('divides', () => refuse())
`,
  },
  command: 'vitest run',
  text: {
    counts: [3, 5, 0],
    failing: [
      {
        id: 'sums/red.test.js > sums > below zero > subtracts',
        message: 'expected { value: 1 } to deeply equal { value: 2 }',
        location: 'sums/red.test.js:8',
      },
      {
        id: 'sums/red.test.js > sums > doubles 2',
        message: 'expected 4 to be 2',
        location: 'sums/red.test.js:11',
      },
      {
        id: 'sums/red.test.js > sums > halves',
        message: 'expected 3 to be 1',
        location: 'sums/red.test.js:12',
      },
      {
        id: 'sums/red.test.js > sums > halves (2)',
        message: 'expected 3 to be 1',
        location: 'sums/red.test.js:12',
      },
      {
        id: 'sums/red.test.js > divides',
        message: 'Error: nobody can\ndivide by zero',
        location: 'sums/red.test.js:3',
      },
    ],
  },
}

export const vitestProof: Proof = {
  name: 'vitest',
  framework: vitest,
  source: npmPackages({ vitest: '4.1.12' }),
  cases: {
    pass: { files: { 'green.test.js': GREEN }, command: 'vitest run', text: { counts: [2, 0, 0] } },
    fail,
    error: {
      files: {
        'green.test.js': GREEN,
        'import.test.js': `import './missing.js'\n`,
        'setup.test.js': `import { beforeAll, describe, it } from 'vitest'
describe('with a server', () => {
  beforeAll(() => {
    throw new Error('no server')
  })
  it('asks', () => {})
  it('answers', () => {})
})
`,
      },
      command: 'vitest run',
      text: {
        counts: [2, 2, 2],
        failing: [
          {
            id: 'import.test.js',
            message: `Cannot find module './missing.js'`,
            location: 'import.test.js:1',
          },
          { id: 'setup.test.js', message: 'no server', location: 'setup.test.js:4' },
        ],
      },
    },
    skip: {
      files: {
        'a.test.js': `import { describe, it } from 'vitest'
it('adds', () => {})
it.skip('later', () => {})
it.todo('once')
describe.skip('all of it', () => {
  it('one', () => {})
})
`,
      },
      command: 'vitest run',
      text: { counts: [1, 0, 3] },
    },
    none: { files: { 'readme.txt': 'no tests\n' }, command: 'vitest run', text: { counts: [0, 0, 0] } },
    crash: {
      files: {
        'a.test.js': GREEN,
        'b.test.js': `import { it } from 'vitest'
it('begins', () => {})
it('dies', () => process.kill(process.pid, 'SIGKILL'))
it('never runs', () => {})
`,
      },
      command: 'vitest run',
      text: {
        counts: [2, 1, 0],
        failing: [
          {
            id: 'unhandled: Error: [vitest-pool]: Worker forks emitted error.',
            message: 'Worker forks emitted error',
            location: null,
          },
        ],
      },
    },
    timeout: {
      files: {
        'a.test.js': GREEN,
        'b.test.js': `import { it } from 'vitest'
it('waits', { timeout: 100_000 }, () => new Promise((resolve) => setTimeout(resolve, 90_000)))
`,
      },
      command: 'vitest run',
      timeoutMs: 8000,
      text: null,
    },
    colour: { ...fail, environment: IN_COLOUR },
    unicode: {
      files: {
        'größe.test.js': `import { describe, expect, it } from 'vitest'
describe('größe 📏', () => {
  it('misst › 日本語', () => expect('ä').toBe('ö'))
  it('zählt ✓', () => {})
})
`,
      },
      command: 'vitest run',
      text: {
        counts: [1, 1, 0],
        failing: [
          {
            id: 'größe.test.js > größe 📏 > misst › 日本語',
            message: `expected 'ä' to be 'ö'`,
            location: 'größe.test.js:3',
          },
        ],
      },
    },
  },
  more: {
    awaited: {
      files: {
        'a.test.js': `import { expect, it } from 'vitest'
it('adds', () => {})
it.fails('is known to be broken', () => expect(1).toBe(2))
it.fails('was mended', () => {})
`,
      },
      command: 'vitest run',
      text: {
        counts: [1, 1, 1],
        failing: [{ id: 'a.test.js > was mended', message: 'Expect test to fail', location: 'a.test.js' }],
      },
    },
    unhandled: {
      files: {
        'a.test.js': `import { it } from 'vitest'
it('forgets a timer', () => {
  setTimeout(() => {
    throw new Error('too late')
  }, 5)
})
it('waits', () => new Promise((resolve) => setTimeout(resolve, 100)))
`,
      },
      command: 'vitest run',
      text: {
        counts: [2, 1, 0],
        failing: [{ id: 'unhandled: Error: too late', message: 'Error: too late', location: 'a.test.js:4' }],
      },
    },
  },
}
