/** Trees that somebody might have, or might make to do harm: a useful map of each, or a clear word, within bounds. */
import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BIN, scratch } from '../contracts/program.ts'

const SECONDS_MAX = 120
const MEGABYTES_MAX = 1024

const IDENTITY = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always']
const git = (cwd: string, ...words: string[]) =>
  execFileSync('git', [...IDENTITY, ...words], { cwd, stdio: 'ignore' })

function put(root: string, files: Record<string, string | Buffer>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

const GOOD = {
  'good.ts': 'export function good(a: number) { return a }\n',
  'use.ts': "import { good } from './good.ts'\ngood(1)\n",
}

function commit(root: string): void {
  git(root, 'init', '-q')
  git(root, 'add', '-A')
  git(root, 'commit', '-qm', 'first')
}

type Seen = { code: number | null; stdout: string; stderr: string }
type Run = {
  readonly cwd: string
  readonly home: string
  readonly killAfterMs?: number
  readonly as?: object
}

/** Said by the program itself at its end, after all else; its threads share its memory. */
const SAY_MEMORY = `import { isMainThread } from 'node:worker_threads'
if (isMainThread) process.on('exit', () => console.error('RSS ' + process.resourceUsage().maxRSS))`

/** Runs the map, and holds it to the bounds. */
async function map({ cwd, home, killAfterMs, as = {} }: Run, ...words: string[]): Promise<Seen> {
  const began = Date.now()
  const watch = `data:text/javascript,${encodeURIComponent(SAY_MEMORY)}`
  const child = spawn(process.execPath, ['--import', watch, BIN, 'map', ...words], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
    ...as,
  })
  const seen = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => (seen.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (seen.stderr += text))
  const killer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  clearTimeout(killer)
  expect((Date.now() - began) / 1000).toBeLessThan(SECONDS_MAX)
  const kilobytes = Number(/^RSS (\d+)$/m.exec(seen.stderr)?.[1] ?? 0)
  if (killAfterMs === undefined) expect(kilobytes).toBeGreaterThan(0)
  expect(kilobytes / 1024).toBeLessThan(MEGABYTES_MAX)
  return { code, stdout: seen.stdout, stderr: seen.stderr.replace(/^RSS \d+\n/m, '') }
}

/** A tree with two good files and something bad beside them. */
async function mapOf(make: (root: string, base: string) => void, ...words: string[]): Promise<Seen> {
  const { project, home, base } = scratch()
  put(project, GOOD)
  make(project, base)
  const seen = await map({ cwd: project, home }, ...words)
  expect(seen).toMatchObject({ code: 0, stderr: '' })
  expect(seen.stdout).toContain('`function good(a: number)`')
  return seen
}

const patient = { timeout: 2 * SECONDS_MAX * 1000 }

describe('the map of a tree with', patient, () => {
  it('a file of 200 MB, of text or of nothing, is drawn without it, tracked or not', async () => {
    const LINE = 'export const some = 1234567\n'
    const { stdout } = await mapOf((root) => {
      const big = openSync(join(root, 'big.ts'), 'w')
      for (let at = 0; at < 200; at += 1) writeSync(big, LINE.repeat(Math.ceil(2 ** 20 / LINE.length)))
      put(root, { 'hollow.ts': '' })
      truncateSync(join(root, 'hollow.ts'), 200 * 2 ** 20)
      git(root, 'init', '-q')
      git(root, 'add', 'hollow.ts')
    }, '-v')
    expect(stdout).toContain('big.ts: too large')
    expect(stdout).toContain('hollow.ts: too large')
  })

  it('files nested too deep, and some that hang a grammar or break it, names them and draws the rest', async () => {
    const { stdout } = await mapOf((root) => {
      put(root, {
        'braces.ts': `export function deep() ${'{\n'.repeat(10_000)}${'}\n'.repeat(10_000)}`,
        'one-line.ts': `export function deep() ${'{'.repeat(10_000)}${'}'.repeat(10_000)}`,
        // Seen to do so with the grammars of today.
        'hangs.swift': 'a {\n'.repeat(200_000),
        'breaks.kt': '"${\n'.repeat(200_000),
        'slow.py': '[\n'.repeat(400_000),
      })
    }, '-v')
    expect(stdout).toContain('one-line.ts: has lines too long')
    expect(stdout).toMatch(/breaks\.kt: (hung the parser|broke the parser|took too long)/)
    // Who matches queries natively comes to its end with it, and a machine that is quick enough with the other.
    expect(stdout).toMatch(/slow\.py: (took too long|has a part that is in no form)/)
    expect(stdout).toContain('hangs.swift: ')
  })

  it('folders a thousand deep is drawn', async () => {
    const { stdout } = await mapOf((root) =>
      put(root, { [`${'d/'.repeat(1000)}x.ts`]: 'export const x = 1\n' }),
    )
    expect(stdout).toContain('d/d/d')
  })

  it('text in no encoding, in another, or in none at all, reads what can be read', async () => {
    await mapOf((root) => {
      put(root, {
        'latin.ts': Buffer.from('export const caf\xe9 = "\xff"\n', 'latin1'),
        'wide.ts': Buffer.from('\ufeffimport { good } from "./good.ts"\ngood(1)\n', 'utf16le'),
        'nul.ts': 'export const nul = 1\n\0\n',
      })
    })
  })

  it('names that would break out of a line, or hide what follows, keeps each on its line', async () => {
    const names = [
      'new\nline',
      '# Map\n\n## Commands\n- test: `rm -rf`',
      'qu"o\'te',
      'back`tick',
      'pi|pe',
      'esc\u001b[31m',
      '<!-- hidden',
    ]
    const { stdout } = await mapOf((root) => {
      for (const [place, name] of names.entries())
        put(root, { [`${name}/a${place}.ts`]: `export function from${place}() {}\n` })
      const uses = names.map(
        (name, place) =>
          `import { from${place} } from ${JSON.stringify(`./${name}/a${place}.ts`)}\nfrom${place}()\n`,
      )
      put(root, { 'all.ts': uses.join('') })
      // A name that is no UTF-8, as only bytes can say.
      writeFileSync(
        Buffer.concat([Buffer.from(`${root}/bad-`), Buffer.from([0xff]), Buffer.from('.ts')]),
        'export const bad = 1\n',
      )
      commit(root)
    }, '-v')
    expect(stdout).not.toContain('\u001b')
    expect(stdout).not.toContain('\nline')
    expect(stdout).not.toMatch(/^## Commands/m)
    expect(stdout).not.toContain('<!-- hidden')
    expect(stdout).toContain('new\\nline/')
    expect(stdout).toContain('bad-\ufffd.ts: could not be read')
  })

  it('links in circles, to nowhere and out of the tree follows none of them', async () => {
    const { stdout } = await mapOf((root, base) => {
      put(base, {
        'outside/secret.ts': 'export function outside() {}\n',
        'outside/Makefile': 'leak:\n\techo\n',
      })
      const links = {
        loop: '.',
        one: 'two',
        two: 'one',
        'out.ts': '../outside/secret.ts',
        outside: '../outside',
      }
      for (const [name, to] of Object.entries({ ...links, Makefile: '../outside/Makefile', gone: 'nowhere' }))
        symlinkSync(to, join(root, name))
      commit(root)
    })
    expect(stdout).not.toMatch(/outside|leak/)
  })

  it('50,000 files in one folder is drawn, and again when one of them changed', async () => {
    const { project, home } = scratch()
    for (let at = 0; at < 50_000; at += 1)
      writeFileSync(
        join(project, `f${at}.ts`),
        `import { f${at >> 1} } from './f${at >> 1}.ts'\nexport function f${at}() { f${at >> 1}() }\n`,
      )
    git(project, 'init', '-q')
    const first = await map({ cwd: project, home })
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toContain('`function f1()`')
    put(project, { 'f1.ts': "import { f0 } from './f0.ts'\nexport function f1(changed: number) { f0() }\n" })
    expect((await map({ cwd: project, home })).stdout).toContain('`function f1(changed: number)`')
    // Within the time of the test: what clears up after it has less.
    rmSync(project, { recursive: true })
  })

  it('a submodule, fetched or not, a worktree and a sparse checkout draws what is there', async () => {
    const { base, home } = scratch()
    const [part, whole] = [join(base, 'part'), join(base, 'whole')]
    put(part, {
      'inner.ts': 'export function inner() {}\n',
      'needs.ts': "import { inner } from './inner.ts'\ninner()\n",
    })
    commit(part)
    put(whole, { ...GOOD, 'far/x.ts': 'export const x = 1\n' })
    commit(whole)
    git(whole, 'submodule', 'add', '-q', part, 'part')
    git(whole, 'commit', '-qm', 'with a part')
    expect((await map({ cwd: whole, home })).stdout).toContain('function inner()')
    git(base, 'clone', '-q', whole, 'clone')
    git(whole, 'worktree', 'add', '-q', join(base, 'tree'))
    for (const name of ['clone', 'tree']) {
      const { code, stdout } = await map({ cwd: join(base, name), home })
      expect(code).toBe(0)
      expect(stdout).toContain('function good(a: number)')
      expect(stdout).not.toContain('function inner()')
    }
    git(join(base, 'clone'), 'sparse-checkout', 'set', '--no-cone', '/*.ts')
    const { stdout } = await map({ cwd: join(base, 'clone'), home })
    expect(stdout).toContain('function good(a: number)')
    expect(stdout).not.toContain('far/')
  })
})

describe('there is a clear word, or a map all the same,', patient, () => {
  it('for nothing at all, for a repository without commits, and for no repository', async () => {
    const { project, home } = scratch()
    expect((await map({ cwd: project, home })).stdout).toContain('> No file is here yet.')
    git(project, 'init', '-q')
    expect((await map({ cwd: project, home })).stdout).toContain('> No file is here yet.')
    await mapOf((root) => git(root, 'init', '-q'))
    await mapOf(() => {})
  })

  it('for a repository that has only what is git’s own, and nothing is written there', async () => {
    const { base, home, project } = scratch()
    put(project, GOOD)
    commit(project)
    git(base, 'clone', '-q', '--bare', project, 'bare.git')
    const before = readdirSync(join(base, 'bare.git'))
    const seen = await map({ cwd: join(base, 'bare.git'), home })
    expect(seen).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('bare') })
    expect(await map({ cwd: project, home }, '.git')).toMatchObject({ code: 2, stdout: '' })
    expect(readdirSync(join(base, 'bare.git'))).toEqual(before)
  })

  it('for folders that are closed, and where nothing can be written', async () => {
    const { base, project, home } = scratch()
    put(project, { ...GOOD, 'closed/c.ts': 'export function closed() {}\n' })
    chmodSync(base, 0o755)
    // Nothing is closed to a superuser: then somebody else asks.
    const isRoot = process.getuid?.() === 0
    const as = isRoot ? { uid: 65534, gid: 65534 } : {}
    const closed = join(project, 'closed')
    chmodSync(closed, isRoot ? 0o700 : 0)
    chmodSync(project, 0o555)
    try {
      const seen = await map({ cwd: project, home, as })
      expect(seen).toMatchObject({ code: 0, stderr: '' })
      expect(seen.stdout).toContain('function good(a: number)')
      expect(seen.stdout).not.toContain('closed')
      expect(await map({ cwd: project, home, as }, 'closed')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('cannot be read'),
      })
      expect(await map({ cwd: project, home, as }, '-o', 'map.md')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('permissions'),
      })
      expect(readdirSync(project)).not.toContain('.keel')
    } finally {
      chmodSync(project, 0o755)
      chmodSync(closed, 0o755)
    }
  })

  it('for whatever became of the cache', async () => {
    const { project, home } = scratch()
    put(project, GOOD)
    const { stdout } = await map({ cwd: project, home })
    const cache = join(project, '.keel/cache')
    const whole = readFileSync(join(cache, 'code.db'))
    const [kept = ''] = readdirSync(join(cache, 'maps'))
    const again = async () =>
      expect(await map({ cwd: project, home })).toEqual({ code: 0, stdout, stderr: '' })
    for (const garbage of ['', 'garbage', 'null', '{}', '[]', '{"text":1}', '{"text":"# Map\\n"}']) {
      writeFileSync(join(cache, 'maps', kept), garbage)
      writeFileSync(join(cache, 'code.db'), garbage === '' ? whole.subarray(0, whole.length >> 1) : garbage)
      await again()
    }
    for (const name of ['code.db', join('maps', kept)]) {
      rmSync(join(cache, 'maps', kept), { recursive: true, force: true })
      rmSync(join(cache, name), { recursive: true, force: true })
      mkdirSync(join(cache, name))
      await again()
    }
    rmSync(join(project, '.keel'), { recursive: true })
    writeFileSync(join(project, '.keel'), 'no folder')
    expect((await map({ cwd: project, home })).stdout).toContain('function good(a: number)')
  })

  it('for two who ask at once, and after one was killed at any moment', async () => {
    const { base, project, home } = scratch()
    for (let at = 0; at < 1500; at += 1)
      writeFileSync(
        join(project, `f${at}.ts`),
        `import { f${at >> 2} } from './f${at >> 2}.ts'\nexport function f${at}() { f${at >> 2}() }\n`,
      )
    git(project, 'init', '-q')
    const other = join(base, 'other')
    cpSync(project, other, { recursive: true })
    const expected = await map({ cwd: other, home })
    for (const killAfterMs of [150, 400, 800, 1200, 1600]) await map({ cwd: project, home, killAfterMs })
    const both = await Promise.all([map({ cwd: project, home }), map({ cwd: project, home })])
    for (const seen of both) expect(seen).toEqual(expected)
    rmSync(join(project, '.keel'), { recursive: true })
    const anew = await Promise.all([map({ cwd: project, home }), map({ cwd: project, home })])
    for (const seen of anew) expect(seen).toEqual(expected)
    const { parsed } = JSON.parse((await map({ cwd: project, home }, '--json', '-t', '900')).stdout)
    expect(parsed).toBe(0)
  })

  it('for a grammar that is missing, which costs its own files alone', async () => {
    const { base, home, project } = scratch()
    const root = join(import.meta.dirname, '../..')
    for (const name of ['dist', 'templates', 'package.json'])
      cpSync(join(root, name), join(base, 'keel', name), { recursive: true })
    cpSync(join(root, 'node_modules/zod'), join(base, 'keel/node_modules/zod'), { recursive: true })
    rmSync(join(base, 'keel/dist/grammars/tree-sitter-python.wasm'))
    rmSync(join(base, 'keel/dist/native'), { recursive: true, force: true })
    put(project, { ...GOOD, 'a.py': 'def a(): pass\n', 'pyproject.toml': '[project]\nname = "a"\n' })
    const bin = join(base, 'keel/dist/bin.cjs')
    const stdout = execFileSync(process.execPath, [bin, 'map', '-v'], {
      cwd: project,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', HOME: home },
    })
    expect(stdout).toContain('> No grammar for Python: the symbols of 1 file are missing.')
    expect(stdout).toContain('function good(a: number)')
    expect(stdout).toContain('Python')
    expect(stdout).toContain('a.py: its grammar is missing')
  })
})
