import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { frameworks, parseTests } from '#loop/verify/frameworks/all.ts'
import { proveFramework } from './contracts/framework.ts'
import { proofs } from './frameworks/proofs.ts'

for (const proof of proofs)
  proveFramework(
    proof,
    frameworks.filter((other) => other !== proof.framework),
  )

const output = (name: string) =>
  readFileSync(join(import.meta.dirname, 'fixtures/frameworks', `${name}.txt`), 'utf8')

/** What each framework printed, and what a person reads there. */
describe('counts and failing tests are read as the framework printed them', () => {
  it.each([
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
    ['unittest@3.11.2', 'unittest', [1, 2, 1], ['test_breaks', 'test_subtracts']],
    ['unittest-none@3.11.2', 'unittest', [0, 0, 0], []],
    ['cargo-test@1.65.0', 'cargo test', [1, 1, 1], ['tests::subtracts']],
    ['cargo-test-none@1.65.0', 'cargo test', [0, 0, 0], []],
    ['go-test@1.26.8', 'go test', [1, 2, 0], ['TestSub', 'TestSub/negative']],
    ['go-test-verbose@1.26.8', 'go test', [3, 2, 1], ['TestSub', 'TestSub/negative']],
    ['go-test-none@1.26.8', 'go test', [0, 0, 0], []],
    ['node-test-spec@20.20.2', 'node:test', [2, 2, 2], ['sums', 'subtracts', 'multiplies (fast)']],
    ['node-test-tap@20.20.2', 'node:test', [2, 2, 2], ['subtracts', 'sums', 'multiplies (fast)']],
    ['node-test-green@20.20.2', 'node:test', [1, 0, 0], []],
    ['jest-colour@30.5.2', 'jest', [1, 2, 2], ['sums › subtracts', 'multiplies']],
    ['jest-none@30.5.2', 'jest', [0, 0, 0], []],
    ['mocha@12.0.3', 'mocha', [1, 1, 1], ['sums subtracts']],
  ])('%s', (name, framework, [passed, failed, skipped], failing) => {
    const read = parseTests(output(name))
    expect(read).toEqual({ framework, counts: { passed, failed, skipped }, failing: expect.any(Array) })
    expect(read?.failing.map(({ id }) => id).sort()).toEqual([...failing].sort())
  })

  it('reads what speaks TAP', () => {
    const said = 'TAP version 13\nok 1 - adds\nnot ok 2 - subtracts\nok 3 - later # SKIP\n1..3\n'
    expect(parseTests(said)).toEqual({
      framework: 'TAP',
      counts: { passed: 1, failed: 1, skipped: 1 },
      failing: [{ id: 'subtracts', message: null, location: null }],
    })
  })

  it('says nothing about output that is nobody’s', () => {
    expect(parseTests('all good\n3 passed the exam\n')).toBeNull()
  })
})
