import { goTest } from '#loop/verify/frameworks/go-test.ts'
import { goTestProof } from './go-test.ts'
import type { Case, CaseName, Proof } from './proof.ts'

/** What Go prints for people, where a script runs it. Tests that pass have no names there: each package counts as one. */
export const goTestPlainProof: Proof = {
  name: 'go-test-plain',
  nameless: 'It names tests that fail alone.',
  framework: { ...goTest, report: null },
  source: goTestProof.source,
  cases: {
    pass: { ...sample('pass'), text: { counts: [1, 0, 0] } },
    fail: {
      ...sample('fail'),
      text: {
        counts: [0, 3, 0],
        failing: [
          {
            id: 'example.com/calc.TestSubtracts',
            message: '3 - 2 is 5',
            location: 'example.com/calc/calc_test.go:9',
          },
          {
            id: 'example.com/calc.TestSubtracts/small_numbers',
            message: 'calc_test.go:9: 3 - 2 is 5,\n    not 1',
            location: 'example.com/calc/calc_test.go:9',
          },
          {
            id: 'example.com/calc/sub.TestSubtracts',
            message: 'sub_test.go:10: broken',
            location: 'example.com/calc/sub/sub_test.go:10',
          },
        ],
      },
    },
    error: {
      ...sample('error'),
      text: {
        counts: [1, 3, 0],
        failing: [
          {
            id: 'example.com/calc',
            message: 'undefined: add',
            location: 'example.com/calc/calc_test.go:5',
          },
          {
            id: 'example.com/calc/imports',
            message: 'no required module provides package example.com/calc/missing',
            location: 'imports/imports_test.go:6',
          },
          {
            id: 'example.com/calc/vet',
            message: 'fmt.Printf format %d has arg "x" of wrong type string',
            location: 'vet/vet_test.go:8',
          },
        ],
      },
    },
    skip: { ...sample('skip'), text: { counts: [1, 0, 0] } },
    none: { ...sample('none'), text: { counts: [0, 0, 0] } },
    crash: {
      ...sample('crash'),
      text: {
        counts: [0, 2, 0],
        failing: [
          {
            id: 'example.com/calc.TestPanics',
            message: 'panic: assignment to entry in nil map',
            location: 'calc_test.go:9',
          },
          { id: 'example.com/calc/sub', message: 'exit status 1', location: null },
        ],
      },
    },
    timeout: { ...sample('timeout'), text: null },
    colour: {
      ...sample('colour'),
      text: {
        counts: [0, 1, 0],
        failing: [
          { id: 'example.com/calc.TestRed', message: 'red', location: 'example.com/calc/calc_test.go:5' },
        ],
      },
    },
    unicode: {
      ...sample('unicode'),
      text: {
        counts: [0, 2, 0],
        failing: [
          {
            id: 'example.com/calc.TestGröße',
            message: 'größer',
            location: 'example.com/calc/calc_test.go:6',
          },
          {
            id: 'example.com/calc.TestGröße/日本_größe',
            message: 'größer',
            location: 'example.com/calc/calc_test.go:6',
          },
        ],
      },
    },
  },
  alsoReadBy: ['go test'],
}

function sample(name: CaseName): Omit<Case, 'text' | 'report'> {
  const { text: _text, report: _report, ...rest } = goTestProof.cases[name] as Case
  return rest
}
