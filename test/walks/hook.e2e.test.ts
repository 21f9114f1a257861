// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the shell that fills these in.
/** The built program, asked as the hosts ask it. */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readJournal } from '#journal/read-journal.ts'
import { sealKey, sealOf } from '#kit/seal.ts'
import { treeHash } from '#kit/tree-hash.ts'
import { BIN, type Ran, scratch } from '../contracts/program.ts'

type Asked = { host?: string; environment?: Record<string, string> }

function ask(question: unknown, { host = 'claude-code', environment = {} }: Asked = {}): Ran {
  const input = typeof question === 'string' ? question : JSON.stringify(question)
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, 'hook', host], {
    input,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', ...environment },
  })
  return { code: status, stdout, stderr }
}

const SILENT: Ran = { code: 0, stdout: '', stderr: '' }

function put(root: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

function project(files: Record<string, string> = { '.keel/config.yaml': '' }): string {
  const { project: root } = scratch()
  execFileSync('git', ['init', '-q'], { cwd: root })
  put(root, files)
  return root
}

const bash = (cwd: string, command: string) => ({
  session_id: 's-1',
  cwd,
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
  tool_use_id: 'call-1',
})

const write = (cwd: string, file_path: string, content = 'x') => ({
  ...bash(cwd, ''),
  tool_name: 'Write',
  tool_input: { file_path, content },
})

const stop = (cwd: string, says: string, sentBack = false) => ({
  session_id: 's-1',
  cwd,
  hook_event_name: 'Stop',
  stop_hook_active: sentBack,
  last_assistant_message: says,
})

const PROMISE = 'All is well.\n<promise>COMPLETE</promise>'

describe('keel hook', () => {
  it('lets through in silence what no guard is against', () => {
    const root = project()
    for (const question of [
      bash(root, 'npm test'),
      write(root, join(root, 'a.ts')),
      stop(root, 'done for today'),
      { ...bash(root, ''), hook_event_name: 'SessionStart', tool_name: undefined },
    ])
      expect(ask(question)).toEqual(SILENT)
    expect(existsSync(join(root, '.keel/journal'))).toBe(false)
  })

  it('denies a write to a protected file in each host’s words, and writes it down', () => {
    const root = project()
    const claude = ask(write(root, join(root, '.keel/guards/x.yaml')))
    expect(claude.code).toBe(2)
    expect(claude.stderr).toContain('protected-files')
    expect(JSON.parse(claude.stdout).hookSpecificOutput.permissionDecision).toBe('deny')
    const patch = '*** Begin Patch\n*** Add File: .keel/guards/x.yaml\n+x\n*** End Patch\n'
    const codex = ask({ ...bash(root, patch), tool_name: 'apply_patch' }, { host: 'codex' })
    expect(codex).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(codex.stdout).hookSpecificOutput.permissionDecision).toBe('deny')
    const gemini = ask(
      {
        ...bash(root, 'echo x > .keel/guards/x.yaml'),
        hook_event_name: 'BeforeTool',
        tool_name: 'run_shell_command',
      },
      { host: 'gemini-cli', environment: { KEEL_RUN: 'run-7' } },
    )
    expect(gemini).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(gemini.stdout).decision).toBe('deny')
    const { entries, unreadable } = readJournal(root)
    expect(unreadable).toEqual([])
    expect(
      entries.map((entry) => entry.kind === 'denied' && [entry.host, entry.action, entry.guard, entry.run]),
    ).toEqual([
      ['claude-code', 'write .keel/guards/x.yaml', 'protected-files', null],
      ['codex', 'write .keel/guards/x.yaml', 'protected-files', null],
      ['gemini-cli', 'run echo x > .keel/guards/x.yaml', 'protected-files', 'run-7'],
    ])
    expect(entries[0]).toMatchObject({ session: 's-1', call: 'call-1' })
  })

  it('holds its built-in guards in a project that is not set up, and leaves nothing behind there', () => {
    const root = project({})
    expect(ask(write(root, join(root, '.claude/settings.json'))).code).toBe(2)
    expect(readdirSync(root)).toEqual(['.git'])
  })

  it('follows links, and is not shaken off by another repository in the way', () => {
    const root = project({ '.keel/guards/.keep': '', 'sub/a.txt': '' })
    symlinkSync('.keel/guards', join(root, 'g'))
    symlinkSync(root, join(dirname(root), 'door'))
    expect(ask(write(root, join(root, 'g/x.yaml'))).code).toBe(2)
    expect(ask(bash(root, 'echo x > g/x.yaml')).code).toBe(2)
    expect(ask(bash(join(dirname(root), 'door'), 'echo x > .keel/guards/x.yaml')).code).toBe(2)
    execFileSync('git', ['init', '-q'], { cwd: join(root, 'sub') })
    expect(ask(bash(join(root, 'sub'), 'echo x > ../.keel/guards/x.yaml')).code).toBe(2)
    const away = bash('/', `rm -rf ${root}/.keel`)
    expect(ask(away, { environment: { CLAUDE_PROJECT_DIR: root } }).code).toBe(2)
  })

  it('asks the disk what a command would reach', () => {
    const root = project({
      '.keel/guards/.keep': '',
      '.keel/tasks/k-1.md': '---\nstatus: open\n---\n',
      'weak/.keel/guards/x.yaml': '',
      'plain/readme.md': '',
      'done.md': '---\nstatus: done\n---\n',
    })
    execFileSync('tar', ['-C', 'weak', '-czf', 'weak.tgz', '.'], { cwd: root })
    for (const command of [
      'cp -r weak/. .',
      'tar xzf weak.tgz',
      "find . -name '.ke*' -exec rm -r {} +",
      'git clean -fdx',
      'a=(.keel guards); rm -r ${a[0]}/${a[1]}',
      "echo 'rm -rf .keel/guards' | sh",
      'cp done.md .keel/tasks/k-1.md',
    ])
      expect(ask(bash(root, command)).code, command).toBe(2)
    for (const command of [
      'cp -r plain/. .',
      'tar tzf weak.tgz',
      "find . -name '*.pyc' -delete",
      'git stash && git checkout main -- src',
      'python3 -c "print(open(\'.claude/settings.json\').read())"',
      'sed -i s/open/implemented/ .keel/tasks/k-1.md',
    ])
      expect(ask(bash(root, command)), command).toEqual(SILENT)
  })

  it('holds a user’s guard, and lets nothing through when one cannot be read', () => {
    const guard =
      'name: no-log\nsummary: s\nmatch: [{ action: [read], paths: ["**/*.log"] }]\nreason: Use grep.\n'
    const root = project({ '.keel/guards/no-log.yaml': guard })
    const read = (path: string) => ({ ...bash(root, ''), tool_name: 'Read', tool_input: { file_path: path } })
    expect(ask(read(join(root, 'a.log'))).stderr).toContain('Use grep.')
    expect(ask(read(join(root, 'a.txt')))).toEqual(SILENT)
    for (const [text, problem] of [
      ['name: [', 'no-log.yaml'],
      [guard.replace('reason: Use grep.', 'reasons: x'), 'reason'],
      [guard.replace('"**/*.log"', '"../x"'), 'relative to the project'],
      [guard.replace('paths: ["**/*.log"]', 'says: "(a"'), 'regular expression'],
      [guard.replace('paths: ["**/*.log"]', 'says: "(?=a)b"'), 'looks around'],
      [guard.replace(', paths: ["**/*.log"]', ''), 'deny everything'],
      ['', 'no-log.yaml'],
    ] as const) {
      put(root, { '.keel/guards/no-log.yaml': text })
      const answer = ask(bash(root, 'npm test'))
      expect(answer.code).toBe(2)
      expect(answer.stderr).toContain('.keel/guards/no-log.yaml')
      expect(answer.stderr).toContain(problem)
    }
  })

  it('is not held up by an expression that would try for years', () => {
    const root = project({
      '.keel/guards/slow.yaml':
        'name: slow\nsummary: s\nmatch: [{ action: [run], says: "^(a+)+$" }]\nreason: r\n',
    })
    expect(ask(bash(root, `${'a'.repeat(60)}!`))).toEqual(SILENT)
  })

  it('sends an agent back once that promises without evidence, then lets it go and writes down both', () => {
    const root = project()
    const first = ask(stop(root, PROMISE))
    expect(first.code).toBe(2)
    expect(JSON.parse(first.stdout)).toMatchObject({ decision: 'block' })
    expect(ask(stop(root, PROMISE, true))).toEqual(SILENT)
    expect(JSON.parse(ask(stop(root, PROMISE), { host: 'codex' }).stdout)).toMatchObject({
      decision: 'block',
    })
    expect(ask(stop(root, PROMISE, true), { host: 'codex' })).toEqual(SILENT)
    const agent = { ...stop(root, ''), hook_event_name: 'AfterAgent', prompt_response: PROMISE }
    expect(JSON.parse(ask(agent, { host: 'gemini-cli' }).stdout)).toMatchObject({ decision: 'deny' })
    const { entries } = readJournal(root)
    expect(entries.map((entry) => entry.kind === 'denied' && entry.reason.includes('Let go'))).toEqual([
      false,
      true,
      false,
      true,
      false,
    ])
  })

  it('believes evidence of the tree as it stands, and of no other', () => {
    const root = project({
      '.keel/config.yaml': '',
      'a.ts': 'one',
      '.keel/tasks/k-1.md': '---\nstatus: open\n---\n',
    })
    const { home } = scratch()
    const key = sealKey({ home, environment: {}, root })
    const asked = (question: unknown) => ask(question, { environment: { HOME: home } })
    const evidence = (passed: boolean) => {
      const record = { passed, isOwn: true, tree: treeHash(root) }
      const sealed = { ...record, seal: key === null ? null : sealOf(record, key) }
      put(root, { '.keel/ledger/run/1/evidence.json': JSON.stringify(sealed) })
      return sealed
    }
    evidence(false)
    expect(asked(stop(root, PROMISE)).stderr).toContain('no evidence at all')
    const sealed = evidence(false)
    put(root, { '.keel/ledger/run/1/evidence.json': JSON.stringify({ ...sealed, passed: true }) })
    expect(asked(stop(root, PROMISE)).stderr).toContain('no evidence at all')
    evidence(true)
    expect(asked(stop(root, PROMISE))).toEqual(SILENT)
    // A host names the folder as it was opened.
    symlinkSync(root, join(home, 'link'))
    expect(asked(stop(join(home, 'link'), PROMISE))).toEqual(SILENT)
    const edit = {
      ...bash(root, ''),
      tool_name: 'Edit',
      tool_input: { file_path: join(root, '.keel/tasks/k-1.md'), old_string: 'open', new_string: 'done' },
    }
    expect(asked(edit)).toEqual(SILENT)
    put(root, { 'a.ts': 'two' })
    expect(asked(stop(root, PROMISE)).stderr).toContain('another tree')
    expect(asked(edit).stderr).toContain('evidence-before-done')
    put(root, { 'a.ts': 'one', '.keel/ledger/run/2/evidence.json': 'broken' })
    expect(asked(stop(root, PROMISE))).toEqual(SILENT)
  })

  it('denies what it cannot read, and whatever is too much', () => {
    const root = project()
    for (const question of [
      '',
      'garbage',
      '[]',
      '{}',
      { ...bash(root, ''), tool_input: {} },
      'x'.repeat(11 << 20),
    ]) {
      const claude = ask(question)
      expect(claude.code).toBe(2)
      expect(claude.stderr).not.toBe('')
      const codex = ask(question, { host: 'codex' })
      expect(codex.code === 2 ? codex.stderr : codex.stdout).toMatch(/keel/)
      expect(codex.code === 2 ? codex.stdout : codex.stderr).toBe('')
      const gemini = ask(question, { host: 'gemini-cli' })
      if (typeof question === 'string') expect(JSON.parse(gemini.stdout).decision).toBe('deny')
    }
  })

  it('denies with its usage when the host is unknown', () => {
    for (const host of ['nobody', '', 'constructor']) {
      const answer = ask(bash('/', 'ls'), { host })
      expect(answer.code).toBe(2)
      expect(answer.stderr).toContain('claude-code, codex, gemini-cli')
    }
  })

  it('denies when it is kept waiting, and does not wait for more than the question', () => {
    const { base } = scratch()
    const pipe = join(base, 'pipe')
    execFileSync('mkfifo', [pipe])
    // Held open from this side, so that it never ends.
    const handle = openSync(pipe, 'r+')
    const listen = () =>
      spawnSync(process.execPath, [BIN, 'hook', 'codex'], {
        encoding: 'utf8',
        stdio: [handle, 'pipe', 'pipe'],
      })
    writeSync(handle, JSON.stringify(bash(project(), 'rm -rf .keel')))
    const heard = listen()
    expect(heard.status).toBe(0)
    expect(heard.stdout).toContain('protected-files')
    const silent = listen()
    closeSync(handle)
    expect(silent.status).toBe(2)
    expect(silent.stderr).toContain('did not come in time')
  })

  it('denies when it cannot write down that it did, and when it is itself broken', () => {
    const root = project({ '.keel/journal': 'a file where a folder should be' })
    const answer = ask(write(root, join(root, '.keel/guards/x.yaml')))
    expect(answer.code).toBe(2)
    expect(answer.stderr).toContain('could not write this down')
    const { base } = scratch()
    writeFileSync(join(base, 'bin.cjs'), readFileSync(BIN))
    chmodSync(join(base, 'bin.cjs'), 0o755)
    const broken = spawnSync(process.execPath, [join(base, 'bin.cjs'), 'hook', 'codex'], {
      input: '{}',
      encoding: 'utf8',
    })
    expect(broken.status).toBe(2)
    expect(broken.stderr).toContain('nothing is let through')
    rmSync(join(base, 'bin.cjs'))
  })

  it('does not read the project’s .env', () => {
    const root = project({ '.env': 'KEEL_RUN=forged\n' })
    const { stderr } = spawnSync(process.execPath, [BIN, 'hook', 'claude-code'], {
      input: JSON.stringify(write(root, join(root, '.keel/guards/x.yaml'))),
      cwd: root,
      encoding: 'utf8',
    })
    expect(stderr).toContain('protected-files')
    mkdirSync(join(root, '.keel'), { recursive: true })
    ask(write(root, join(root, '.keel/guards/x.yaml')))
    expect(readJournal(root).entries[0]).toMatchObject({ run: null })
  })
})
