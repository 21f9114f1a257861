import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { treeHash } from '#kit/tree-hash.ts'
import { scratch } from '../../../../../test/contracts/program.ts'
import { findIgnored, ignoredSetUp } from './find-ignored.ts'

type Files = Readonly<Record<string, string>>

const TESTS = 'from cart import total\ndef test_total():\n    assert total([(5, 3)]) == 15\n'
const EMPTIED = 'def pytest_runtest_setup(item):\n    item.obj = lambda *a, **k: None\n'

function project(files: Files) {
  const { project: root } = scratch()
  execFileSync('git', ['init', '-q'], { cwd: root })
  const put = (more: Files) => {
    for (const [path, text] of Object.entries(more)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
  }
  put({ 'cart.py': 'def total(items):\n    return 5\n', 'tests/test_cart.py': TESTS, ...files })
  const told = async (known: readonly string[] = []) => {
    const found = await findIgnored({ root, tree: treeHash(root), known })
    return found.map(({ kind, path, line }) => `${kind} ${path}:${line}`)
  }
  return { root, put, told }
}

describe('what git ignores and tests are run with', () => {
  it.each<[string, Files, string]>([
    ['by .gitignore', { '.gitignore': 'conftest.py\n', 'conftest.py': EMPTIED }, 'tautology conftest.py:2'],
    [
      'by .gitignore among the tests',
      { 'tests/.gitignore': '*\n', 'tests/conftest.py': EMPTIED },
      'tautology tests/conftest.py:2',
    ],
    [
      'by what git itself was told',
      { '.git/info/exclude': 'conftest.py\n', 'tests/conftest.py': EMPTIED },
      'tautology tests/conftest.py:2',
    ],
    [
      'by a name that is loaded by one that git sees',
      { '.gitignore': 'quiet.py\n', 'conftest.py': 'from quiet import *\n', 'quiet.py': EMPTIED },
      'tautology quiet.py:2',
    ],
    [
      'in the place of what is tested',
      {
        '.gitignore': 'conftest.py\n',
        'conftest.py':
          "import cart, pytest\n@pytest.fixture(autouse=True)\ndef calm(monkeypatch):\n    monkeypatch.setattr(cart, 'total', lambda items: 15)\n",
      },
      'tautology conftest.py:4',
    ],
    [
      'in the settings of pytest',
      { '.gitignore': 'pytest.ini\n', 'pytest.ini': '[pytest]\naddopts = --deselect tests/test_cart.py\n' },
      'command-changed pytest.ini:2',
    ],
    [
      'in the settings of Vitest',
      {
        '.gitignore': 'vitest.config.ts\n',
        'vitest.config.ts':
          "export default { plugins: [{ name: 'x', transform(c) { return c.replace('15', '5') } }] }\n",
      },
      'command-changed vitest.config.ts:1',
    ],
    [
      'in what Python itself loads',
      { '.gitignore': 'sitecustomize.py\n', 'sitecustomize.py': 'import os\nos._exit(0)\n' },
      'early-exit sitecustomize.py:2',
    ],
  ])('is told of where it says less: %s', async (_name, files, expected) => {
    expect(await project(files).told()).toEqual([expected])
  })

  it('is left alone where it harms nothing', async () => {
    const { told } = project({
      '.gitignore': 'conftest.py\n.env\n.npmrc\nlocal.py\nbuild/\n',
      'conftest.py':
        'import pytest\n@pytest.fixture\ndef basket():\n    return [(5, 3)]\ndef pytest_addoption(parser):\n    parser.addoption("--slow")\n',
      '.env': 'NODE_OPTIONS=--require ./x.js\n',
      '.npmrc': '//registry.example/:_authToken=none\n',
      'local.py': EMPTIED,
      'build/conftest.py': EMPTIED,
    })
    expect(await told()).toEqual([])
  })

  it('is left alone where it was there before the work began, and is as it was', async () => {
    const { root, told, put } = project({ '.gitignore': 'conftest.py\n', 'conftest.py': EMPTIED })
    const known = await ignoredSetUp(root)
    expect(known).toEqual([expect.stringMatching(/^\w{12} conftest\.py$/)])
    expect(await told(known)).toEqual([])
    put({ 'conftest.py': `${EMPTIED}\n` })
    expect(await told(known)).toEqual(['tautology conftest.py:2'])
  })
})
