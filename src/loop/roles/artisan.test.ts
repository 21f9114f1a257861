import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Action } from '#words/action.ts'
import type { Decision, Denial } from '#words/decision.ts'
import { scratch } from '../../../test/contracts/program.ts'
import { readTree } from '../../../test/contracts/tree.ts'
import { artisan } from './artisan.ts'
import { findSandbox } from './tools/find-sandbox.ts'
import type { Workbench } from './tools/workbench.ts'

const allow = (): Decision => ({ kind: 'allow' })
const deny = (action: Action | null): Denial => ({
  kind: 'deny',
  guard: 'no-entry',
  reason: 'Ask a person.',
  action,
})

/** A repository with the given files, and the tools of an artisan in it. */
function workshop(files: Record<string, string>, given: Partial<Workbench> = {}) {
  const { base, home, project } = scratch()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true })
    writeFileSync(join(project, name), text)
  }
  writeFileSync(join(base, 'outside.txt'), 'secret\n')
  execFileSync('git', ['init', '-q', '.'], { cwd: project })
  const judged: Action[] = []
  const denied: Denial[] = []
  const { judge = allow } = given
  const role = artisan({
    root: project,
    onDenied: (denial) => denied.push(denial),
    environment: { PATH: process.env['PATH'], HOME: home },
    scratch: home,
    signal: new AbortController().signal,
    sandbox: findSandbox({ root: project, scratch: home }),
    ...given,
    judge: (actions) => {
      judged.push(...actions)
      return judge(actions)
    },
  })
  const use = async (name: string, input: object) => {
    const tool = role.tools.find((one) => one.name === name)
    if (tool === undefined) throw new Error(`no tool ${name}`)
    return tool.run(input)
  }
  const text = (name: string) => readFileSync(join(project, name), 'utf8')
  return { role, use, text, judged, denied, project, base }
}

describe('the artisan', () => {
  it('has a page of instructions that names its tools', () => {
    const { role } = workshop({})
    for (const { name } of role.tools) expect(role.system).toContain(`\`${name}\``)
    expect(role.system.split('\n').length).toBeLessThan(60)
  })

  it('is sent back once by a guard that does not take its last words, and then may end', () => {
    const { role, denied, judged } = workshop({}, { judge: ([action]) => deny(action ?? null) })
    expect(role.onLastWords('Done.')).toMatch(/no-entry.*Ask a person\./)
    expect(role.onLastWords('Done!')).toBeNull()
    expect(judged).toEqual([{ kind: 'finish', says: 'Done.' }])
    expect(denied).toHaveLength(1)
  })
})

describe('no tool leaves the worktree', () => {
  const ways = [
    '../outside.txt',
    'src/../../outside.txt',
    '/etc/passwd',
    'link.txt',
    'folder/outside.txt',
    'dangling',
  ]
  const build = () => {
    const shop = workshop({ 'src/a.ts': 'inside\n' })
    symlinkSync('../outside.txt', join(shop.project, 'link.txt'))
    symlinkSync('..', join(shop.project, 'folder'))
    symlinkSync('../not-yet.txt', join(shop.project, 'dangling'))
    symlinkSync('circle', join(shop.project, 'circle'))
    return shop
  }

  it.each(ways)('through %s', async (path) => {
    const { use, base, judged } = build()
    const before = readTree(base)
    const refused = { kind: 'failed', text: expect.stringContaining('outside the worktree') }
    expect(await use('read', { path })).toEqual(refused)
    expect(await use('search', { path, pattern: 'secret' })).toEqual(refused)
    expect(await use('edit', { path, new: 'mine' })).toEqual(refused)
    expect(await use('edit', { path, old: 'secret', new: 'mine' })).toEqual(refused)
    expect(readTree(base)).toEqual(before)
    expect(judged).toEqual([])
  })

  it('and a search of everything does not follow a link that leads out', async () => {
    const { use } = build()
    expect(await use('search', { pattern: 'secret' })).toEqual({ kind: 'done', text: 'No matches.' })
  })

  it('nor goes in circles, nor into what is git’s own', async () => {
    const { use, project } = build()
    expect(await use('read', { path: 'circle' })).toMatchObject({ kind: 'failed' })
    expect(await use('edit', { path: '.git/hooks/pre-commit', new: 'x' })).toMatchObject({ kind: 'failed' })
    symlinkSync('.git', join(project, 'store'))
    expect(await use('edit', { path: 'store/config', new: 'x' })).toMatchObject({ kind: 'failed' })
  })

  it('but a path inside may be written in any way', async () => {
    const { use, project } = build()
    for (const path of ['src/a.ts', './src/../src/a.ts', join(project, 'src/a.ts')])
      expect(await use('read', { path })).toEqual({ kind: 'done', text: '1\tinside' })
  })
})

describe('every call is judged first', () => {
  it('by what it would do, under every name of the place', async () => {
    const { use, judged, project } = workshop({ 'a.txt': 'one\n' })
    symlinkSync('a.txt', join(project, 'alias.txt'))
    await use('read', { path: 'a.txt' })
    await use('edit', { path: 'alias.txt', old: 'one', new: 'two' })
    await use('run', { command: 'true' })
    await use('search', { path: '.' })
    expect(judged).toEqual([
      { kind: 'read', path: join(project, 'a.txt') },
      { kind: 'write', path: join(project, 'alias.txt'), text: 'two' },
      { kind: 'write', path: join(project, 'a.txt'), text: 'two' },
      { kind: 'run', command: 'true', cwd: project },
      { kind: 'read', path: project },
    ])
  })

  it.each([
    ['read', { path: 'a.txt' }],
    ['search', { pattern: 'one' }],
    ['edit', { path: 'a.txt', new: 'two' }],
    ['edit', { path: 'a.txt', old: 'not there', new: 'two' }],
    ['run', { command: 'rm a.txt' }],
  ])('and a denied %s does nothing, tells the reason and is reported', async (name, input) => {
    const { use, denied, base } = workshop(
      { 'a.txt': 'one\n' },
      { judge: ([action]) => deny(action ?? null) },
    )
    const before = readTree(base)
    const text = 'Denied by the guard `no-entry`. Nothing was done. Ask a person.'
    expect(await use(name, input)).toEqual({ kind: 'denied', text })
    expect(readTree(base)).toEqual(before)
    expect(denied).toMatchObject([{ guard: 'no-entry' }])
  })

  it('and a guard that fails denies', async () => {
    const judge = () => {
      throw new Error('the guard is broken')
    }
    const { use, text, denied } = workshop({ 'a.txt': 'one\n' }, { judge })
    const result = await use('edit', { path: 'a.txt', new: 'two' })
    expect(result).toMatchObject({ kind: 'denied', text: expect.stringContaining('the guard is broken') })
    expect(text('a.txt')).toBe('one\n')
    expect(denied).toMatchObject([{ guard: 'keel' }])
  })

  it('and a search does not even say whether a file that may not be read has a match', async () => {
    const judge = ([action]: readonly Action[]): Decision =>
      action?.kind === 'read' && action.path.endsWith('.env') ? deny(action) : allow()
    const { use } = workshop({ '.env': 'KEY=abc\n', 'a.txt': 'KEY=\n' }, { judge })
    const [hit, miss] = [
      await use('search', { pattern: 'KEY=abc' }),
      await use('search', { pattern: 'KEY=abd' }),
    ]
    expect(hit).toEqual(miss)
    expect(hit.text).toContain('which a guard denies reading: 1]')
    expect(await use('search', { path: '.env', pattern: 'KEY' })).toMatchObject({ kind: 'denied' })
  })
})

describe('read', () => {
  const long = Array.from({ length: 2500 }, (_, index) => `line ${index + 1}`).join('\n')

  it('shows a range with the numbers of its lines, and says how to go on', async () => {
    const { use } = workshop({ 'long.txt': `${long}\n` })
    const { text } = await use('read', { path: 'long.txt', from: 1200, lines: 2 })
    expect(text).toBe('1200\tline 1200\n1201\tline 1201\n[lines 1200 to 1201 of 2500; go on with from: 1202]')
    expect((await use('read', { path: 'long.txt' })).text).toMatch(
      /^1000\tline 1000\n\[lines 1 to 1000 of 2500/m,
    )
    expect((await use('read', { path: 'long.txt', from: 2500 })).text).toBe('2500\tline 2500')
    expect(await use('read', { path: 'long.txt', from: 2501 })).toMatchObject({ kind: 'failed' })
  })

  it('stays small, whatever the file', async () => {
    const { use } = workshop({
      'wide.txt': `${'x'.repeat(3000)}\n`.repeat(900),
      'one.txt': 'y'.repeat(5_000_000),
    })
    expect((await use('read', { path: 'wide.txt' })).text.length).toBeLessThan(65_000)
    expect((await use('read', { path: 'one.txt' })).text.length).toBeLessThan(3000)
  })

  it('says what is not there, is a folder, is empty or is not text', async () => {
    const { use, project } = workshop({ 'src/a.ts': '', 'b.bin': '\0\u0001' })
    writeFileSync(join(project, 'latin.txt'), Buffer.from([0x66, 0xfc, 0x72]))
    const said = async (path: string) => (await use('read', { path })).text
    expect(await said('no.ts')).toBe('There is no no.ts.')
    expect(await said('src')).toContain('is a folder')
    expect(await said('src/a.ts')).toBe('[the file is empty]')
    expect(await said('b.bin')).toContain('not UTF-8 text')
    expect(await said('latin.txt')).toContain('not UTF-8 text')
  })
})

describe('search', () => {
  it('lists files that git does not ignore, by folder and by glob', async () => {
    const files = {
      '.gitignore': 'out\n',
      'out/x.ts': '',
      'src/a.ts': '',
      'src/deep/b.ts': '',
      'src/c.md': '',
    }
    const { use } = workshop(files)
    const listed = async (input: object) => (await use('search', input)).text.split('\n')
    expect(await listed({})).toEqual(['.gitignore', 'src/a.ts', 'src/c.md', 'src/deep/b.ts'])
    expect(await listed({ path: 'src', glob: '*.ts' })).toEqual(['src/a.ts', 'src/deep/b.ts'])
    expect(await listed({ glob: 'src/*.ts' })).toEqual(['src/a.ts'])
    expect(await listed({ path: 'out' })).toEqual([expect.stringContaining('No files.')])
  })

  it('finds lines by a regular expression, with where they are', async () => {
    const { use } = workshop({
      'a.ts': 'let x\n  const TOTAL = 1\n',
      'b.ts': 'const total = 2\r\n',
      'c.bin': 'const \0',
    })
    const found = async (input: object) => (await use('search', input)).text
    expect(await found({ pattern: 'const \\w+ = \\d' })).toBe(
      'a.ts:2: const TOTAL = 1\nb.ts:1: const total = 2',
    )
    expect(await found({ pattern: 'total', path: 'a.ts', ignoreCase: true })).toBe('a.ts:2: const TOTAL = 1')
    expect(await found({ pattern: 'nothing' })).toBe('No matches.')
    expect(await use('search', { pattern: '(' })).toMatchObject({ kind: 'failed' })
  })

  it('shows no more than a screen or two', async () => {
    const { use } = workshop({ 'a.txt': 'hit\n'.repeat(5000), ...many(600) })
    const { text } = await use('search', { pattern: 'hit' })
    expect(text.split('\n')).toHaveLength(201)
    expect(text).toContain('[and more: narrow it down]')
    expect((await use('search', {})).text.split('\n')).toHaveLength(501)
  })

  it('is not held up by an expression that would take for ever', async () => {
    const { use } = workshop({ 'a.txt': `${'a'.repeat(60)}!\n` })
    const result = await use('search', { pattern: '^(a+)+$' })
    expect(result).toMatchObject({ kind: 'failed', text: expect.stringContaining('took too long') })
  })
})

function many(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`many/${index}.txt`, 'hit\n']))
}

describe('edit', () => {
  it('replaces the one passage that matches, and nothing else of the file', async () => {
    const { use, text, project } = workshop({ 'a.sh': '\ufeffone\ntwo\nthree' })
    chmodSync(join(project, 'a.sh'), 0o755)
    expect(await use('edit', { path: 'a.sh', old: 'two', new: '2\n2' })).toEqual({
      kind: 'done',
      text: 'Changed a.sh at line 2.',
    })
    expect(text('a.sh')).toBe('\ufeffone\n2\n2\nthree')
    expect(statSync(join(project, 'a.sh')).mode & 0o777).toBe(0o755)
  })

  it('takes `$` for what it is', async () => {
    const { use, text } = workshop({ 'a.txt': 'price' })
    await use('edit', { path: 'a.txt', old: 'price', new: "$& $1 $'" })
    expect(text('a.txt')).toBe("$& $1 $'")
  })

  it('keeps the line ends of the file', async () => {
    const { use, text } = workshop({ 'a.txt': 'one\r\ntwo\r\nthree\r\n' })
    await use('edit', { path: 'a.txt', old: 'one\ntwo', new: '1\n2' })
    await use('edit', { path: 'a.txt', old: 'three', new: '3\n4' })
    expect(text('a.txt')).toBe('1\r\n2\r\n3\r\n4\r\n')
  })

  it.each([
    ['does not occur', { old: 'four', new: '4' }],
    ['occurs more than once in a.txt: at lines 1, 3.', { old: 'one', new: '1' }],
    ['are the same', { old: 'two', new: 'two' }],
    ['Wrong input', { old: '', new: '4' }],
  ])('changes nothing where the passage %s', async (says, edit) => {
    const { use, text } = workshop({ 'a.txt': 'one\ntwo\none\n' })
    const result = await use('edit', { path: 'a.txt', ...edit })
    expect(result).toMatchObject({ kind: 'failed', text: expect.stringContaining(says) })
    expect(text('a.txt')).toBe('one\ntwo\none\n')
  })

  it('counts matches that overlap', async () => {
    const { use } = workshop({ 'a.txt': 'aaa' })
    expect((await use('edit', { path: 'a.txt', old: 'aa', new: 'b' })).text).toContain(
      'occurs more than once',
    )
  })

  it('creates a file with its folders, and overwrites one', async () => {
    const { use, text } = workshop({})
    expect((await use('edit', { path: 'new/deep/a.txt', new: 'one\n' })).text).toBe('Created new/deep/a.txt.')
    expect((await use('edit', { path: 'new/deep/a.txt', new: '' })).text).toBe('Overwrote new/deep/a.txt.')
    expect(text('new/deep/a.txt')).toBe('')
  })

  it('says what cannot be changed', async () => {
    const { use } = workshop({ 'src/a.ts': 'x' })
    const said = async (edit: object) => (await use('edit', edit)).text
    expect(await said({ path: 'src', new: 'x' })).toContain('is not a file')
    expect(await said({ path: 'no.ts', old: 'x', new: 'y' })).toContain('There is no no.ts')
    expect(await said({ path: 'src/a.ts/b.ts', new: 'y' })).toContain('The tool failed')
  })
})

describe('run', () => {
  it('runs in the worktree and tells the exit code', async () => {
    const { use, project } = workshop({})
    expect(await use('run', { command: 'pwd' })).toEqual({ kind: 'done', text: `${project}\n[exit code 0]` })
    const failed = await use('run', { command: 'echo oh >&2; exit 3' })
    expect(failed).toEqual({ kind: 'failed', text: 'oh\n[exit code 3]' })
  })

  it('ends what takes too long, and shows what it had said', async () => {
    const { use } = workshop({})
    const result = await use('run', { command: 'echo started; sleep 60', seconds: 1 })
    expect(result).toEqual({ kind: 'failed', text: 'started\n[ended after 1 s]' })
  })

  it('shows the end of a long output', async () => {
    const { use } = workshop({})
    const { text } = await use('run', { command: 'seq 1 20000' })
    expect(text.length).toBeLessThan(20_100)
    expect(text).toMatch(/^\[\d+ characters before this\]\n[\s\S]*\n20000\n\[exit code 0\]$/)
  })

  it('keeps credentials from the command, and all else', async () => {
    const secrets = {
      ANTHROPIC_API_KEY: 's1',
      KEEL_MODEL_KEY: 's2',
      GITHUB_TOKEN: 's3',
      AWS_SECRET_ACCESS_KEY: 's4',
      AWS_ACCESS_KEY_ID: 's5',
      DB_PASSWORD: 's6',
      GOOGLE_APPLICATION_CREDENTIALS: 's7',
      npm_config__auth: 's8',
      DATABASE_URL: 'postgres://me:s9@host/db',
      SSH_AUTH_SOCK: '/tmp/s10',
      AZURE_CLIENT_SECRET: 's11',
    }
    const plain = {
      LANG: 'C',
      KEYBOARD: 'us',
      https_proxy: 'http://me:pw@proxy:1',
      API: 'http://host:80/x@y',
    }
    const environment = { PATH: process.env['PATH'], ...plain, ...secrets }
    const { use } = workshop({}, { environment })
    const { text } = await use('run', { command: 'env' })
    for (const [name, value] of Object.entries(plain)) expect(text).toContain(`${name}=${value}`)
    for (const name of Object.keys(secrets)) expect(text).not.toContain(name)
  })

  it('is ended when the work is interrupted', async () => {
    const controller = new AbortController()
    const { use } = workshop({}, { signal: controller.signal })
    setTimeout(() => controller.abort(), 200)
    expect((await use('run', { command: 'sleep 60' })).text).toContain('[interrupted]')
  })
})

describe('a command in the sandbox', () => {
  const { root, scratch: place } = {
    root: import.meta.dirname,
    scratch: mkdtempSync(join(tmpdir(), 'keel-try-')),
  }
  const found = findSandbox({ root, scratch: place })
  rmSync(place, { recursive: true })
  if (found.kind === 'none') {
    it.skip(`is not to be had here: ${found.because}`, () => {})
    return
  }

  it('writes to the worktree and nowhere else', async () => {
    const { use, project, base } = workshop({ 'a.txt': 'one\n' })
    expect(await use('run', { command: 'echo two > a.txt && mkdir made' })).toMatchObject({ kind: 'done' })
    expect(readFileSync(join(project, 'a.txt'), 'utf8')).toBe('two\n')
    const places = ['/etc/keel-was-here', '/usr/keel-was-here', '/var/tmp/keel-was-here']
    for (const path of places)
      expect(await use('run', { command: `echo mine > ${path}` })).toMatchObject({ kind: 'failed' })
    expect(places.filter(existsSync)).toEqual([])
    await use('run', { command: 'echo mine > ../outside.txt' })
    expect(readFileSync(join(base, 'outside.txt'), 'utf8')).toBe('secret\n')
  })

  it('has a temporary folder of its own, and finds there what the one before left', async () => {
    const { use } = workshop({})
    expect(await use('run', { command: 'echo kept > /tmp/keel-note; mktemp -d' })).toMatchObject({
      kind: 'done',
    })
    expect((await use('run', { command: 'cat "$TMPDIR/keel-note"' })).text).toContain('kept')
    expect(existsSync('/tmp/keel-note')).toBe(false)
  })

  it('sees no other process, and so not what keel was started with', async () => {
    const { use } = workshop({})
    const { text } = await use('run', { command: 'cat /proc/*/environ /proc/*/cmdline | tr "\\0" "\\n"' })
    expect(text).toContain('GIT_TERMINAL_PROMPT=0')
    expect(text).not.toContain('vitest')
    const { text: seen } = await use('run', { command: `test -e /proc/${process.pid} || echo hidden` })
    expect(seen).toContain('hidden')
  })

  it('reaches the network, and ends with a code or a signal as elsewhere', async () => {
    const { use } = workshop({})
    const server = createServer((_, answer) => answer.end('hello')).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const ask = `node -e "fetch('http://127.0.0.1:${port}').then((a) => a.text()).then(console.log)"`
    expect((await use('run', { command: ask })).text).toContain('hello')
    expect((await use('run', { command: 'exit 7' })).text).toBe('[exit code 7]')
    expect((await use('run', { command: 'kill -9 $$' })).text).toBe('[exit code 137]')
  })

  it('can use git, in a linked worktree too, and cannot tell git what to run', async () => {
    const { use, project, base } = workshop({ 'a.txt': 'one\n' })
    const commit = 'git -c user.name=t -c user.email=t@t commit -qm one'
    expect(await use('run', { command: `git add a.txt && ${commit}` })).toMatchObject({ kind: 'done' })
    expect(await use('run', { command: 'git config core.hooksPath evil' })).toMatchObject({ kind: 'failed' })
    expect(await use('run', { command: 'echo evil > .git/hooks/pre-commit' })).toMatchObject({
      kind: 'failed',
    })
    const linked = join(base, 'linked')
    execFileSync('git', ['worktree', 'add', '-q', linked], { cwd: project })
    const sandbox = findSandbox({ root: linked, scratch: join(base, 'home') })
    const { use: there } = workshop({}, { root: linked, sandbox })
    const result = await there('run', { command: `echo two > a.txt && git add a.txt && ${commit}` })
    expect(result).toMatchObject({ kind: 'done' })
  })

  it('leaves nobody behind, not even in a session of its own', async () => {
    const { use, project } = workshop({})
    await use('run', { command: 'setsid sh -c "sleep 1; touch late.txt" >/dev/null 2>&1 & sleep 0.2' })
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(existsSync(join(project, 'late.txt'))).toBe(false)
  })
})
