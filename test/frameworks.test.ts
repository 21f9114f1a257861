import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseTests } from '#loop/verify/frameworks/all.ts'

const output = (name: string) =>
  readFileSync(join(import.meta.dirname, 'fixtures/frameworks', `${name}.txt`), 'utf8')

/** What each framework printed, and what a person reads there. */
describe('counts and failing tests are read as the framework printed them', () => {
  it.each([
    ['node-test-spec@20.20.2', 'node:test', [2, 2, 2], ['sums', 'subtracts', 'multiplies (fast)']],
    ['node-test-tap@20.20.2', 'node:test', [2, 2, 2], ['subtracts', 'sums', 'multiplies (fast)']],
    ['node-test-green@20.20.2', 'node:test', [1, 0, 0], []],
    ['vitest@4.1.12', 'vitest', [1, 2, 2], ['a.test.js > sums > subtracts', 'a.test.js > multiplies']],
    ['jest-colour@30.5.2', 'jest', [1, 2, 2], ['sums › subtracts', 'multiplies']],
    [
      'pytest@9.2.0',
      'pytest',
      [2, 3, 2],
      ['test_a.py::test_subtracts', 'test_a.py::TestMore::test_even[1]', 'test_err.py::test_uses'],
    ],
    [
      'pytest-quiet@9.2.0',
      'pytest',
      [2, 2, 2],
      ['test_a.py::test_subtracts', 'test_a.py::TestMore::test_even[1]'],
    ],
    ['pytest-none@9.2.0', 'pytest', [0, 0, 7], []],
  ])('%s', (name, framework, [passed, failed, skipped], failing) => {
    const read = parseTests(output(name))
    expect(read).toEqual({ framework, counts: { passed, failed, skipped }, failing: expect.any(Array) })
    expect([...(read?.failing ?? [])].sort()).toEqual([...failing].sort())
  })

  it('says nothing about output that is nobody’s', () => {
    expect(parseTests('all good\n3 passed the exam\n')).toBeNull()
  })
})
