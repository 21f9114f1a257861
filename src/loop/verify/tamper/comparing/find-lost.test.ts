import { describe, expect, it } from 'vitest'
import { readTests } from '../reading/read-tests.ts'
import { findLost } from './find-lost.ts'

describe('a test that is no longer run', () => {
  const path = 'test/format.test.js'
  const before = "test('format', () => {\n  assert.equal(format(1), '1')\n})\n"
  const lost = readTests({ path, text: before, isSetUp: false })?.tests ?? []
  const toldWhere = (after: string | null) =>
    findLost({ lost, countIn: () => 1, textOf: () => after }).map(({ line, text }) => ({ line, text }))

  const way = 'If its checks live on in another test, a person says so in the task: `changes_tests: true`.'

  it.each([
    ['in a comment', "import { format } from '../format.js'\n// test('format', () => {})\n", 2],
    ['in a title that is skipped', "\ntest.skip('format', () => {})\n", 2],
  ])('is told of where its name still stands, %s', (_, after, line) => {
    const text = 'The test “format” ran before and does not now, though its name still stands here.'
    expect(toldWhere(after)).toEqual([{ line, text: `${text} ${way}` }])
  })

  it.each([
    ['where nothing speaks of it', "test('other', () => assert.ok(other()))\n"],
    ['where it is merely imported', "import { format } from '../format.js'\n"],
  ])('is said to be gone %s', (_, after) => {
    expect(toldWhere(after)).toEqual([
      { line: null, text: `The test “format” is gone, and nowhere else. ${way}` },
    ])
  })
})
