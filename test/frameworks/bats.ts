import { bats } from '#loop/verify/frameworks/bats.ts'
import { type Case, IN_COLOUR, type Proof } from './proof.ts'
import { npmPackages } from './sources.ts'

const GREEN = `@test "adds" {
  [ $((1 + 1)) -eq 2 ]
}
@test "multiplies" {
  [ $((2 * 3)) -eq 6 ]
}
`

const BATS = 'bash node_modules/bats/bin/bats'

const fail: Case = {
  files: {
    'test/green.bats': GREEN,
    'test/red.bats': `check() {
  [ "$1" -eq 2 ]
}
@test "subtracts" {
  echo "one less"
  [ 1 -eq 2 ]
}
@test "halves" {
  check 3
}
`,
  },
  command: `${BATS} test`,
  text: {
    counts: [2, 2, 0],
    failing: [
      {
        id: 'test/red.bats > subtracts',
        message: "`[ 1 -eq 2 ]' failed\none less",
        location: 'test/red.bats:6',
      },
      { id: 'test/red.bats > halves', message: "`check 3' failed", location: 'test/red.bats:9' },
    ],
  },
}

export const batsProof: Proof = {
  name: 'bats',
  framework: bats,
  source: npmPackages({ bats: '1.13.0' }),
  // A good run is TAP and nothing else.
  alsoReadBy: ['TAP'],
  cases: {
    pass: {
      files: { 'test/green.bats': GREEN },
      command: `${BATS} test`,
      text: null,
      report: { counts: [2, 0, 0] },
    },
    fail,
    error: {
      files: {
        'test/green.bats': GREEN,
        'test/setup.bats': `setup_file() {
  echo "no server"
  false
}
@test "asks" {
  true
}
@test "answers" {
  true
}
`,
      },
      command: `${BATS} test`,
      text: {
        counts: [2, 1, 0],
        failing: [
          { id: 'test/setup.bats > setup_file failed', message: 'no server', location: 'test/setup.bats:3' },
        ],
      },
    },
    skip: {
      files: { 'test/a.bats': `${GREEN}@test "later" {\n  skip "not now"\n}\n` },
      command: `${BATS} test`,
      text: null,
      report: { counts: [2, 0, 1] },
    },
    none: {
      files: { 'test/a.bats': '# none\n' },
      command: `${BATS} test`,
      text: null,
      report: { counts: [0, 0, 0] },
    },
    crash: {
      files: {
        'test/a.bats': GREEN,
        'test/b.bats': `@test "dies" {\n  kill -9 $$\n}\n@test "goes on" {\n  true\n}\n`,
      },
      command: `${BATS} test`,
      text: {
        counts: [3, 1, 0],
        failing: [{ id: '1..4', message: '4 tests were planned, and 3 were run.', location: null }],
      },
    },
    timeout: {
      files: { 'test/a.bats': GREEN, 'test/b.bats': '@test "waits" {\n  sleep 90\n}\n' },
      command: `${BATS} test`,
      timeoutMs: 3000,
      text: null,
      report: {
        counts: [2, 1, 0],
        failing: [{ id: '1..3', message: '3 tests were planned, and 2 were run.', location: null }],
      },
    },
    colour: { ...fail, command: `${BATS} --pretty test`, environment: { ...IN_COLOUR, TERM: 'xterm' } },
    unicode: {
      files: { 'test/größe.bats': '@test "misst 日本語 📏" {\n  false\n}\n@test "zählt ✓" {\n  true\n}\n' },
      command: `${BATS} test`,
      text: {
        counts: [1, 1, 0],
        failing: [
          {
            id: 'test/größe.bats > misst 日本語 📏',
            message: "`false' failed",
            location: 'test/größe.bats:2',
          },
        ],
      },
    },
  },
  more: {
    syntax: {
      files: { 'test/a.bats': GREEN, 'test/b.bats': '@test "broken" {\n' },
      command: `${BATS} test`,
      text: {
        counts: [0, 1, 0],
        failing: [
          { id: 'bats-gather-tests', message: 'syntax error: unexpected end of file', location: null },
        ],
      },
      report: null,
    },
  },
}
