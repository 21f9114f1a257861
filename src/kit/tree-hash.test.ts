import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratch } from '../../test/contracts/program.ts'
import { committable, treeHash } from './tree-hash.ts'

const IDENTITY = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always']
const git = (cwd: string, ...words: string[]) =>
  execFileSync('git', [...IDENTITY, ...words], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

function put(root: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

function repository(files: Record<string, string>): string {
  const { project } = scratch()
  git(project, 'init', '-q')
  put(project, files)
  git(project, 'add', '-A')
  git(project, 'commit', '-qm', 'first')
  return project
}

describe('the hash of a tree', () => {
  it('is the tree of the last commit where nothing was changed since', () => {
    const root = repository({ 'a.txt': 'a', 'deep/b.txt': 'b' })
    expect(treeHash(root)).toBe(git(root, 'rev-parse', 'HEAD^{tree}').trim())
  })

  it('is the same for the same files, whether staged, unstaged, committed or new', () => {
    const root = repository({ 'a.txt': 'a' })
    put(root, { 'a.txt': 'changed', 'new.txt': 'new' })
    const unstaged = treeHash(root)
    git(root, 'add', 'a.txt')
    expect(treeHash(root)).toBe(unstaged)
    git(root, 'add', '-A')
    expect(treeHash(root)).toBe(unstaged)
    git(root, 'commit', '-qm', 'second')
    expect(treeHash(root)).toBe(unstaged)
    expect(git(root, 'rev-parse', 'HEAD^{tree}').trim()).toBe(unstaged)
  })

  it('is another one for every kind of change, and the old one when the change is undone', () => {
    const root = repository({ 'a.txt': 'a', 'b.txt': 'b' })
    const before = treeHash(root)
    const changes: [() => void, () => void][] = [
      [() => put(root, { 'a.txt': 'x' }), () => put(root, { 'a.txt': 'a' })],
      [() => put(root, { 'c.txt': 'c' }), () => rmSync(join(root, 'c.txt'))],
      [() => rmSync(join(root, 'b.txt')), () => put(root, { 'b.txt': 'b' })],
      [() => chmodSync(join(root, 'a.txt'), 0o755), () => chmodSync(join(root, 'a.txt'), 0o644)],
      [
        () => renameSync(join(root, 'a.txt'), join(root, 'z.txt')),
        () => renameSync(join(root, 'z.txt'), join(root, 'a.txt')),
      ],
      [() => symlinkSync('a.txt', join(root, 'link')), () => rmSync(join(root, 'link'))],
    ]
    const seen = changes.map(([make, undo]) => {
      make()
      const after = treeHash(root)
      undo()
      expect(treeHash(root)).toBe(before)
      return after
    })
    expect(new Set([before, ...seen]).size).toBe(changes.length + 1)
  })

  it('sees a change that only a look into the file can show, because the index is no younger than it', async () => {
    const root = repository({ 'a.txt': 'one' })
    git(root, 'config', 'core.checkStat', 'minimal')
    git(root, 'config', 'core.trustctime', 'false')
    const soon = new Date(Date.now() + 1500)
    put(root, { 'a.txt': 'two' })
    utimesSync(join(root, 'a.txt'), soon, soon)
    git(root, 'add', 'a.txt')
    put(root, { 'a.txt': 'six' })
    utimesSync(join(root, 'a.txt'), soon, soon)
    await new Promise((resolve) => setTimeout(resolve, soon.getTime() - Date.now() + 100))
    const now = treeHash(root)
    rmSync(join(root, '.git/index'))
    git(root, 'add', '-A')
    expect(now).toBe(git(root, 'write-tree').trim())
  })

  it('leaves out what git ignores and what keel records, tracked or ignored or neither', () => {
    for (const ignored of ['built/\n', 'built/\n.keel/ledger/\n.keel/journal/\n.keel/cache/\n']) {
      const root = repository({ '.gitignore': ignored, 'a.txt': 'a', '.keel/guards/g.yaml': 'g' })
      const before = treeHash(root)
      expect(before).toBe(git(root, 'rev-parse', 'HEAD^{tree}').trim())
      put(root, {
        'built/x': 'x',
        '.keel/ledger/t/1/evidence.json': '{}',
        '.keel/journal/2026-01/w.jsonl': '',
      })
      put(root, { '.keel/cache/db': '' })
      expect(treeHash(root)).toBe(before)
      git(root, 'add', '-A')
      git(root, 'commit', '-q', '--allow-empty', '-m', 'records')
      expect(treeHash(root)).toBe(before)
      put(root, { '.keel/guards/g.yaml': 'weaker' })
      expect(treeHash(root)).not.toBe(before)
    }
  })

  it('is git’s own where the records are ignored by a rule of the project', () => {
    const root = repository({ '.keel/.gitignore': 'ledger/\n', 'a.txt': 'a' })
    put(root, { '.keel/ledger/t/1/evidence.json': '{}' })
    expect(treeHash(root)).toBe(git(root, 'rev-parse', 'HEAD^{tree}').trim())
  })

  it('does not touch the user’s index', () => {
    const root = repository({ 'a.txt': 'a' })
    put(root, { 'a.txt': 'staged' })
    git(root, 'add', 'a.txt')
    put(root, { 'a.txt': 'later', 'new.txt': 'new' })
    const index = readFileSync(join(root, '.git/index'))
    const status = git(root, 'status', '--porcelain')
    const quiet = readFileSync(join(root, '.git/index'))
    treeHash(root)
    expect(readFileSync(join(root, '.git/index'))).toEqual(quiet)
    expect(git(root, 'status', '--porcelain')).toBe(status)
    expect(index.length).toBe(quiet.length)
  })

  it('knows a submodule’s commit, and changes that were not committed there', () => {
    const part = repository({ 'p.txt': 'p' })
    const root = repository({ 'a.txt': 'a' })
    git(root, 'submodule', 'add', '-q', part, 'part')
    git(root, 'commit', '-qm', 'with a part')
    const clean = treeHash(root)
    expect(clean).toBe(git(root, 'rev-parse', 'HEAD^{tree}').trim())
    put(root, { 'part/p.txt': 'changed' })
    const dirty = treeHash(root)
    expect(dirty.startsWith(`${clean}-`)).toBe(true)
    put(root, { 'part/p.txt': 'changed again' })
    expect(treeHash(root)).not.toBe(dirty)
    git(join(root, 'part'), 'commit', '-qam', 'in the part')
    expect(treeHash(root)).toMatch(/^[0-9a-f]{40}$/)
    expect(treeHash(root)).not.toBe(clean)
  })

  it('knows changes that the index was told not to look at, and what a commit can hold', () => {
    const root = repository({ 'a.txt': 'a', 'mine.cfg': 'm', 'left.cfg': 'l' })
    git(root, 'update-index', '--assume-unchanged', 'mine.cfg')
    git(root, 'update-index', '--skip-worktree', 'left.cfg')
    const clean = treeHash(root)
    expect(clean).toBe(git(root, 'rev-parse', 'HEAD^{tree}').trim())
    put(root, { 'mine.cfg': 'changed' })
    const hidden = treeHash(root)
    put(root, { 'left.cfg': 'changed too' })
    expect(new Set([clean, hidden, treeHash(root)]).size).toBe(3)
    expect(committable(treeHash(root))).toBe(clean)
    put(root, { 'a.txt': 'b' })
    const beyond = treeHash(root).split('-')[1]
    put(root, { 'a.txt': 'c' })
    expect(treeHash(root).split('-')[1]).toBe(beyond)
    expect(git(root, 'ls-files', '-v')).toBe('H a.txt\nS left.cfg\nh mine.cfg\n')
  })

  it('knows such a change of one size, within the second in which the index was written', () => {
    for (const how of ['--assume-unchanged', '--skip-worktree', '--assume-unchanged', '--skip-worktree']) {
      const root = repository({ 'mine.cfg': 'm' })
      git(root, 'update-index', how, 'mine.cfg')
      put(root, { 'mine.cfg': 'n' })
      expect(treeHash(root), how).not.toBe(git(root, 'rev-parse', 'HEAD^{tree}').trim())
    }
  })

  it('takes what a sparse checkout leaves out for no deletion', () => {
    const root = repository({ 'a.txt': 'a', 'far/b.txt': 'b' })
    git(root, 'sparse-checkout', 'set', '--no-cone', '/a.txt')
    expect(treeHash(root)).toBe(git(root, 'rev-parse', 'HEAD^{tree}').trim())
  })

  it('is that of the folder where the project is a folder of a repository', () => {
    const root = repository({ 'app/a.txt': 'a', 'other.txt': 'o' })
    const before = treeHash(join(root, 'app'))
    expect(before).toBe(git(root, 'rev-parse', 'HEAD:app').trim())
    put(root, { 'other.txt': 'changed' })
    expect(treeHash(join(root, 'app'))).toBe(before)
  })

  it('is made of the files where there is no repository, or where git cannot take them in', () => {
    const { project: root } = scratch()
    put(root, { 'a.txt': 'a', 'deep/b.txt': 'b' })
    const before = treeHash(root)
    expect(before).toMatch(/^[0-9a-f]{64}$/)
    expect(treeHash(root)).toBe(before)
    put(root, { '.keel/journal/x.jsonl': '{}' })
    expect(treeHash(root)).toBe(before)
    put(root, { 'deep/b.txt': 'c' })
    expect(treeHash(root)).not.toBe(before)
    git(root, 'init', '-q')
    git(root, 'init', '-q', 'empty-inside')
    expect(treeHash(root)).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is had in a repository without a commit, and gives up in time', () => {
    const { project: root } = scratch()
    git(root, 'init', '-q')
    put(root, { 'a.txt': 'a' })
    expect(treeHash(root)).toMatch(/^[0-9a-f]{40}$/)
    expect(() => treeHash(root, 1)).toThrow('took too long')
  })
})
