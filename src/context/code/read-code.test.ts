import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packageFile } from '#kit/package-file.ts'
import { scratch } from '../../../test/contracts/program.ts'
import { readCode } from './read-code.ts'
import { NO_TAGS } from './tags.ts'
import { listTree } from './walk/list-tree.ts'
import { UNREADABLE } from './walk/tree-file.ts'
import { whyUnparsed } from './why-unparsed.ts'
import { writeTags } from './write-tags.ts'

const parts = {
  program: packageFile('dist/parse-worker.js'),
  grammars: packageFile('dist/grammars'),
  native: packageFile('dist/native'),
  threads: 1,
}
const git = (cwd: string, ...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd, stdio: 'ignore' })

function put(root: string, path: string, text: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const read = async (root: string, cache: string | null) =>
  readCode({ root, tree: await listTree({ root }), cache, ...parts })

/** Ends at a file if another of its name lies beside the worker. */
const WORKER_THAT_MAY_BREAK = `
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
const place = new Float64Array(workerData.clock)
const tags = ${JSON.stringify(writeTags(NO_TAGS))}
parentPort.on('message', ({ files }) => {
  const outcomes = files.map((path, at) => {
    place[0] = at
    place[1] = Date.now()
    if (existsSync(new URL(basename(path), import.meta.url))) process.exit(3)
    return { kind: 'parsed', tags, isGenerated: false, hasErrors: false }
  })
  parentPort.postMessage({ outcomes, origins: [] })
})
`

describe('the code of a repository', () => {
  it('is parsed once by content, whichever file, branch or worktree has it', async () => {
    const { project: root, base } = scratch()
    const cache = join(base, 'cache')
    put(root, 'a.ts', 'export const a = 1\n')
    put(root, 'b.py', 'def b(): pass\n')
    git(root, 'init', '-q')
    expect((await read(root, cache)).parsed).toBe(2)
    put(root, 'copy.ts', 'export const a = 1\n')
    git(root, 'add', '-A')
    git(root, 'commit', '-qm', 'first')
    const again = await read(root, cache)
    expect(again.parsed).toBe(0)
    expect(again.files.map(({ path, tags }) => [path, tags.definitions.map(({ name }) => name)])).toEqual([
      ['a.ts', ['a']],
      ['b.py', ['b']],
      ['copy.ts', ['a']],
    ])
    git(root, 'worktree', 'add', '-q', join(base, 'other'))
    expect((await read(join(base, 'other'), cache)).parsed).toBe(0)
  })

  it.each([
    ['natively', parts.native],
    ['in WebAssembly', null],
  ])('has the types that JavaScript is written with for Flow, %s', async (_how, native) => {
    const { project: root } = scratch()
    put(
      root,
      'a.js',
      '// @flow\nexport type Lane = ?number;\nexport const laneOf = (at: ?Lane): Lane => at;\n',
    )
    const { files } = await readCode({ root, tree: await listTree({ root }), cache: null, ...parts, native })
    const { grammar, tags } = files[0] ?? {}
    expect(grammar).toBe('javascript')
    expect(tags?.definitions.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      'type Lane',
      'function laneOf',
    ])
  })

  it('knows a file that is there for tests by what it takes', async () => {
    const { project: root } = scratch()
    put(root, 'lib/builder.go', 'package lib\n\nimport "testing"\n\nfunc Build(t testing.TB) {}\n')
    put(root, 'lib/shop.go', 'package lib\n\nimport "fmt"\n\nfunc Sell() { fmt.Println() }\n')
    const { files } = await read(root, null)
    expect(files.map(({ path, role }) => `${path} ${role}`)).toEqual([
      'lib/builder.go test',
      'lib/shop.go source',
    ])
  })

  it('is not remembered by the name of another content, where somebody changed a file unseen by git', async () => {
    const { project: root, base } = scratch()
    const cache = join(base, 'cache')
    put(root, 'a.ts', 'export function one() {}\n')
    git(root, 'init', '-q')
    const tree = { ...(await listTree({ root })), listedAt: Number.POSITIVE_INFINITY }
    const look = async (text: string) => {
      put(root, 'a.ts', text)
      const { files, hasMoved } = await readCode({ root, tree, cache, ...parts })
      return [files[0]?.tags.definitions[0]?.name, hasMoved]
    }
    expect(await look('export function two() {}\n')).toEqual(['two', true])
    expect(await look('export function one() {}\r\n'), 'only its line ends are others').toEqual([
      'one',
      false,
    ])
    expect(await look('export function two() {}\n'), 'that is remembered').toEqual(['one', false])
  })

  it('is not remembered by the name of what a file was when it was listed, if somebody has changed it since', async () => {
    const { project: root, base } = scratch()
    const cache = join(base, 'cache')
    put(root, 'a.ts', 'export const honest = 1\n')
    put(root, 'b.ts', 'export const other = 1\n')
    git(root, 'init', '-q')
    git(root, 'add', '-A')
    const tree = await listTree({ root })
    await new Promise((resolve) => setTimeout(resolve, 20))
    put(root, 'a.ts', 'export const poison = 1\n')
    expect((await readCode({ root, tree, cache, ...parts })).hasMoved).toBe(true)
    put(root, 'a.ts', 'export const honest = 1\n')
    const { files, parsed, hasMoved } = await read(root, cache)
    expect(files.flatMap(({ tags }) => tags.definitions.map(({ name }) => name))).toEqual(['honest', 'other'])
    expect({ parsed, hasMoved }).toEqual({ parsed: 1, hasMoved: false })
  })

  it('is not remembered without a file that was gone for a moment, but as it is without one that nobody may read', async () => {
    const { project: root, base } = scratch()
    const cache = join(base, 'cache')
    put(root, 'a.ts', 'export const a = 1\n')
    const tree = await listTree({ root })
    const look = async (files: typeof tree.files) => {
      const { problems, hasMoved } = await readCode({ root, tree: { ...tree, files }, cache, ...parts })
      return { broken: problems.map(({ path }) => path), hasMoved }
    }
    const unreadable = tree.files.map((file) => ({ ...file, blob: UNREADABLE }))
    expect(await look(unreadable), 'it can be read again').toEqual({ broken: [], hasMoved: true })
    renameSync(join(root, 'a.ts'), join(base, 'a.ts'))
    expect(await look(tree.files)).toEqual({ broken: ['a.ts'], hasMoved: true })
    expect(await look(unreadable)).toEqual({ broken: ['a.ts'], hasMoved: false })
    renameSync(join(base, 'a.ts'), join(root, 'a.ts'))
    expect((await read(root, cache)).problems).toEqual([])
  })

  it('is tried again where it failed once, and not where it failed twice', async () => {
    const { project: root, base } = scratch()
    const cache = join(base, 'cache')
    put(root, 'a.ts', 'export const a = 1\n')
    put(root, 'b.ts', 'export const b = 1\n')
    const program = join(base, 'worker.mjs')
    writeFileSync(program, WORKER_THAT_MAY_BREAK)
    const tree = await listTree({ root })
    const look = async () => {
      const { parsed, hasMoved, problems } = await readCode({ root, tree, cache, ...parts, program })
      return { parsed, hasMoved, broken: problems.map(({ path }) => path) }
    }
    put(base, 'a.ts', '')
    put(base, 'b.ts', '')
    expect(await look()).toEqual({ parsed: 0, hasMoved: true, broken: ['a.ts', 'b.ts'] })
    rmSync(join(base, 'a.ts'))
    expect(await look()).toEqual({ parsed: 1, hasMoved: false, broken: ['b.ts'] })
    rmSync(join(base, 'b.ts'))
    expect(await look(), 'nobody has tried').toEqual({ parsed: 0, hasMoved: false, broken: ['b.ts'] })
  })

  it('is not remembered where nobody could be had to parse it, however often', async () => {
    const { project: root, base } = scratch()
    const cache = join(base, 'cache')
    for (const name of ['a', 'b', 'c']) put(root, `${name}.ts`, `export const ${name} = 1\n`)
    put(root, 'notes.txt', 'no code\n')
    const tree = await listTree({ root })
    const program = join(base, 'worker.mjs')
    writeFileSync(program, `${WORKER_THAT_MAY_BREAK}; process.exit(1)`)
    for (const time of ['first', 'second', 'third']) {
      const { parsed, hasMoved, problems } = await readCode({ root, tree, cache, ...parts, program })
      expect({ parsed, hasMoved }, time).toEqual({ parsed: 0, hasMoved: true })
      expect(problems.map(({ why }) => why)).toEqual(['unstarted', 'unstarted', 'unstarted'])
      expect(whyUnparsed(tree.files, problems)).toBe('no file could be parsed')
      expect(whyUnparsed(tree.files, problems.slice(1)), 'one could').toBe(null)
      expect(whyUnparsed(tree.files, [])).toBe(null)
    }
    expect((await readCode({ root, tree, cache, ...parts })).problems).toEqual([])
  })

  it('names the files that are not in the picture as they should be, and goes on with the others', async () => {
    const { project: root } = scratch()
    put(root, 'good.ts', 'export const good = 1\n')
    put(root, 'large.ts', `export const large = [\n${'  1,\n'.repeat(300_000)}]\n`)
    put(root, 'small.min.ts', `export const m=${'1+'.repeat(4000)}1`)
    put(root, 'broken.ts', 'export class {{{ (\n')
    put(root, 'binary.ts', Buffer.from([0x61, 0, 0x62]))
    put(
      root,
      'latin.ts',
      Buffer.from([...Buffer.from('// caf'), 0xe9, ...Buffer.from('\nexport const latin = 1\n')]),
    )
    const wide = Buffer.from('\ufeffexport const wide = 1\n', 'utf16le')
    put(root, 'wide.ts', wide)
    put(root, 'big-endian.ts', Buffer.from('\ufeffexport const wider = 1\n', 'utf16le').swap16())
    const unmarked = Buffer.from('export const unmarked = 1\n', 'utf16le')
    put(root, 'unmarked.ts', unmarked)
    put(root, 'unmarked-too.ts', Buffer.from(unmarked).swap16())
    put(root, 'deep.ts', `export const deep = ${'(\n'.repeat(20_000)}1${')\n'.repeat(20_000)}\n`)
    const { files, problems } = await read(root, null)
    expect(problems).toEqual(
      expect.arrayContaining([
        { path: 'large.ts', why: 'too-large' },
        { path: 'small.min.ts', why: 'long-lines' },
        { path: 'broken.ts', why: 'syntax' },
        { path: 'unmarked.ts', why: 'encoding' },
        { path: 'unmarked-too.ts', why: 'encoding' },
      ]),
    )
    expect(problems.map(({ path }) => path)).not.toContain('binary.ts')
    const names = files.flatMap(({ tags }) => tags.definitions.map(({ name }) => name))
    expect(names).toEqual(expect.arrayContaining(['good', 'latin', 'wide', 'wider', 'deep']))
  })

  it('is read without the files whose grammar is missing or broken, which are named and read as soon as it is there', async () => {
    const { project: root, base } = scratch()
    put(root, 'a.ts', 'export const a = 1\n')
    put(root, 'b.py', 'def b(): pass\n')
    put(root, 'c.go', 'package c\nfunc C() {}\n')
    const grammars = join(base, 'grammars')
    cpSync(parts.grammars, grammars, { recursive: true })
    rmSync(join(grammars, 'tree-sitter-python.wasm'))
    writeFileSync(join(grammars, 'tree-sitter-go.wasm'), 'no grammar at all')
    const cache = join(base, 'cache')
    const tree = await listTree({ root })
    const lacking = await readCode({ root, tree, cache, ...parts, grammars, native: null })
    expect(lacking.problems).toEqual([
      { path: 'b.py', why: 'no-grammar' },
      { path: 'c.go', why: 'no-grammar' },
    ])
    expect(lacking.files[0]?.tags.definitions).toHaveLength(1)
    expect(lacking.hasMoved, 'another time, another graph').toBe(true)
    const whole = await readCode({ root, tree, cache, ...parts })
    expect(whole).toMatchObject({ problems: [], parsed: 2 })
    const none = await readCode({
      root,
      tree,
      cache: null,
      ...parts,
      grammars: join(base, 'nowhere'),
      native: null,
    })
    expect(none.problems.map(({ why }) => why)).toEqual(['no-grammar', 'no-grammar', 'no-grammar'])
  })

  it('is the same where the native parser is missing, is none, or ends at once', async () => {
    const { project: root, base } = scratch()
    put(root, 'a.ts', 'export const a = 1\n')
    put(root, 'b.py', 'def b(): pass\n')
    put(root, 'c.md', '# C\n')
    const tree = await listTree({ root })
    const whole = await readCode({ root, tree, cache: null, ...parts, native: null })
    expect(whole.problems).toEqual([])
    const place = join(base, 'native', `${process.platform}-${process.arch}`)
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'grammars.json'), '{ "python": "most", "typescript": "most" }')
    for (const program of [null, 'no program at all', '#!/bin/sh\nexit 1\n', '#!/bin/sh\nkill -SEGV $$\n']) {
      if (program !== null) writeFileSync(join(place, 'keel-parse'), program, { mode: 0o755 })
      expect(await readCode({ root, tree, cache: null, ...parts, native: join(base, 'native') })).toEqual(
        whole,
      )
    }
  })

  it('is the same where the native parser never answers, which is then ended and asked no more', async () => {
    const { project: root, base } = scratch()
    for (const name of ['a', 'b', 'c']) put(root, `${name}.py`, `def ${name}(): pass\n`)
    const place = join(base, 'native', `${process.platform}-${process.arch}`)
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'grammars.json'), '{ "python": "most" }')
    const program = `#!/bin/sh\necho $$ >> ${join(base, 'pids')}\nexec sleep 1000\n`
    writeFileSync(join(place, 'keel-parse'), program, { mode: 0o755 })
    const tree = await listTree({ root })
    const { files, problems } = await readCode({
      root,
      tree,
      cache: null,
      ...parts,
      native: join(base, 'native'),
    })
    expect(problems).toEqual([])
    expect(files.map(({ tags }) => tags.definitions.length)).toEqual([1, 1, 1])
    const [pid = '', ...others] = readFileSync(join(base, 'pids'), 'utf8').trim().split('\n')
    expect(others).toEqual([])
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  it('is the same read anew or from what is remembered, after any edits, deletions, renames and switches of branch', async () => {
    const edit = fc.oneof(
      fc.record({
        kind: fc.constant('write' as const),
        file: fc.constantFrom('a.ts', 'b.py', 'sub/c.go', 'd.md'),
        text: fc.constantFrom(
          'export const x = 1\n',
          'def y(): pass\n',
          'package z\nfunc Z() {}\n',
          '# Title\n',
          '',
        ),
      }),
      fc.record({ kind: fc.constant('delete' as const), file: fc.constantFrom('a.ts', 'b.py', 'sub/c.go') }),
      fc.record({
        kind: fc.constant('rename' as const),
        file: fc.constantFrom('a.ts', 'b.py'),
        to: fc.constantFrom('renamed.ts', 'moved/b.py'),
      }),
      fc.record({ kind: fc.constant('commit' as const) }),
      fc.record({ kind: fc.constant('switch' as const), branch: fc.constantFrom('one', 'two') }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 6 }), async (edits) => {
        const { project: root, base } = scratch()
        git(root, 'init', '-q')
        put(root, 'a.ts', 'export const a = 1\n')
        git(root, 'add', '-A')
        git(root, 'commit', '-qm', 'first')
        for (const branch of ['one', 'two']) git(root, 'branch', branch)
        for (const step of edits) {
          apply(root, step)
          const incremental = await read(root, join(base, 'cache'))
          const full = await read(root, null)
          expect(incremental.files).toEqual(full.files)
          expect(incremental.problems).toEqual(full.problems)
        }
      }),
      { numRuns: 12 },
    )
  })
})

type Step = { kind: string; file?: string; text?: string; to?: string; branch?: string }

function apply(root: string, { kind, file = '', text = '', to = '', branch = '' }: Step): void {
  try {
    if (kind === 'write') put(root, file, text)
    if (kind === 'delete') rmSync(join(root, file), { force: true })
    if (kind === 'rename') {
      mkdirSync(dirname(join(root, to)), { recursive: true })
      renameSync(join(root, file), join(root, to))
    }
    if (kind === 'commit') {
      git(root, 'add', '-A')
      git(root, 'commit', '-q', '--allow-empty', '-m', 'step')
    }
    if (kind === 'switch') git(root, 'switch', '-q', '--discard-changes', branch)
  } catch {
    // A rename of what is not there is no step.
  }
}

/** One that has ended and that nobody has asked about yet is running no more. */
function isRunning(pid: string): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' })
  return /^[^Z\s]/.test(stdout)
}
