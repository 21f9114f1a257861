import { jest } from '#loop/verify/frameworks/jest.ts'
import { type Case, IN_COLOUR, type Proof } from './proof.ts'
import { npmPackages } from './sources.ts'

const PACKAGE = { 'package.json': '{"name":"sample"}\n' }
const GREEN = `test('adds', () => expect(1 + 1).toBe(2))
test('multiplies', () => expect(2 * 3).toBe(6))
`

const fail: Case = {
  files: {
    ...PACKAGE,
    'green.test.js': GREEN,
    'sums/red.test.js': `const refuse = () => {
  throw new Error('nobody can\\ndivide by zero')
}
describe('sums', () => {
  describe('below zero', () => {
    test('subtracts', () => {
      expect({ value: 1 }).toEqual({ value: 2 })
    })
  })
  test.each([3, 3])('halves', (number) => expect(number).toBe(1))
})
test('divides', () => refuse())
`,
  },
  command: 'jest',
  text: {
    counts: [2, 4, 0],
    failing: [
      {
        id: 'sums/red.test.js › sums › below zero › subtracts',
        message: 'expect(received).toEqual(expected)',
        location: 'sums/red.test.js:7',
      },
      { id: 'sums/red.test.js › sums › halves', message: 'Expected: 1', location: 'sums/red.test.js:10' },
      { id: 'sums/red.test.js › sums › halves (2)', message: 'Expected: 1', location: 'sums/red.test.js:10' },
      {
        id: 'sums/red.test.js › divides',
        message: 'nobody can\ndivide by zero',
        location: 'sums/red.test.js:2',
      },
    ],
  },
}

export const jestProof: Proof = {
  name: 'jest',
  framework: jest,
  source: npmPackages({ jest: '30.5.2' }),
  cases: {
    pass: { files: { ...PACKAGE, 'green.test.js': GREEN }, command: 'jest', text: { counts: [2, 0, 0] } },
    fail,
    error: {
      files: {
        ...PACKAGE,
        'green.test.js': GREEN,
        'import.test.js': `require('./missing.js')\n`,
        'setup.test.js': `describe('with a server', () => {
  beforeAll(() => {
    throw new Error('no server')
  })
  test('asks', () => {})
})
`,
      },
      command: 'jest',
      text: {
        counts: [2, 2, 0],
        failing: [
          {
            id: 'import.test.js',
            message: `Cannot find module './missing.js'`,
            location: 'import.test.js:1',
          },
          { id: 'setup.test.js › with a server › asks', message: 'no server', location: 'setup.test.js:3' },
        ],
      },
    },
    skip: {
      files: {
        ...PACKAGE,
        'a.test.js': `test('adds', () => {})
test.skip('later', () => {})
test.todo('once')
describe.skip('all of it', () => {
  test('one', () => {})
})
`,
      },
      command: 'jest',
      text: { counts: [1, 0, 3] },
    },
    none: { files: PACKAGE, command: 'jest --passWithNoTests', text: { counts: [0, 0, 0] } },
    crash: {
      files: {
        ...PACKAGE,
        'a.test.js': GREEN,
        'b.test.js': `test('begins', () => {})\ntest('dies', () => process.exit(0))\n`,
      },
      command: 'jest --runInBand',
      text: null,
    },
    timeout: {
      files: {
        ...PACKAGE,
        'a.test.js': GREEN,
        'b.test.js': `test('waits', () => new Promise((resolve) => setTimeout(resolve, 90_000)), 100_000)\n`,
      },
      command: 'jest --runInBand',
      timeoutMs: 6000,
      text: null,
    },
    colour: { ...fail, environment: IN_COLOUR },
    unicode: {
      files: {
        ...PACKAGE,
        'größe.test.js': `describe('größe 📏', () => {
  test('misst 日本語', () => expect('ä').toBe('ö'))
  test('zählt ✓', () => {})
})
`,
      },
      command: 'jest',
      text: {
        counts: [1, 1, 0],
        failing: [
          {
            id: 'größe.test.js › größe 📏 › misst 日本語',
            message: 'Expected: "ö"',
            location: 'größe.test.js:2',
          },
        ],
      },
    },
  },
}
