import { describe, expect, it } from 'vitest'
import { placeFailures } from './place-failures.ts'

const paths = [
  'core/src/test/java/org/example/CalcTest.java',
  'web/src/test/java/org/example/web/CalcTest.java',
  'calc_test.go',
  'sub/calc_test.go',
  'one/lib.rs',
  'two/lib.rs',
]

describe('a failing test is placed in a file of the project', () => {
  it.each([
    ['by its package', 'org/example/CalcTest.java:9', 'core/src/test/java/org/example/CalcTest.java:9'],
    ['by its module', 'example.com/calc/sub/calc_test.go:3', 'sub/calc_test.go:3'],
    ['as it is, where there is such a file', 'calc_test.go:3', 'calc_test.go:3'],
    ['nowhere, where there is none', 'Other.java:3', 'Other.java:3'],
    ['nowhere, where several would do', 'src/lib.rs:3', 'src/lib.rs:3'],
    ['nowhere, where it names no line', 'lib.rs', 'lib.rs'],
  ])('%s', (_how, location, placed) => {
    const failure = { id: 'a test', message: null, location }
    expect(placeFailures([failure], paths)).toEqual([{ ...failure, location: placed }])
  })

  it('keeps one that names no place', () => {
    const failure = { id: 'a test', message: 'said', location: null }
    expect(placeFailures([failure], paths)).toEqual([failure])
  })
})
