import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { treeHash } from '#kit/tree-hash.ts'
import { scratch } from '../../../test/contracts/program.ts'
import { findMissing } from './find-missing.ts'

const put = (root: string, files: Readonly<Record<string, string>>) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

type Work = {
  readonly files: Readonly<Record<string, string>>
  readonly work: (root: string) => void
  readonly had: readonly string[]
  readonly has: readonly string[]
}

async function missingAfter({ files, work, had, has }: Work): Promise<string[]> {
  const { project: root } = scratch()
  execFileSync('git', ['init', '-q'], { cwd: root })
  put(root, files)
  const from = treeHash(root)
  work(root)
  const found = await findMissing({ root, from, to: treeHash(root), folder: '', had, has })
  return found.map(({ text }) => text)
}

const js = (name: string, body: string) => `test('${name}', () => { ${body} })\n`
const ADDS = 'const sum = add(2, 3)\nexpect(sum).toBe(5)\nexpect(add(0, 0)).toBe(0)'
const gone = (id: string) => `“${id}” ran before the work and does not run now.`

describe('tests that ran before and do not now', () => {
  it('are named, whatever came in their place', async () => {
    const told = await missingAfter({
      files: { 'test/a.test.js': js('adds', ADDS), 'config.txt': '' },
      work: (root) => put(root, { 'config.txt': 'ignore: a', 'test/pad.test.js': js('pads', 'ok()') }),
      had: ['test/a.test.js > adds'],
      has: ['test/pad.test.js > pads'],
    })
    expect(told).toEqual([gone('test/a.test.js > adds')])
  })

  it('are not found again in a file of the same test’s name that says something else', async () => {
    const told = await missingAfter({
      files: { 'test/a.test.js': js('adds', ADDS) },
      work: (root) => {
        mkdirSync(join(root, 'elsewhere'))
        renameSync(join(root, 'test/a.test.js'), join(root, 'elsewhere/a.test.js'))
        put(root, { 'test/pad.test.js': js('adds', 'ok()') })
      },
      had: ['test/a.test.js > adds'],
      has: ['test/pad.test.js > adds'],
    })
    expect(told).toEqual([gone('test/a.test.js > adds')])
  })

  it('are gone where the same file is passed by under another name', async () => {
    const go =
      'package calc\n\nfunc TestAdds(t *testing.T) {\n\tif Add(2, 3) != 5 {\n\t\tt.Fatal("no")\n\t}\n}\n'
    const told = await missingAfter({
      files: { 'a_test.go': go },
      work: (root) => {
        renameSync(join(root, 'a_test.go'), join(root, '_a_test.go'))
        put(root, { 'b_test.go': 'package calc\n\nfunc TestPad(t *testing.T) {}\n' })
      },
      had: ['example.com/calc.TestAdds'],
      has: ['example.com/calc.TestPad'],
    })
    expect(told).toEqual([gone('example.com/calc.TestAdds')])
  })

  it('are told one by one up to a few, and the rest by number', async () => {
    const had = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `a.test.js > ${'abcdefgh'[number - 1]}`)
    const told = await missingAfter({ files: { 'x.txt': '' }, work: () => {}, had, has: [] })
    expect(told).toHaveLength(6)
    expect(told.at(-1)).toBe('3 more tests ran before the work and do not run now.')
  })
})

describe('tests that go by another name', () => {
  it('are known by their text: renamed, below another title, or moved', async () => {
    const files = {
      'test/a.test.js': `describe('sums', () => {\n${js('adds', ADDS)}${js('halves', 'expect(half(8)).toBe(4)')}})\n`,
      'test/b.test.js': js('joins', "expect(join(['x', 'y'], '-')).toBe('x-y')"),
    }
    const had = ['test/a.test.js > sums > adds', 'test/a.test.js > sums > halves', 'test/b.test.js > joins']
    const work = (root: string) => {
      put(root, {
        'test/a.test.js': files['test/a.test.js']
          .replace("'sums'", "'numbers'")
          .replace("'adds'", "'adds two of them'"),
      })
      mkdirSync(join(root, 'test/texts'))
      renameSync(join(root, 'test/b.test.js'), join(root, 'test/texts/b.test.js'))
    }
    const has = [
      'test/a.test.js > numbers > adds two of them',
      'test/a.test.js > numbers > halves',
      'test/texts/b.test.js > joins',
    ]
    expect(await missingAfter({ files, work, had, has })).toEqual([])
    expect(await missingAfter({ files, work, had, has: has.slice(1) })).toEqual([
      gone('test/a.test.js > sums > adds'),
    ])
  })

  it('are known by what stays where only values changed: of rows, of a place in memory, of a file', async () => {
    const py = (rows: string) =>
      `import pytest\n\n@pytest.mark.parametrize("n", ${rows})\ndef test_even(n):\n    assert n % 2 == 0\n`
    expect(
      await missingAfter({
        files: { 'test_a.py': py('[2, 4]') },
        work: (root) => put(root, { 'test_a.py': py('[2, 6]') }),
        had: ['test_a.py::test_even[2]', 'test_a.py::test_even[4]', 'test_b.py::test_x[<o at 0x7f3a>]'],
        has: ['test_a.py::test_even[2]', 'test_a.py::test_even[6]', 'test_b.py::test_x[<o at 0x55bc>]'],
      }),
    ).toEqual([])
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a test.
    const each = "for (const name of readdirSync('src')) test(`loads ${name}`, () => load(name))\n"
    expect(
      await missingAfter({
        files: { 'each.test.js': each, 'src/a.js': '', 'src/b.js': '' },
        work: (root) => renameSync(join(root, 'src/b.js'), join(root, 'src/c.js')),
        had: ['each.test.js > loads a.js', 'each.test.js > loads b.js'],
        has: ['each.test.js > loads a.js', 'each.test.js > loads c.js'],
      }),
    ).toEqual([])
  })

  it('are known where one became several, or a whole package goes by another name', async () => {
    expect(
      await missingAfter({
        files: { 'test_a.py': 'def test_even():\n    assert 4 % 2 == 0\n', 'run.test.js': 'work()\n' },
        work: (root) =>
          put(root, {
            'test_a.py':
              'import pytest\n\n@pytest.mark.parametrize("n", [2, 4])\ndef test_even(n):\n    assert n % 2 == 0\n',
            'run.test.js': js('works', 'work()'),
          }),
        had: ['test_a.py::test_even', 'run.test.js'],
        has: ['test_a.py::test_even[2]', 'test_a.py::test_even[4]', 'run.test.js > works'],
      }),
    ).toEqual([])
    expect(
      await missingAfter({
        files: { 'go.mod': 'module example.com/old\n' },
        work: (root) => put(root, { 'go.mod': 'module example.com/new\n' }),
        had: ['example.com/old.TestAdds', 'example.com/old/sub.TestHalves'],
        has: ['example.com/new.TestAdds', 'example.com/new/sub.TestHalves'],
      }),
    ).toEqual([])
  })
})
