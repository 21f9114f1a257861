import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findTampering } from './find-tampering.ts'

const LARGE = 100_000
const FORGED = 200_000
const folder = join(import.meta.dirname, '../../../../test/fixtures/tamper')

type Example = {
  name: string
  expected: string[]
  before: Map<string, string>
  after: Map<string, string>
}

const examples = readdirSync(folder).flatMap((file) => readExamples(file))
let root = ''
let trees: string[] = []

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'keel-tamper-'))
  git(['init', '-q'])
  git(
    ['fast-import', '--quiet'],
    examples
      .flatMap(({ before, after }) => [before, after])
      .map(commit)
      .join(''),
  )
  const names = examples.flatMap((_, index) => [`c${2 * index}^{tree}`, `c${2 * index + 1}^{tree}`])
  trees = git(['rev-parse', ...names])
    .trim()
    .split('\n')
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('finds what was done to tests, and nothing where nothing was', () => {
  it.concurrent.each(examples.map((example, index) => ({ ...example, index })))(
    '$name',
    async ({ expected, index }) => {
      const [from = '', to = ''] = [trees[2 * index], trees[2 * index + 1]]
      const found = await findTampering({ root, from, to })
      expect(
        found.map(({ kind, path, line }) => `${kind} ${path}${line === null ? '' : `:${line}`}`).sort(),
      ).toEqual(expected.toSorted())
      for (const { text } of found) expect(text).toMatch(/^\S.*[.]$/)
    },
  )

  it('knows many examples, of which about half are innocent', () => {
    const innocent = examples.filter(({ expected }) => expected.length === 0).length
    expect(examples.length).toBeGreaterThanOrEqual(120)
    expect(innocent / examples.length).toBeGreaterThan(0.3)
  })

  it('lets a program count what is passing where no tests would say so', async () => {
    const text = (more: string) => new Map([['src/cart.js', `export const total = () => 1\n${more}`]])
    const sides = [text(''), text("console.log('3 passing')\nprocess.exit(0)\n")]
    git(
      ['fast-import', '--quiet', '--force'],
      sides.map((side, index) => commit(side, FORGED + index)).join(''),
    )
    const [from = '', to = ''] = [FORGED, FORGED + 1].map((index) =>
      git(['rev-parse', `c${index}^{tree}`]).trim(),
    )
    for (const framework of ['vitest', 'node:test'])
      expect(await findTampering({ root, from, to, framework })).toEqual([])
    for (const framework of ['mocha', 'vitest, mocha', null])
      expect(await findTampering({ root, from, to, framework })).toMatchObject([
        { kind: 'early-exit', line: 2 },
      ])
  })

  it('finds nothing where git cannot tell', async () => {
    expect(await findTampering({ root, from: 'nowhere', to: 'elsewhere' })).toEqual([])
  })
})

/** Each took minutes where somebody looked through a list for every item of another. */
describe('reads the largest of files in one go', () => {
  it.each([
    {
      name: 'tests in one class',
      path: 'test_sum.py',
      text: `class TestSum:\n${repeat(10_000, (i) => `    def test_${i}(self):\n        assert add(${i}, 1) == ${i + 1}\n`)}`,
      edit: (text: string) => text.replace('        assert add(9, 1) == 10\n', '        pass\n'),
    },
    {
      name: 'assertions on one line',
      path: 'sum.test.js',
      text: `it('sums', () => { ${repeat(16_000, (i) => `expect(add(${i})).toBe(${i}); `)}})\n`,
      edit: (text: string) => text.replace('expect(add(9))', 'if (false) expect(add(9))'),
    },
    {
      name: 'lists that tests run over',
      path: 'sum.test.js',
      text: repeat(10_000, (i) => `const rows${i} = [[${i}, 1], [2, 3]]\nit.each(rows${i})('${i}', check)\n`),
      edit: (text: string) => text.replace('[[9, 1], [2, 3]]', '[[2, 3]]'),
    },
    {
      name: 'tests that were all renamed and edited',
      path: 'sum.test.js',
      text: repeat(5000, (i) => `it('sums ${i}', () => {\n  expect(add${i}(${i})).toBe(${i})\n})\n`),
      edit: (text: string) =>
        text
          .replaceAll("it('sums", "it('adds")
          .replaceAll(')).toBe', ', 0)).toBe')
          .replace('  expect(add9(9, 0)).toBe(9)\n', ''),
      // One test went, and an empty one came.
      found: 2,
    },
    {
      name: 'conditions in each other',
      path: 'sum.test.js',
      text: `it('sums', () => {\n${repeat(10_000, (i) => `if (a${i}) {\nexpect(${i}).toBe(b)\n`)}${'}\n'.repeat(10_000)}})\n`,
      edit: (text: string) => text.replace('expect(9).toBe(b)\n', ''),
    },
  ])('$name', async ({ path, text, edit, found = 1 }) => {
    const sides = [text, edit(text)].map((side) => new Map([[path, side]]))
    git(
      ['fast-import', '--quiet', '--force'],
      sides.map((side, index) => commit(side, LARGE + index)).join(''),
    )
    const [from = '', to = ''] = [LARGE, LARGE + 1].map((index) =>
      git(['rev-parse', `c${index}^{tree}`]).trim(),
    )
    expect(await findTampering({ root, from, to })).toHaveLength(found)
  })
})

function repeat(times: number, make: (index: number) => string): string {
  return Array.from({ length: times }, (_, index) => make(index)).join('')
}

function git(words: string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync('git', words, { cwd: root, input, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

function commit(files: Map<string, string>, index: number): string {
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`
  const written = [...files].map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`)
  return `commit refs/tags/c${index}\ncommitter a <a@b> 0 +0000\n${data('c')}${written.join('')}\n`
}

/** `## name`, `! kind path:line` for what is to be found, then files: `--- path` as it was, `+++ path` as it is. */
function readExamples(file: string): Example[] {
  const parts = readFileSync(join(folder, file), 'utf8').split(/^## /m).slice(1)
  return parts.map((part) => {
    const [head = '', ...files] = part.split(/^(?=(?:---|\+\+\+) \S+$)/m)
    const [name = '', ...marks] = head.trimEnd().split('\n')
    const side = (mark: string) =>
      new Map(
        files
          .filter((text) => text.startsWith(mark))
          .map((text) => [text.slice(4, text.indexOf('\n')), text.slice(text.indexOf('\n') + 1)]),
      )
    return {
      name: `${file.replace('.txt', '')}: ${name}`,
      expected: marks.map((mark) => mark.replace(/^! /, '')),
      before: side('---'),
      after: side('+++'),
    }
  })
}
