import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { scratch } from '../../../../test/contracts/program.ts'
import { askStatus } from './ask-status.ts'
import { listTree } from './list-tree.ts'
import { UNREADABLE } from './tree-file.ts'

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

const pathsIn = async (root: string) => (await listTree({ root })).files.map(({ path }) => path)
const blobs = async (root: string) =>
  Object.fromEntries((await listTree({ root })).files.map(({ path, blob }) => [path, blob]))
const blobOf = (root: string, text: string) =>
  execFileSync('git', ['hash-object', '--stdin'], { cwd: root, input: text, encoding: 'utf8' }).trim()

const nameOf = (content: Buffer) =>
  createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')

describe('the files of a repository', () => {
  it('are those that are tracked and those that are new, in the order of their paths, and none that is ignored or gone', async () => {
    const root = repository({
      '.gitignore': '*.log\n',
      'b.ts': 'b',
      'a/z.ts': 'z',
      'gone.ts': 'g',
      'sub/.gitignore': '!keep.log\n',
    })
    put(root, { 'new.ts': 'n', 'x.log': 'no', 'sub/keep.log': 'yes', 'weird näme\n.ts': 'w' })
    rmSync(join(root, 'gone.ts'))
    expect(await pathsIn(root)).toEqual(
      ['.gitignore', 'a/z.ts', 'b.ts', 'new.ts', 'sub/.gitignore', 'sub/keep.log', 'weird näme\n.ts'].sort(),
    )
  })

  it('are named by their content as it lies there, whether git has seen it or not', async () => {
    const root = repository({
      'same.ts': 'same',
      'changed.ts': 'old',
      'staged.ts': 'old',
      'hidden.ts': 'old',
    })
    put(root, { 'changed.ts': 'new', 'staged.ts': 'mid', 'added.ts': 'added' })
    git(root, 'add', 'staged.ts')
    put(root, { 'staged.ts': 'late', 'hidden.ts': 'secretly new' })
    git(root, 'update-index', '--assume-unchanged', 'hidden.ts')
    const named = await blobs(root)
    for (const [path, text] of Object.entries({
      'same.ts': 'same',
      'changed.ts': 'new',
      'staged.ts': 'late',
      'added.ts': 'added',
      'hidden.ts': 'secretly new',
    }))
      expect(named[path], path).toBe(blobOf(root, text))
  })

  it('are those of submodules and of repositories inside as well, and not what a sparse checkout left out', async () => {
    const part = repository({ 'p.ts': 'p' })
    const root = repository({ 'a.ts': 'a', 'far/b.ts': 'b' })
    git(root, 'submodule', 'add', '-q', part, 'part')
    git(root, 'commit', '-qm', 'with a part')
    mkdirSync(join(root, 'inner'))
    git(join(root, 'inner'), 'init', '-q')
    put(root, { 'inner/i.ts': 'i' })
    expect(await pathsIn(root)).toEqual(['.gitmodules', 'a.ts', 'far/b.ts', 'inner/i.ts', 'part/p.ts'])
    renameSync(join(root, '.git/modules'), join(root, '.git/away'))
    expect(await pathsIn(root), 'also where its git folder is gone').toContain('part/p.ts')
    renameSync(join(root, '.git/away'), join(root, '.git/modules'))
    git(root, 'sparse-checkout', 'set', '--no-cone', '/a.ts', '/part', '/.gitmodules', '/inner')
    expect(await pathsIn(root)).not.toContain('far/b.ts')
  })

  it('are those of a folder of it, by paths from there', async () => {
    const root = repository({ 'app/a.ts': 'a', 'app/in/b.ts': 'b', 'other.ts': 'o' })
    put(root, { 'app/new.ts': 'n' })
    expect(await pathsIn(join(root, 'app'))).toEqual(['a.ts', 'in/b.ts', 'new.ts'])
  })

  it('are found without git by the same rules, and links in circles end', async () => {
    const { project: root } = scratch()
    put(root, {
      '.gitignore': 'build/\n*.log\n!keep.log\n',
      'a.ts': 'a',
      'build/x.ts': 'x',
      'x.log': 'no',
      'keep.log': 'yes',
      'sub/.gitignore': '/local.ts\n',
      'sub/local.ts': 'l',
      'sub/deep/local.ts': 'kept',
      'node_modules/m/i.js': 'm',
    })
    symlinkSync('..', join(root, 'sub/up'))
    const { files, source } = await listTree({ root })
    expect(source).toBe('folder')
    expect(files.map(({ path }) => path)).toEqual(
      ['.gitignore', 'a.ts', 'keep.log', 'sub/.gitignore', 'sub/deep/local.ts'].sort(),
    )
    expect(files.find(({ path }) => path === 'a.ts')?.blob).toBe(blobOf('/', 'a'))
  })

  it('are those of the folder where git refuses, in whose words that is told; where there is no repository, nothing is', async () => {
    const root = repository({ 'src/a.ts': 'a' })
    const { project: plain } = scratch()
    put(plain, { 'a.ts': 'a', 'copied/.git': 'gitdir: ../nowhere\n', 'copied/b.ts': 'b' })
    const heard: string[] = []
    const list = (folder: string) => listTree({ root: folder, onRefusal: (said) => heard.push(said) })
    await list(root)
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1')
    onTestFinished(() => void vi.unstubAllEnvs())
    for (const folder of [plain, join(plain, 'copied')]) expect((await list(folder)).source).toBe('folder')
    expect(heard).toEqual([])
    for (const folder of [root, join(root, 'src')]) {
      expect((await list(folder)).files).toHaveLength(1)
      expect(heard.splice(0)).toEqual([expect.stringContaining('safe.directory')])
    }
    vi.stubEnv('PATH', plain)
    await list(root)
    expect(heard, 'without git nothing is refused').toEqual([])
  })

  it('are what links lead to, but for code, for folders, and for what lies elsewhere or nowhere', async () => {
    const { project: root, base } = scratch()
    put(base, { outside: 'all:\n' })
    put(root, { 'build/real.mk': 'test:\n\techo\n', 'a.ts': 'a', 'sub/x.json': '{}' })
    const links = {
      Makefile: 'build/real.mk',
      'b.ts': 'a.ts',
      up: '.',
      'one.json': 'two.json',
      'two.json': 'one.json',
    }
    for (const [name, to] of Object.entries({ ...links, 'out.mk': '../outside', justfile: 'nowhere' }))
      symlinkSync(to, join(root, name))
    const expected = ['Makefile', 'a.ts', 'build/real.mk', 'sub/x.json']
    expect(await pathsIn(root)).toEqual(expected)
    git(root, 'init', '-q')
    symlinkSync('.git/HEAD', join(root, 'head.txt'))
    expect(await pathsIn(root)).toEqual(expected)
    git(root, 'add', '-A')
    expect(await pathsIn(root)).toEqual(expected)
    expect((await blobs(root))['Makefile']).toBe(blobOf(root, 'test:\n\techo\n'))
  })

  it('are the same where the index is remembered, whatever has happened since', async () => {
    const root = repository({ 'a.ts': 'a', 'b/c.ts': 'c', 'b.ts': 'b', 'late.ts': 'l' })
    symlinkSync('b/c.ts', join(root, 'link.txt'))
    git(root, 'add', '-A')
    const memory = join(scratch().base, 'listings', 'one')
    const steps: readonly (() => unknown)[] = [
      () => {},
      () => put(root, { 'a.ts': 'changed', 'new.ts': 'n', 'b/c.ts': 'other' }),
      () => rmSync(join(root, 'late.ts')),
      () => git(root, 'add', '-A'),
      () => git(root, 'mv', 'b/c.ts', 'z.ts'),
      () => git(root, 'update-index', '--assume-unchanged', 'b.ts'),
      () => put(root, { 'b.ts': 'unseen' }),
      () => git(root, 'commit', '-qm', 'second'),
      () => git(root, 'checkout', '-q', 'HEAD~1', '--', 'late.ts'),
    ]
    for (const step of steps) {
      step()
      const { listedAt: _, ...anew } = await listTree({ root })
      for (const again of [await listTree({ root, memory }), await listTree({ root, memory })])
        expect(again).toMatchObject(anew)
      expect(existsSync(memory)).toBe(true)
    }
  })

  it('are not those of an index that somebody has replaced since git was asked', async () => {
    const root = repository({ 'a.ts': 'old' })
    const memory = join(scratch().base, 'listings', 'one')
    await listTree({ root, memory })
    put(root, { 'a.ts': 'new' })
    const { index } = (await askStatus(root)) ?? {}
    git(root, 'commit', '-qam', 'second')
    const status = await askStatus(root)
    const late = status === null ? null : { ...status, index: index ?? null }
    const { files } = await listTree({ root, status: Promise.resolve(late), memory })
    expect(files).toEqual([{ path: 'a.ts', blob: blobOf(root, 'new') }])
  })

  it('are named by what lies there where git keeps them in another form', async () => {
    const root = repository({
      '.gitattributes': '*.ts filter=up\n*.json filter=up\n*.py working-tree-encoding=UTF-16LE\n',
    })
    git(root, 'config', 'filter.up.clean', 'tr a-z A-Z')
    git(root, 'config', 'filter.up.smudge', 'tr A-Z a-z')
    put(root, { 'a.ts': 'plain', 'b.js': 'b', 'package.json': '{}a' })
    writeFileSync(join(root, 'c.py'), Buffer.from('c', 'utf16le'))
    git(root, 'add', '-A')
    git(root, 'commit', '-qm', 'in another form')
    expect(git(root, 'status', '--porcelain')).toBe('')
    const named = await blobs(root)
    expect(named['a.ts']).toBe(nameOf(Buffer.from('plain')))
    expect(named['package.json']).toBe(nameOf(Buffer.from('{}a')))
    expect(named['b.js']).toBe(nameOf(Buffer.from('b')))
    expect(named['c.py']).toBe(nameOf(Buffer.from('c', 'utf16le')))
    expect((await listTree({ root })).mark).toBeNull()
  })

  it('are none in an empty repository, and what cannot be read is there', async () => {
    const { project: root } = scratch()
    git(root, 'init', '-q')
    expect(await pathsIn(root)).toEqual([])
    put(root, { 'a.ts': 'a', 'closed.ts': 'c' })
    chmodSync(join(root, 'closed.ts'), 0)
    expect(await pathsIn(root)).toEqual(['a.ts', 'closed.ts'])
  })

  it('are there by name where that is no text, in a repository and in a folder', async () => {
    const { project: root } = scratch()
    const odd = (name: string) => Buffer.from(`${root}/${name}`, 'latin1')
    try {
      writeFileSync(odd('b\xffd.py'), 'def x(): pass\n')
    } catch {
      // Some systems have only names that are texts.
      return
    }
    mkdirSync(odd('f\xff'))
    writeFileSync(odd('f\xff/a.py'), '')
    put(root, { 'plain.py': 'a', 'true\uFFFD.py': 'b' })
    const all = {
      'b\uFFFDd.py': UNREADABLE,
      'f\uFFFD/a.py': UNREADABLE,
      'plain.py': nameOf(Buffer.from('a')),
      'true\uFFFD.py': nameOf(Buffer.from('b')),
    }
    expect(await blobs(root), 'without git').toEqual(all)
    git(root, 'init', '-q')
    expect(await blobs(root), 'new').toEqual(all)
    git(root, 'add', '-A')
    git(root, 'commit', '-qm', 'first')
    expect(await blobs(root), 'tracked').toEqual(all)
    rmSync(odd('b\xffd.py'))
    expect(await pathsIn(root)).toEqual(['f\uFFFD/a.py', 'plain.py', 'true\uFFFD.py'])
  })
})
