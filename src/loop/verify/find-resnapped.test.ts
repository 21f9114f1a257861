import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { treeHash } from '#kit/tree-hash.ts'
import { scratch } from '../../../test/contracts/program.ts'
import { findResnapped } from './find-resnapped.ts'

type Edit = { path: string; was: string; is: string | null; turned: string; also?: Record<string, string> }

async function toldOf({ path, was, is, turned, also = {} }: Edit): Promise<string[]> {
  const { project: root } = scratch()
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  execFileSync('git', ['init', '-q'], { cwd: root })
  writeFileSync(file, was)
  const from = treeHash(root)
  if (is === null) rmSync(file)
  else writeFileSync(file, is)
  for (const [other, text] of Object.entries(also)) writeFileSync(join(root, other), text)
  const found = await findResnapped({ root, from, to: treeHash(root), turned: [turned] })
  return found.map(({ line, text }) => `${line}: ${text}`)
}

const SCRIPT = 'test/__snapshots__/cart.test.js.snap'
const script = (name: string, total: number) =>
  `// Vitest Snapshot v1\n\nexports[\`${name} 1\`] = \`\n{\n  "total": ${total},\n}\n\`;\n\nexports[\`other 1\`] = \`1\`;\n`
const VITEST = 'test/cart.test.js > cart > draws'
const AMBR = 'tests/__snapshots__/test_cart.ambr'
const ambr = (total: number) => `# serializer version: 1\n# name: TestCart.test_draws\n  ${total}\n# ---\n`
const GO = '__snapshots__/cart_test.snap'
const INSTA = 'src/snapshots/shop__tests__draws.snap'
const insta = (total: number, more = '') =>
  `---\nsource: src/lib.rs\n${more}expression: total\n---\n${total}\n`

describe('a test that was red has to match the snapshot that it had to match', () => {
  it.each<[string, Edit]>([
    [
      'Vitest',
      { path: SCRIPT, was: script('cart > draws', 6), is: script('cart > draws', 2), turned: VITEST },
    ],
    [
      'Jest',
      {
        path: SCRIPT,
        was: script('cart draws', 6),
        is: script('cart draws', 2),
        turned: 'test/cart.test.js › cart › draws',
      },
    ],
    ['syrupy', { path: AMBR, was: ambr(6), is: ambr(2), turned: 'tests/test_cart.py::TestCart::test_draws' }],
    [
      'Go',
      {
        path: GO,
        was: '\n[TestDraws - 1]\n6\n---\n',
        is: '\n[TestDraws - 1]\n2\n---\n',
        turned: 'shop.TestDraws',
      },
    ],
    ['insta', { path: INSTA, was: insta(6), is: insta(2), turned: 'shop tests::draws' }],
    [
      'ApprovalTests',
      { path: 'test/CartTest.draws.approved.txt', was: '6', is: '2', turned: 'shop.CartTest.draws' },
    ],
  ])('and is told of where it was written anew: %s', async (_, edit) => {
    expect(await toldOf(edit)).toEqual([expect.stringContaining('was written anew.')])
    expect(await toldOf({ ...edit, is: null })).toEqual([expect.stringContaining('was taken away.')])
    expect(await toldOf({ ...edit, turned: 'test/other.test.js > adds' })).toEqual([])
  })

  it.each<[string, Edit]>([
    [
      'it is another test’s',
      { path: SCRIPT, was: script('cart > sums', 6), is: script('cart > sums', 2), turned: VITEST },
    ],
    [
      'it is a test of that name in another file',
      { path: SCRIPT, was: script('draws', 6), is: script('draws', 2), turned: 'test/shop.test.js > draws' },
    ],
    [
      'another of its snapshots came to it',
      {
        path: SCRIPT,
        was: script('cart > draws', 6),
        is: `${script('cart > draws', 6)}\nexports[\`cart > draws 2\`] = \`2\`;\n`,
        turned: VITEST,
      },
    ],
    [
      'the test has another name now',
      { path: SCRIPT, was: script('cart > draws', 6), is: script('cart > shows', 6), turned: VITEST },
    ],
    [
      'only what stands above it is other',
      { path: INSTA, was: insta(6), is: insta(6, 'assertion_line: 9\n'), turned: 'shop tests::draws' },
    ],
  ])('and nothing is told where %s', async (_, edit) => {
    expect(await toldOf(edit)).toEqual([])
  })

  it('and nothing is told where it moves with its tests', async () => {
    const text = script('cart > draws', 6)
    const [edit, to] = [
      { path: SCRIPT, was: text, is: null, turned: VITEST },
      SCRIPT.replace('cart', 'basket'),
    ]
    expect(await toldOf({ ...edit, also: { [to]: text } })).toEqual([])
    const [told] = await toldOf({ ...edit, also: { [to]: script('cart > draws', 2) } })
    expect(told).toContain('was taken away.')
  })
})
