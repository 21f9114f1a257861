import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { treeHash } from '#kit/tree-hash.ts'
import { scratch } from '../../../../../test/contracts/program.ts'
import { findTampering } from '../find-tampering.ts'

const ONE = "import { test } from 'node:test'\ntest('adds', () => assert.equal(add(1, 2), 3))\n"
const TWO = `${ONE}test('takes', () => assert.equal(take(2, 1), 1))\n`

/** A repository with one inside, each with two tests. */
function nested() {
  const { project: root } = scratch()
  const part = join(root, 'part')
  mkdirSync(part)
  const git = (cwd: string, ...words: string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'advice.addEmbeddedRepo=false', ...words],
      {
        cwd,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    ).trim()
  for (const place of [part, root]) {
    writeFileSync(join(place, 'sum.test.js'), TWO)
    git(place, 'init', '-q')
    git(place, 'add', '-A')
    git(place, 'commit', '-qm', 'start')
  }
  const from = git(root, 'rev-parse', 'HEAD^{tree}')
  const screen = async () => {
    const found = await findTampering({ root, from, to: treeHash(root) })
    return found.map(({ kind, path }) => `${kind} ${path}`)
  }
  return { root, part, git, screen }
}

describe('tests that no commit of the repository around them holds', () => {
  it('are screened in a repository inside, committed there or not', async () => {
    const { part, git, screen } = nested()
    expect(await screen()).toEqual([])
    writeFileSync(join(part, 'sum.test.js'), ONE)
    expect(await screen()).toEqual(['test-removed part/sum.test.js'])
    git(part, 'commit', '-qam', 'less')
    expect(await screen()).toEqual(['test-removed part/sum.test.js'])
  })

  it('are screened where the repository around them was told to ignore them', async () => {
    const { root, part, git, screen } = nested()
    writeFileSync(
      join(root, '.gitmodules'),
      '[submodule "part"]\n\tpath = part\n\turl = ./part\n\tignore = all\n',
    )
    writeFileSync(join(part, 'sum.test.js'), ONE)
    git(part, 'commit', '-qam', 'less')
    git(root, 'config', 'submodule.part.ignore', 'all')
    expect(await screen()).toEqual(['test-removed part/sum.test.js'])
  })

  it('are missed where their repository forgot them, or is gone', async () => {
    const { root, part, git, screen } = nested()
    rmSync(join(part, '.git'), { recursive: true })
    git(part, 'init', '-q')
    git(part, 'add', '-A')
    git(part, 'commit', '-qm', 'anew')
    expect(await screen()).toEqual(['test-deleted part'])
    git(root, 'mv', 'part', 'test')
    git(root, 'commit', '-qm', 'moved')
    const from = git(root, 'rev-parse', 'HEAD^{tree}')
    rmSync(join(root, 'test'), { recursive: true })
    expect(await findTampering({ root, from, to: treeHash(root) })).toMatchObject([
      { kind: 'test-deleted', path: 'test' },
    ])
  })

  it('are screened where the index was told not to look', async () => {
    for (const how of ['--skip-worktree', '--assume-unchanged']) {
      const { root, git, screen } = nested()
      git(root, 'update-index', how, 'sum.test.js')
      expect(await screen()).toEqual([])
      writeFileSync(join(root, 'sum.test.js'), ONE)
      expect(await screen()).toEqual(['test-removed sum.test.js'])
    }
  })
})
