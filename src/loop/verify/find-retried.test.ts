import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { treeHash } from '#kit/tree-hash.ts'
import { scratch } from '../../../test/contracts/program.ts'
import { findRetried } from './find-retried.ts'

const VT = (head = '', other = '') =>
  `it('quantity', ${head}() => { expect(quantity(2)).toBe(6) })\n\nit('other', ${other}() => { expect(other()).toBe(1) })\n`
const PY = (mark = '', other = '') =>
  `import pytest\n\n${mark}def test_quantity():\n    assert quantity(2) == 6\n\n${other}def test_other():\n    assert other() == 1\n`
const START = { 'a.test.js': VT(), 'test_a.py': PY() }

type Files = Readonly<Record<string, string>>

async function toldOf({ was = {}, is, turned }: { was?: Files; is: Files; turned?: string[] }) {
  const { project: root } = scratch()
  const write = (files: Files) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
  }
  execFileSync('git', ['init', '-q'], { cwd: root })
  write({ ...START, ...was })
  const from = treeHash(root)
  write(is)
  const ids = turned ?? ['a.test.js > quantity', 'test_a.py::test_quantity']
  const found = await findRetried({ root, from, to: treeHash(root), turned: ids })
  return found.map(({ path, line }) => `${path}:${line}`)
}

describe('a test that was red has to pass at once', () => {
  it.each<[string, Files, Files?]>([
    ['vitest.config.js:1', { 'vitest.config.js': 'export default { test: { retry: 3 } }\n' }],
    ['vite.config.js:1', { 'vite.config.js': 'export default { test: { retry: 3 } }\n' }],
    [
      'vite.config.js:1',
      { 'vite.config.js': 'export default { plugins: [{ config: () => ({ test: { retry: 3 } }) }] }\n' },
    ],
    ['vite.config.js:1', { 'vite.config.js': 'const all = { retry: 3 }\nexport default { test: all }\n' }],
    ['.mocharc.yml:2', { '.mocharc.yml': 'timeout: 5000\nretries: 2\n' }],
    ['package.json:1', { 'package.json': '{ "scripts": { "test": "mocha --retries 2" } }\n' }],
    ['pyproject.toml:2', { 'pyproject.toml': '[tool.pytest.ini_options]\naddopts = "--reruns 3"\n' }],
    ['.config/nextest.toml:2', { '.config/nextest.toml': '[profile.default]\nretries = 2\n' }],
    [
      'playwright.config.ts:1',
      { 'playwright.config.ts': 'export default { retries: process.env.CI ? 5 : 1 }\n' },
      { 'playwright.config.ts': 'export default { retries: process.env.CI ? 2 : 0 }\n' },
    ],
    ['.gitlab-ci.yml:3', { '.gitlab-ci.yml': 'test:\n  script:\n    - pytest --reruns 3\n' }],
    ['Makefile:2', { Makefile: 'test:\n\tuv run pytest --reruns 3\n' }],
    ['Makefile:2', { Makefile: 'test:\n\tpip install -r all.txt && pytest --reruns 3\n' }],
    ['a.test.js:1', { 'a.test.js': VT('{ retry: 2 }, ') }],
    ['a.test.js:1', { 'a.test.js': `jest.retryTimes(2)\n${VT()}` }],
    ['src/init.js:1', { 'src/init.js': 'jest.retryTimes(2)\n' }],
    ['test_a.py:3', { 'test_a.py': PY('@pytest.mark.flaky(reruns=3)\n') }],
    [
      'spec/spec_helper.rb:1',
      { 'spec/spec_helper.rb': 'RSpec.configure { |c| c.default_retry_count = 3 }\n' },
    ],
  ])('and is told of where it may be tried again, at %s', async (place, is, was = {}) => {
    expect(await toldOf({ is, was })).toEqual([place])
    expect(await toldOf({ is, was, turned: [] })).toEqual([])
  })

  it.each<[string, Files, Files?]>([
    ['another test may be tried again', { 'a.test.js': VT('', '{ retry: 2 }, ') }],
    ['another test of Python’s may', { 'test_a.py': PY('', '@pytest.mark.flaky(reruns=3)\n') }],
    [
      'it is tried less often than it was',
      { 'vitest.config.js': 'export default { test: { retry: 1 } }\n' },
      { 'vitest.config.js': 'export default { test: { retry: 3 } }\n' },
    ],
    [
      'a setting moves to another file',
      {
        'vitest.config.js': 'export default { test: { retry: 2 } }\n',
        'vite.config.js': 'export default {}\n',
      },
      { 'vite.config.js': 'export default { test: { retry: 2 } }\n' },
    ],
    [
      'a package is called so',
      { 'package.json': '{ "dependencies": { "retry": "^0.13.1", "p-retry": "6" } }\n' },
    ],
    [
      'a server tries again',
      {
        'vite.config.js':
          "export default {\n  server: {\n    proxy: {\n      '/api': { target: 'x', retry: 3 },\n    },\n  },\n  plugins: [pwa({ retry: 2 })],\n  test: { globals: true },\n}\n",
      },
    ],
    ['it is a comment', { 'vitest.config.js': '// retry: 3\nexport default { test: { retry: 0 } }\n' }],
    [
      'the program tries again',
      { 'src/client.js': 'export const client = make({ retry: 3, retries: 5 })\n' },
    ],
    [
      'something is fetched',
      {
        Makefile: 'all:\n\tcurl --fail --retry 3 -o a.zip https://example.com/a.zip\n',
        '.github/workflows/ci.yml': 'jobs:\n  a:\n    steps:\n      - run: pip install --retries 5 x\n',
      },
    ],
    [
      'a pipeline begins a job anew',
      { '.gitlab-ci.yml': 'deploy:\n  retry: 2\n  script:\n    - ./deploy\n' },
    ],
    [
      'the first tests of a browser bring their own settings',
      { 'playwright.config.ts': 'export default { retries: process.env.CI ? 2 : 0 }\n' },
    ],
  ])('and nothing is told where %s', async (_, is, was = {}) => {
    expect(await toldOf({ is, was })).toEqual([])
  })
})
