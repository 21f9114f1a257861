import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { scratch } from '../../test/contracts/program.ts'
import { listFiles } from './list-files.ts'
import { surveyFiles } from './survey-files.ts'

describe('the files of a repository', () => {
  it('are the tracked and the untracked ones, sorted, without what git ignores', () => {
    const { at, files } = project({ '.gitignore': '*.log\n', 'b.md': '', 'a.md': '', 'x.log': '' })
    git(at(), 'add', 'b.md')
    expect(files()).toEqual(['.gitignore', 'a.md', 'b.md'])
    expect(listFiles(at())).toEqual(surveyFiles(at()).files)
  })

  it('are those of a submodule too, tracked or not, at any depth', () => {
    const { base, at, write, files, survey } = project({ 'a.md': '' })
    const [inner, outer] = [join(base, 'inner'), join(base, 'outer')]
    committed(inner, { 'AGENTS.md': '', 'docs/x.md': '' })
    committed(outer, { 'AGENTS.md': '' })
    addSubmodule(outer, { from: inner, path: 'deep' })
    git(outer, 'commit', '-qm', 'with a submodule')
    addSubmodule(at(), { from: outer, path: 'lib' })
    git(at('lib'), ...FILES_ALLOWED, 'submodule', '--quiet', 'update', '--init')
    write({ 'lib/new.md': '', 'lib/.gitignore': 'out/\n', 'lib/out/x.md': '' })
    expect(files()).toEqual([
      '.gitmodules',
      'a.md',
      'lib/.gitignore',
      'lib/.gitmodules',
      'lib/AGENTS.md',
      'lib/deep/AGENTS.md',
      'lib/deep/docs/x.md',
      'lib/new.md',
    ])
    expect(survey().unsearched).toEqual(['lib/out'])
  })

  it('are none of a submodule that was never fetched', () => {
    const { base, at } = project({ 'a.md': '' })
    committed(join(base, 'lib'), { 'AGENTS.md': '' })
    addSubmodule(at(), { from: join(base, 'lib'), path: 'lib' })
    git(at(), 'add', '-A')
    git(at(), 'commit', '-qm', 'with a submodule')
    git(base, 'clone', '-q', at(), 'copy')
    expect(listFiles(join(base, 'copy'))).toEqual(
      ['.gitmodules', 'a.md'].map((path) => join(base, 'copy', path)),
    )
  })

  it('are those of a clone inside it, be it untracked, tracked or ignored', () => {
    const { at, write, files, survey } = project({ '.gitignore': 'mine/\n', 'a.md': '' })
    for (const path of ['mine', 'new', 'old', 'new/deep']) committed(at(path), { 'AGENTS.md': '' })
    git(at(), 'add', 'old')
    write({ 'new/.gitignore': 'out/\n', 'new/out/x.md': '' })
    expect(files()).toEqual([
      '.gitignore',
      'a.md',
      'mine/AGENTS.md',
      'new/.gitignore',
      'new/AGENTS.md',
      'new/deep/AGENTS.md',
      'old/AGENTS.md',
    ])
    expect(survey().unsearched).toEqual(['new/out'])
  })

  it('do not lie behind a link that took the place of a clone', () => {
    const { base, at, files } = project({ 'a.md': '' })
    committed(join(base, 'elsewhere'), { 'AGENTS.md': '' })
    git(at(), 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},lib`)
    symlinkSync(join(base, 'elsewhere'), at('lib'))
    expect(files()).not.toContain('lib/AGENTS.md')
  })

  it('are the same in a hook of git, which tells every git where it is', () => {
    const { at, files } = project({ 'a.md': '', 'docs/x.md': '' })
    committed(at('clone'), { 'AGENTS.md': '' })
    git(at(), 'add', 'a.md', 'docs')
    const before = files()
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv('GIT_DIR', at('.git'))
    vi.stubEnv('GIT_INDEX_FILE', at('.git/index'))
    expect(files()).toEqual(before)
    expect(before).toEqual(['a.md', 'clone/AGENTS.md', 'docs/x.md'])
  })
})

describe('what git ignores', () => {
  it('is told apart: single files, and folders that were not entered', () => {
    const { survey } = project({
      '.gitignore': 'node_modules/\nout/\nCLAUDE.local.md\n',
      'node_modules/p/AGENTS.md': '',
      'a/node_modules/p/AGENTS.md': '',
      'a/out/x.md': '',
      'a/x.md': '',
      'b/CLAUDE.local.md': '',
      'b/c/CLAUDE.local.md': '',
    })
    expect(survey()).toEqual({
      files: ['.gitignore', 'a/x.md'],
      ignored: ['b/CLAUDE.local.md', 'b/c/CLAUDE.local.md'],
      unsearched: ['a/node_modules', 'a/out', 'node_modules'],
    })
  })
})

describe('a folder that is no repository', () => {
  it('is walked, but for node_modules and what version control keeps', () => {
    const { base, write } = project({})
    write({ '../plain/a/x.md': '', '../plain/node_modules/p/x.md': '', '../plain/.hg/x': '' })
    const plain = join(base, 'plain')
    expect(surveyFiles(plain)).toEqual({
      files: [join(plain, 'a/x.md')],
      ignored: [],
      unsearched: [join(plain, 'node_modules')],
    })
  })
})

function project(content: Readonly<Record<string, string>>) {
  const { base, project: root } = scratch()
  git(root, 'init', '-q')
  const write = (more: Readonly<Record<string, string>>) => writeFiles(root, more)
  write(content)
  const survey = () => {
    const { files, ignored, unsearched } = surveyFiles(root)
    const named = (paths: readonly string[]) => paths.map((path) => relative(root, path))
    return { files: named(files), ignored: named(ignored), unsearched: named(unsearched) }
  }
  return { base, at: (path = '.') => join(root, path), write, survey, files: () => survey().files }
}

function committed(root: string, content: Readonly<Record<string, string>>): void {
  mkdirSync(root, { recursive: true })
  git(root, 'init', '-q')
  writeFiles(root, content)
  git(root, 'add', '-A')
  git(root, 'commit', '-qm', 'all')
}

const FILES_ALLOWED = ['-c', 'protocol.file.allow=always']

function addSubmodule(root: string, { from, path }: { from: string; path: string }): void {
  git(root, ...FILES_ALLOWED, 'submodule', '--quiet', 'add', from, path)
}

function writeFiles(root: string, content: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(content)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

function git(cwd: string, ...words: readonly string[]): void {
  const identity = ['-c', 'user.name=keel', '-c', 'user.email=keel@example.invalid']
  execFileSync('git', [...identity, ...words], { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
}
