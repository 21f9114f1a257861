import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BIN, keel, scratch } from '../contracts/program.ts'
import { readTree } from '../contracts/tree.ts'

function project(tasks: Record<string, string> = {}) {
  const { base, home, project: root } = scratch()
  mkdirSync(join(root, '.keel/tasks'), { recursive: true })
  for (const [id, text] of Object.entries(tasks)) writeFileSync(join(root, `.keel/tasks/${id}.md`), text)
  const ask = (...words: string[]) => keel(['task', ...words], { cwd: root, home })
  const data = (...words: string[]) => JSON.parse(ask(...words, '--json').stdout)
  const read = (id: string) => readFileSync(join(root, `.keel/tasks/${id}.md`), 'utf8')
  return { root, base, home, ask, data, read }
}

const task = (fields: string) => `---\ntitle: x\n${fields}---\n`

describe('keel task', () => {
  it('adds a task with an id of its own, and shows it by the beginning of that', () => {
    const { ask, data, read, root } = project()
    const first = data(
      'add',
      'The cart  forgets',
      '--type',
      'bug',
      '-p',
      '0',
      '--files',
      'a.ts',
      'b.ts',
      '--label',
      'shop',
    )
    expect(first.task).toMatchObject({
      title: 'The cart forgets',
      type: 'bug',
      priority: 0,
      files: ['a.ts', 'b.ts'],
      labels: ['shop'],
    })
    expect(first.task.id).toMatch(/^[bcdfghjkmnpqrstvwxz][bcdfghjkmnpqrstvwxz2-9]{4}$/)
    const child = data('add', 'Part', '--parent', first.task.id.slice(0, 4), '-d', 'Why.\n\n---\nHow.')
    expect(child.task.id).toMatch(new RegExp(`^${first.task.id}\\.[a-z][a-z0-9]{3}$`))
    expect(read(child.task.id)).toContain('\nWhy.\n\n---\nHow.\n')
    expect(ask('show', first.task.id.slice(0, 4)).code).toBe(2)
    expect(ask('show', child.task.id.slice(0, -1)).stdout).toContain('Part')
    const before = readTree(root)
    expect(data('add', 'Not yet', '--dry-run').dryRun).toBe(true)
    expect(Object.keys(readTree(root)).filter((path) => !path.startsWith('.keel/cache'))).toEqual(
      Object.keys(before).filter((path) => !path.startsWith('.keel/cache')),
    )
    expect(ask('add').code).toBe(2)
    expect(ask('show', 'nobody').stderr).toContain('There is no task nobody')
  })

  it('shows a text with the line ends of Windows, and whatever else its file says, as it is read', () => {
    const file = '---\ntitle: x\nestimated_hours: 3\n---\n\nOne.\nTwo.\n'
    const { ask } = project({ a: file.replaceAll('\n', '\r\n') })
    const { stdout } = ask('show', 'a')
    expect(stdout).toMatch(/^ {2}estimated_hours 3$/m)
    expect(stdout).toMatch(/^ {2}status {6}open$/m)
    expect(stdout).toContain('  One.\n  Two.\n')
  })

  it('says that all are done, where none is left to list', () => {
    const { ask, data } = project({ a: task('status: done\n'), b: task('status: done\n') })
    expect(ask('list').stdout).toBe('All 2 are done. --all shows them.\n')
    expect(data('list', '--all')).toMatchObject({ total: 2, done: 0 })
    expect(ask('list', '--status', 'blocked').stdout).toContain('There are no such tasks')
  })

  it('is not edited, and the journal hears nothing, where it is so already', () => {
    const { ask, data, read } = project({ a: task('labels: [x]\n') })
    const before = read('a')
    const { stdout, code } = ask('edit', 'a', '-p', '2', '--status', 'open', '--label', 'x')
    expect([code, stdout]).toEqual([0, expect.stringContaining('Nothing is other than it was.')])
    expect(stdout).not.toContain('changed:')
    expect([read('a'), data('show', 'a').moves]).toEqual([before, []])
    expect(data('edit', 'a', '-p', '2', '--status', 'deferred').changed).toEqual(['status'])
    expect(data('show', 'a').moves).toHaveLength(1)
  })

  it('is shown with the issue that has it in its list, as it is listed', () => {
    const { root, home } = project()
    const programs = join(home, 'programs')
    mkdirSync(programs)
    writeFileSync(join(root, '.keel/config.yaml'), 'loop:\n  tasks:\n    source: github\n')
    const issue = (number: number, body: string) => ({
      ...{ number, body, databaseId: number, title: 'x', state: 'OPEN', url: `https://x/issues/${number}` },
      ...{ createdAt: '2026-01-01T00:00:00Z', authorAssociation: 'OWNER', labels: { nodes: [] } },
      ...{ assignees: { nodes: [] }, blockedBy: { nodes: [] }, parent: null },
    })
    const nodes = [issue(2, '- [ ] #4'), issue(4, '')]
    const said = (value: object) => `cat <<'END'\n${JSON.stringify(value)}\nEND\n`
    const repository = said({ nameWithOwner: 'a/b', url: 'https://github.com/a/b' })
    const list = said({ totalCount: 2, pageInfo: { hasNextPage: false }, nodes })
    writeFileSync(
      join(programs, 'gh'),
      `#!/bin/sh\ncase "$*" in repo*) ${repository};; *number=*) ${said(nodes[1] ?? {})};; *) ${list};; esac\n`,
      { mode: 0o755 },
    )
    const environment = { PATH: `${programs}:${process.env['PATH']}` }
    const ask = (...words: string[]) =>
      JSON.parse(keel(['task', ...words, '--json'], { cwd: root, home, environment }).stdout)
    expect(ask('list').tasks.find(({ id }: { id: string }) => id === '4').parent).toBe('2')
    expect(ask('show', '4').task.parent).toBe('2')
  })

  it('opens an epic again that was done, and gets a part', () => {
    const epic = task('type: epic\nstatus: done\n')
    const { ask, data } = project({ top: epic, 'top.e': epic, other: epic })
    const status = (id: string) => data('show', id).task.status
    expect(data('add', 'z', '--parent', 'top.e', '--dry-run').epics).toEqual(['top.e', 'top'])
    expect([status('top'), status('top.e')]).toEqual(['done', 'done'])
    expect(ask('add', 'z', '--id', 'z', '--parent', 'top.e').stdout).toContain(
      'open again with it: top.e, top',
    )
    expect([status('top'), status('top.e'), status('other')]).toEqual(['open', 'open', 'done'])
    expect(data('edit', 'z', '--parent', 'other').epics).toEqual(['other'])
    expect(status('other')).toBe('open')
  })

  it('goes from ready to claimed, noted, blocked and open again, and to done by nobody’s word', () => {
    const { ask, data, read, root } = project({
      a: task('status: open # mine\nowner: me\n'),
      b: task('depends_on: [a]\n'),
      c: task('depends_on: [nobody]\n'),
      d: 'no front matter',
    })
    const ready = data('ready')
    expect([ready.total, ready.tasks[0].id]).toEqual([1, 'a'])
    expect(ready.problems.map(({ text }: { text: string }) => text)).toEqual([
      '.keel/tasks/d.md has no front matter between two lines of ---.',
      'c waits for nobody, and there is no such task.',
    ])
    expect(data('claim', '--dry-run')).toEqual({ kind: 'would-claim', id: 'a' })
    expect(existsSync(join(root, '.keel/leases'))).toBe(false)
    expect(data('claim', '--as', 'anna').lease).toMatchObject({ task: 'a', claimant: 'anna' })
    expect(ask('claim', 'a').stderr).toContain('anna is at work on it')
    expect(ask('claim').code).toBe(1)
    expect(ask('note', 'a', '-m', 'Look at\nmerge()').code).toBe(0)
    expect(read('a')).toMatch(
      /^---\ntitle: x\nstatus: in_progress # mine\nowner: me\n---\n\n## Notes\n\n- \d{4}-\d\d-\d\d \d\d:\d\d cli: Look at\n {2}merge\(\)\n$/,
    )
    expect(ask('close', 'a')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('keel has run no tests here yet'),
    })
    expect(ask('close', 'a', '--force', '--why', 'because')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('terminal'),
    })
    expect(ask('block', 'a', '--why', 'no key').stdout).toContain('in_progress -> blocked: no key')
    expect(readdirSync(join(root, '.keel/leases')).filter((name) => name.endsWith('.json'))).toEqual([])
    expect(ask('reopen', 'a').code).toBe(0)
    expect(data('show', 'a')).toMatchObject({
      isReady: true,
      awaitedBy: ['b'],
      others: { owner: 'me' },
      moves: [{ to: 'in_progress', by: 'anna' }, { to: 'blocked', reason: 'no key' }, { to: 'open' }],
    })
    const features = data('list', '--features')
    expect(features[0]).toMatchObject({
      id: 'a',
      status: 'open',
      tested: false,
      retries: 0,
      passes: false,
    })
    // The same list for whoever forgets that it is JSON anyway.
    expect(JSON.parse(ask('list', '--features').stdout)).toEqual(features)
  })

  it('is taken from who holds it where its file says open all the same, by what the refusal says', () => {
    const { ask, data, read, root } = project({ a: task('') })
    const before = read('a')
    expect(ask('claim', 'a', '--as', 'anna').code).toBe(0)
    // As `git checkout` does, or a kill between the file and the lease.
    writeFileSync(join(root, '.keel/tasks/a.md'), before)
    for (const more of [[], ['--dry-run']]) {
      const refused = data('reopen', 'a', ...more).fault
      expect(refused).toMatchObject({ code: 'held', message: expect.stringContaining('open here already') })
      expect(refused.hint).toBe('keel task reopen a --take')
    }
    expect(data('show', 'a').lease).toMatchObject({ claimant: 'anna' })
    expect(data('reopen', 'a', '--take', '--dry-run')).toMatchObject({ dryRun: true, holder: 'anna' })
    expect(ask('reopen', 'a', '--take').stdout).toContain('taken from anna')
    expect(data('show', 'a')).toMatchObject({ isReady: true, lease: null })
  })

  it('leaves nothing that git sees but the task itself, wherever a claim is killed', () => {
    for (let at = 1; at < 9; at++) {
      const { root, home } = project({ a: task('') })
      const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' })
      git('init', '-q')
      git('add', '-A')
      const flags = ['--require', join(import.meta.dirname, 'kill-at.cjs'), BIN]
      const env = { PATH: process.env['PATH'] ?? '', HOME: home, KILL_AT: String(at), KILL_IN: 'project' }
      const { signal } = spawnSync(process.execPath, [...flags, 'task', 'claim', 'a'], { cwd: root, env })
      expect(signal).toBe('SIGKILL')
      expect(git('ls-files', '--others', '--exclude-standard'), `killed before change ${at}`).toBe('')
    }
  })

  it('touch files of this project alone, and are named where somebody wrote others there', () => {
    const { root, home, ask, data } = project({
      a: task(''),
      b: task('files: [../x]\n'),
      c: task('files: ["{a,..}/x"]\n'),
    })
    for (const path of ['/etc/passwd', '../x', 'src/../../x', '~/x', 'C:\\x'])
      for (const words of [
        ['add', 'New', '--files', path],
        ['edit', 'a', '--files', 'src/a.ts', path],
      ]) {
        const { code, stderr } = ask(...words)
        expect([code, stderr]).toEqual([2, expect.stringContaining(`${path} does not lie in this project`)])
      }
    expect(ask('edit', 'a', '--files', './src/**', 'a..b/x.ts', 'src/../src/y.ts').code).toBe(0)
    expect(data('show', 'a').task.files).toEqual(['./src/**', 'a..b/x.ts', 'src/y.ts'])
    expect(data('list').problems.map(({ text }: { text: string }) => text)).toEqual([
      expect.stringContaining(
        '.keel/tasks/b.md has files of which keel cannot use number 1 (../x does not lie in',
      ),
      expect.stringContaining('.keel/tasks/c.md has files of which keel cannot use number 1'),
    ])
    const { stdout, code } = keel(['doctor', '--json'], { cwd: root, home })
    expect([code, JSON.parse(stdout).ailments.map(({ remedy }: { remedy: string }) => remedy)]).toEqual([
      1,
      expect.arrayContaining(['b', 'c'].map((id) => `\${EDITOR:-vi} .keel/tasks/${id}.md`)),
    ])
  })

  it('edits fields and nothing else, and names a cycle that comes of it', () => {
    const { ask, data, read } = project({ a: task('labels: [x] # keep\n'), b: task('depends_on: [a]\n') })
    expect(data('edit', 'a', '--priority', '0', '--label', 'y', '--status', 'deferred')).toMatchObject({
      changed: ['priority', 'labels', 'status'],
    })
    expect(read('a')).toBe('---\ntitle: x\nlabels: [y] # keep\npriority: 0\nstatus: deferred\n---\n')
    const circle = ask('edit', 'a', '--depends-on', 'b')
    expect([circle.code, circle.stdout]).toEqual([1, expect.stringContaining('a -> b -> a')])
    expect(ask('edit', 'a', '--clear', 'depends_on').code).toBe(0)
    expect(ask('edit', 'a').code).toBe(2)
    expect(ask('edit', 'a', '--status', 'done').stderr).toContain('--status')
  })

  it('names a cycle that a new task makes, as it does of one that is changed', () => {
    const { ask, data } = project({ a: task('depends_on: [n]\n') })
    const trial = data('add', 'New', '--id', 'n', '--depends-on', 'a', '--dry-run')
    expect(trial.cycles).toEqual([['a', 'n']])
    const circle = ask('add', 'New', '--id', 'n', '--depends-on', 'a')
    expect([circle.code, circle.stdout]).toEqual([1, expect.stringContaining('a -> n -> a')])
    expect(ask('add', 'Another').code).toBe(0)
    expect(ask('edit', 'n', '--clear', 'depends_on').code).toBe(0)
    expect(data('edit', 'n', '--depends-on', 'a', '--dry-run').cycles).toEqual([['a', 'n']])
  })

  it('has an id that is a name on every disk, and says what one may be', () => {
    const { ask } = project({ 'a.b': task('') })
    const twin = ask('add', 'New', '--id', 'A.B')
    expect([twin.code, twin.stderr]).toEqual([2, expect.stringContaining('There is a task a.b already.')])
    expect(ask('add', 'New', '--id', '../x').stderr).toContain('letters, digits, - and _')
    expect(ask('add', 'New', '--id', 'x'.repeat(300)).stderr).toContain('at most 80 characters')
    expect(ask('show').stderr).toContain('needs an id')
  })

  it('takes no name that a file on Windows cannot have', () => {
    const { ask } = project({})
    for (const id of ['con', 'NUL', 'aux.part', 'com1', 'lpt9']) {
      const { code, stderr } = ask('add', 'x', '--id', id)
      expect([code, stderr]).toEqual([2, expect.stringContaining('Windows has no file of this name')])
    }
    for (const id of ['console', 'part.con', 'com10']) expect(ask('add', 'x', '--id', id).code).toBe(0)
  })

  it('takes secrets out of whatever is said of it, and refuses a command that would not work without', () => {
    const secret = `ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)}`
    const { ask, read, root } = project({ a: task('') })
    for (const verb of [
      ['add', 'New', '--id', 'n'],
      ['edit', 'a'],
    ]) {
      const { code, stderr } = ask(...verb, '--check', `TOKEN=${secret} npm test`)
      expect([code, stderr]).toEqual([2, expect.stringContaining('what looks like a secret in --check')])
      expect(stderr).not.toContain(secret)
      expect(ask(...verb, '--acceptance', `It takes ${secret}`, '--label', secret).code).toBe(0)
    }
    for (const id of ['n', 'a']) expect(read(id)).not.toContain(secret)
    expect(read('n')).toContain('It takes [redacted]')
    expect(JSON.stringify(readTree(root))).not.toContain(secret)
  })

  it('steers no terminal, whatever its file says', () => {
    const sign = '"\\e[1mq"'
    const { ask } = project({
      a: task(`depends_on: [${sign}]\nparent: ${sign}\n${sign}: x\nlabels: [${sign}]\nfiles: [${sign}]\n`),
    })
    const views = [
      ['list'],
      ['ready'],
      ['graph'],
      ['graph', '--format', 'dot'],
      ['graph', '--format', 'mermaid'],
      ['waves'],
      ['show', 'a'],
      ['claim', 'a'],
    ]
    for (const words of views) {
      const { stdout, stderr } = ask(...words)
      expect([words, (stdout + stderr).includes('\u001b')]).toEqual([words, false])
    }
    expect(ask('list').stdout).toContain('\\u001b[1mq')
  })

  it('says how to keep a task in words that can be pasted', () => {
    const { ask } = project({ q1: task('') })
    expect(ask('claim', 'q1', '--as', "anna's b").stdout).toContain("keel task claim q1 --as 'anna'\\''s b'")
  })

  it('is not changed by what does not go together', () => {
    const { ask, read } = project({ a: task(''), x1: task('') })
    const { code, stderr } = ask('edit', 'a', '--clear', 'parent', '--parent', 'x1')
    expect([code, stderr]).toEqual([2, expect.stringContaining('do not go together')])
    expect(read('a')).toBe(task(''))
  })

  it('is exported, drawn and put into waves', () => {
    const { root, ask, data } = project({
      a: task('files: [src]\nowner: me\n'),
      b: task('files: [src/b.ts]\n'),
      c: task('depends_on: [a]\nfiles: [c.ts]\n'),
    })
    const lines = ask('export')
      .stdout.trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines[0]).toMatchObject({ id: 'a', owner: 'me', files: ['src'], description: '' })
    expect(ask('graph').stdout).toBe('a [open] x\nc [open] x <- a\n')
    expect(ask('graph', '--format', 'dot').stdout).toContain('"a" -> "c"')
    expect(ask('graph', '--format', 'mermaid').stdout).toContain('t0 --> t2')
    const astray = project({ m: task('depends_on: [miss]\n') })
    expect(astray.ask('graph').stdout).toBe('m [open] x (nobody has miss) <- miss\n')
    expect(ask('waves', '-o', 'execution_plan.json').code).toBe(0)
    const plan = JSON.parse(readFileSync(join(root, 'execution_plan.json'), 'utf8'))
    expect(plan.waves.map(({ tasks }: { tasks: { id: string }[] }) => tasks.map(({ id }) => id))).toEqual([
      ['a'],
      ['b', 'c'],
    ])
    writeFileSync(join(root, 'mine.json'), '{"mine":1}')
    expect(ask('waves', '-o', 'mine.json').code).toBe(2)
    expect(readFileSync(join(root, 'mine.json'), 'utf8')).toBe('{"mine":1}')
    expect(data('waves').output).toBeNull()
    expect(ask('lits').stderr).toContain('keel task list --help')
  })

  it.each([
    ['waves', 'keel task waves -o keel-waves.json', 'execution_plan.json'],
    ['export', 'keel task export -o keel-tasks.jsonl', 'tasks.jsonl'],
  ])('%s writes where it is told to, through links, and over nothing but its own', (verb, hint, inFolder) => {
    const { root, base, ask } = project({ a: task(''), b: task('') })
    const write = (output: string) => ask(verb, '-o', output)
    const mine = {
      'package.json': '{"name":"shop"}',
      '../mine.json': '{"version": 1}',
      'README.md': '# Mine\n',
    }
    for (const [path, text] of Object.entries(mine)) writeFileSync(join(root, path), text)
    mkdirSync(join(root, 'src'))
    symlinkSync('.git', join(root, 'to-git'))
    symlinkSync('.keel', join(root, 'to-keel'))
    const others = ['.git/new.json', 'to-git/new.json', '.keel/tasks/new.md', 'to-keel/ledger/new.json']
    for (const path of [...Object.keys(mine), join(base, 'mine.json'), ...others]) {
      const { code, stderr } = write(path)
      expect([code, stderr], path).toEqual([2, expect.stringContaining(`try: ${hint}\n`)])
    }
    expect(write('src').stderr).toContain(join('src', inFolder))
    for (const [path, text] of Object.entries(mine)) expect(readFileSync(join(root, path), 'utf8')).toBe(text)
    for (const path of others) expect(existsSync(join(root, path)), path).toBe(false)
    // A file of its own it writes again, wherever that lies and by whatever way.
    writeFileSync(join(root, 'empty.json'), '')
    symlinkSync('empty.json', join(root, 'link.json'))
    for (const path of ['link.json', 'deep/er/new.json', '../beside.json', '/dev/null'])
      for (const _ of ['first', 'again']) expect(write(path).code, path).toBe(0)
    expect(lstatSync(join(root, 'link.json')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(root, 'empty.json'), 'utf8')).toBe(
      readFileSync(join(base, 'beside.json'), 'utf8'),
    )
  })
})
