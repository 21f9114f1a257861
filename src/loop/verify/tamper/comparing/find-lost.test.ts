import { describe, expect, it } from 'vitest'
import { readTests } from '../reading/read-tests.ts'
import { findLost } from './find-lost.ts'

describe('a test that is no longer run', () => {
  const path = 'test/format.test.js'
  const before = "test('format', () => {\n  assert.equal(format(1), '1')\n})\n"
  const lost = readTests({ path, text: before, isSetUp: false })?.tests ?? []
  const toldWhere = (after: string | null) =>
    findLost({ lost, countIn: () => 1, textOf: () => after }).map(({ line, text }) => ({ line, text }))

  it('is told of where its name still stands, with what to do if another test has its checks', () => {
    const after = "for (const [n, s] of [[1, '1']])\n  test(String(n), () => assert.equal(format(n), s))\n"
    expect(toldWhere(after)).toEqual([
      {
        line: 2,
        text: 'The test “format” ran before and does not now, though its name still stands here. If its checks live on in another test, a person says so: `keel task edit TASK --changes-tests`.',
      },
    ])
  })

  it('is said to be gone where nothing speaks of it', () => {
    expect(toldWhere("test('other', () => assert.ok(other()))\n")).toEqual([
      { line: null, text: 'The test “format” is gone, and nowhere else.' },
    ])
  })
})
