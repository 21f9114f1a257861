import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { verbNames } from '#verbs/all.ts'
import { doorNames } from '#verbs/door-names.ts'
import { BIN, keel, scratch } from '../contracts/program.ts'
import { readTree } from '../contracts/tree.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))

function repository(files: Record<string, string> = {}) {
  const { base, home, project } = scratch()
  execFileSync('git', ['init', '-q'], { cwd: project })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(project, path, '..'), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  const run = (...words: string[]) => keel(words, { cwd: project, home })
  return { base, home, project, run, read: (path: string) => readFileSync(join(project, path), 'utf8') }
}

describe('the command line', () => {
  it('says its version and its help, on every way of asking', () => {
    const { run } = repository()
    expect(run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
    expect(run('version')).toEqual(run('--version'))
    expect(run().stdout).toBe(run('--help').stdout)
    expect(run('help', 'init').stdout).toBe(run('init', '--help').stdout)
    for (const verb of [...verbNames, ...doorNames]) {
      const { code, stdout } = run(...verb.split(' '), '--help')
      expect(code).toBe(0)
      expect(stdout).toContain(`Usage: keel ${verb}`)
      expect(stdout).toContain('Examples:')
      expect(stdout).not.toMatch(/Default: *\./)
      expect(run('--help').stdout).toContain(verb)
    }
    expect(run('hook', '--help').stdout).not.toContain('--set')
  })

  it.each([
    [['inti'], 'keel init'],
    [['mcpp'], 'keel mcp'],
    [['mcp', 'stdio'], 'keel mcp --help'],
    [['help', 'inti'], 'keel init'],
    [['init', '--dryrun'], '--dry-run'],
    [['init', '--host', 'emacs'], 'keel init --help'],
    [['init', 'everything'], 'keel init --help'],
    [['config', 'context.map.dept'], 'context.map.depth'],
    [['context', 'no/such/place'], 'no directory'],
    [['--json'], 'keel --help'],
    [['update'], 'keel init'],
    [['pack'], 'A pack needs a task.'],
    [['pack', ' '], 'keel pack "'],
    [
      ['pack', 'fix', 'the', 'bug'],
      'takes one text, and was given 3. Put words that belong together in quotes.',
    ],
    [['trace', 'a fact'], '`keel trace` needs --about, one of: violation, correction, decision.'],
    [['trace', 'a fact', '--about', 'decisions', '--subject', 'x'], 'Did you mean decision?'],
    [['log', '--last', 'ten'], '--last is a number, and not "ten".'],
    [['log', '--last', '1.5'], '--last is a whole number, and not 1.5.'],
    [['log', '--last', '-1'], '--last needs a value. One that begins with a dash is typed --last=-x.'],
    [['log', '--last=-1'], '--last is at least 0.'],
    [['run', 'x', '--host'], '--host needs a value.'],
    [['map', '-o', ''], '--output is empty: write it to this file.'],
    [['init', '--dry-run=no'], '--dry-run takes no value.'],
  ])('answers misuse %j with exit code 2, what happened and what to type', (words, told) => {
    const { run, project } = repository()
    const before = readTree(project)
    const { code, stderr } = run(...words)
    expect(code).toBe(2)
    expect(stderr).toContain(told)
    expect(stderr).not.toMatch(/ {4}at |Invalid|expected/)
    expect(readTree(project)).toEqual(before)
  })

  it('says so where the directory it stands in is gone', () => {
    const { home, project } = scratch()
    const script = `rmdir "$PWD" && exec "${process.execPath}" "${BIN}" doctor`
    const { status, stderr } = spawnSync('sh', ['-c', script], {
      cwd: project,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', HOME: home },
    })
    expect(status).toBe(2)
    expect(stderr).toContain('keel: The directory that keel was started in is gone.')
  })

  it('gives every verb’s answer as JSON', () => {
    const { run } = repository({ 'CLAUDE.md': 'mine\n' })
    expect(JSON.parse(run('init', '--json').stdout)).toMatchObject({
      dryRun: false,
      files: expect.any(Array),
    })
    for (const verb of verbNames)
      expect(() => JSON.parse(run(...verb.split(' '), '--json').stdout)).not.toThrow()
    expect(JSON.parse(run('nonsense', '--json').stdout)).toMatchObject({
      fault: { kind: 'user', code: 'unknown-verb' },
    })
  })

  it('paints nothing into a pipe, and everything where it is told to', () => {
    const { run, home, project } = repository()
    const escapeCode = String.fromCharCode(27)
    expect(run('init').stdout).not.toContain(escapeCode)
    expect(keel(['context'], { cwd: project, home, environment: { FORCE_COLOR: '1' } }).stdout).toContain(
      escapeCode,
    )
    expect(
      keel(['context'], { cwd: project, home, environment: { FORCE_COLOR: '1', NO_COLOR: '1' } }).stdout,
    ).not.toContain(escapeCode)
    const plain = keel(['doctor'], { cwd: project, home, environment: { LC_ALL: 'C' } }).stdout
    expect(plain).toMatch(/^[\x20-\x7e\n’]*$/)
  })
})

describe('keel init', () => {
  it('works in an empty directory, in a subdirectory, and without git', () => {
    const { home, project } = scratch()
    expect(keel(['init'], { cwd: project, home }).code).toBe(0)
    mkdirSync(join(project, 'deep/down'), { recursive: true })
    expect(keel(['init'], { cwd: join(project, 'deep/down'), home }).stdout).toContain('already up to date')
  })

  it('says that nothing was set up where nothing can be written, and leaves nothing behind', () => {
    const { project, home } = repository({ 'AGENTS.md': 'mine\n' })
    const before = readTree(project)
    const env = { PATH: process.env['PATH'] ?? '', HOME: home }
    const shell = ['-c', `ulimit -f 0 && exec "${process.execPath}" "${BIN}" init`]
    const { status, stdout } = spawnSync('sh', shell, { cwd: project, env, encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stdout).toContain('keel is not set up in')
    expect(stdout).toContain('Next: keel init')
    expect(readTree(project)).toEqual(before)
  })

  it('sets up the same whether two runs come after each other or at once', async () => {
    const { run, project, home } = repository({ 'AGENTS.md': 'mine\n' })
    const before = readTree(project)
    const spawned = ['gemini-cli', 'cursor', 'copilot', 'claude-code'].map(
      (host) =>
        new Promise<number | null>((resolve) => {
          const child = spawn(process.execPath, [BIN, 'init', '--host', host], {
            cwd: project,
            env: { PATH: process.env['PATH'] ?? '', HOME: home },
          })
          child.on('close', resolve)
        }),
    )
    expect(await Promise.all(spawned)).toEqual([0, 0, 0, 0])
    const together = JSON.parse(readFileSync(join(project, '.keel/installed.json'), 'utf8'))
    expect(together.sections).toEqual([
      '.cursor/rules/keel.mdc',
      '.github/copilot-instructions.md',
      'AGENTS.md',
      'CLAUDE.md',
      'GEMINI.md',
    ])
    expect(run('uninstall').code).toBe(0)
    expect(readTree(project)).toEqual(before)
  })

  it('waits for no lock of a process that is gone', () => {
    const { run, project } = repository()
    const { pid } = spawnSync(process.execPath, ['-e', '0'])
    writeFileSync(join(project, '.git/.lock.keel-tmp'), String(pid))
    expect(run('init').code).toBe(0)
    expect(Object.keys(readTree(project)).filter((path) => path.endsWith('.keel-tmp'))).toEqual([])
  })

  it('breaks no lock that is none, and hangs on no file that is a pipe', () => {
    const { run, project } = repository()
    mkdirSync(join(project, '.git/.lock.keel-tmp'))
    execFileSync('mkfifo', [join(project, 'AGENTS.md')])
    expect(run('init')).toMatchObject({ code: 1, stdout: expect.stringContaining('not a regular file') })
    expect(run('context').code).toBe(0)
    expect(existsSync(join(project, '.git/.lock.keel-tmp'))).toBe(true)
  })

  it('tells of a record that cannot be one, and of a section that could not be placed, until they are mended', () => {
    const { run, project } = repository({ 'CLAUDE.md': '# A\n```js\n' })
    mkdirSync(join(project, '.keel/installed.json'), { recursive: true })
    expect(run('init').code).toBe(1)
    const { code, stdout } = run('doctor')
    expect(code).toBe(1)
    expect(stdout).toContain('.keel/installed.json is missing or damaged')
    expect(stdout).toContain('CLAUDE.md opens a code fence')
  })

  it('tells of a section that has ended up inside code, and leaves it', () => {
    const { run, project, read } = repository()
    run('init')
    writeFileSync(join(project, 'AGENTS.md'), `\`\`\`\n${read('AGENTS.md')}\`\`\`\n`)
    expect(run('uninstall').stdout).toContain('quotes keel')
    expect(read('AGENTS.md')).toContain('BEGIN KEEL')
  })

  it('sweeps what a killed run left, and touches nothing of a living one', () => {
    const { run, project } = repository()
    const { pid } = spawnSync(process.execPath, ['-e', '0'])
    const stray = join(project, `.AGENTS.md.${pid}.0123abcd.keel-tmp`)
    const living = join(project, `.AGENTS.md.${process.pid}.0123abcd.keel-tmp`)
    writeFileSync(stray, 'half')
    writeFileSync(living, 'half')
    expect(run('init').code).toBe(0)
    expect(existsSync(stray)).toBe(false)
    expect(existsSync(living)).toBe(true)
  })

  it('has hosts ask the guards when it is told to, without losing a foreign byte, and takes that back', () => {
    const settings = '{\n\t// mine\n\t"permissions": { "allow": ["Bash(ls)"] }\n}\n'
    const { run, project, read } = repository({
      '.claude/settings.json': settings,
      '.gemini/settings.json': '{ broken',
    })
    const before = readTree(project)
    const { code, stdout } = run('init', '--hooks', '--host', 'codex')
    expect(code, stdout).toBe(1)
    expect(stdout).toMatch(/\.claude\/settings\.json +hook added/)
    expect(stdout).toMatch(/\.gemini\/settings\.json +conflict/)
    expect(read('.claude/settings.json')).toContain('keel hook claude-code')
    expect(read('.claude/settings.json')).toContain('// mine')
    expect(read('.codex/hooks.json')).toContain('keel hook codex')
    expect(run('doctor').stdout).toContain('no program of that name is on your PATH')
    run('uninstall')
    expect(readTree(project)).toEqual(before)
  })

  it('installs the repo-mapper for the hosts in use, never over a file of yours, and takes it back', () => {
    const { run, project, read } = repository({
      'opencode.json': '{}',
      '.gemini/settings.json': '{}',
      '.codex/config.toml': '',
      '.cursor/agents/repo-mapper.md': 'Mine.\n',
    })
    const before = readTree(project)
    const { code, stdout } = run('init')
    expect(code, stdout).toBe(0)
    const heads = ['.claude', '.gemini', '.opencode'].map((folder) => read(`${folder}/agents/repo-mapper.md`))
    expect(heads[0]).toMatch(/^---\nname: repo-mapper\ndescription: .+\ntools: Read, Glob, Grep\n---\n\n# /)
    expect(heads[1]).toMatch(/\ntools:\n {2}- read_file\n {2}- glob\n {2}- grep_search\n---\n/)
    expect(heads[2]).toMatch(/\npermission:\n {2}"\*": deny\n/)
    expect(read('.cursor/agents/repo-mapper.md')).toBe('Mine.\n')
    expect(stdout).toContain('.cursor/agents/repo-mapper.md is not as keel wrote it, so it stays.')
    expect(existsSync(join(project, '.codex/agents'))).toBe(false)
    run('uninstall')
    expect(readTree(project)).toEqual(before)
  })

  it('refreshes an unedited agent file, keeps an edited one, and does not bring back one that was deleted', () => {
    const { run, project, read } = repository({ 'GEMINI.md': 'Mine.\n', 'opencode.json': '{}' })
    run('init')
    const claude = '.claude/agents/repo-mapper.md'
    const gemini = '.gemini/agents/repo-mapper.md'
    const opencode = '.opencode/agents/repo-mapper.md'
    const shipped = read(claude)
    const older = 'As an older keel wrote it.\n'
    const record = JSON.parse(read('.keel/installed.json'))
    record.files[claude] = `sha256:${createHash('sha256').update(older).digest('hex')}`
    writeFileSync(join(project, '.keel/installed.json'), JSON.stringify(record))
    writeFileSync(join(project, claude), older)
    writeFileSync(join(project, gemini), 'Edited.\n')
    rmSync(join(project, opencode))
    expect(run('doctor').stdout).toContain(`${claude} is not what this keel writes`)
    expect(run('update', '--force').code).toBe(0)
    expect(read(claude)).toBe(shipped)
    expect(read(gemini)).toBe('Edited.\n')
    expect(existsSync(join(project, opencode))).toBe(false)
  })

  it('does not take the folder of its own agent file for settings that want a hook', () => {
    const { run, project } = repository()
    run('init')
    expect(run('init', '--hooks').stdout).toContain('no host has settings here')
    writeFileSync(join(project, '.claude/agents/mine.md'), 'Mine.')
    expect(run('init', '--hooks').stdout).toMatch(/\.claude\/settings\.json +created/)
  })

  it('says at once when the hook it writes names a program that is not there', () => {
    const { base, home, project, run } = repository()
    const words = ['init', '--hooks', '--host', 'claude-code', '--dry-run']
    const { stdout } = run(...words)
    expect(stdout).toContain('npm install --global keel')
    expect(stdout).toContain('Next: keel init --host claude-code --hooks\n')
    mkdirSync(join(base, 'programs'))
    writeFileSync(join(base, 'programs/keel'), '', { mode: 0o755 })
    const environment = { PATH: `${process.env['PATH']}:${join(base, 'programs')}` }
    expect(keel(words, { cwd: project, home, environment }).stdout).not.toContain('npm install')
    expect(run('init', '--dry-run').stdout).toMatch(/Next: keel init\n/)
  })

  it('refuses to set up a bare repository', () => {
    const { home, project } = scratch()
    execFileSync('git', ['init', '-q', '--bare'], { cwd: project })
    const before = readTree(project)
    expect(keel(['init'], { cwd: project, home })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('a bare repository'),
    })
    expect(readTree(project)).toEqual(before)
  })

  it.each([[['trace', 'x', '--about', 'decision', '--subject', 's']], [['verify', 'true']]])(
    'is not the only verb that writes nothing where no project can be: %j',
    (words) => {
      const { home, project } = scratch()
      execFileSync('git', ['init', '-q', '--bare'], { cwd: project })
      for (const cwd of [home, project]) {
        const before = readTree(cwd)
        expect(keel(words, { cwd, home })).toMatchObject({
          code: 2,
          stderr: expect.stringContaining('not a project. Nothing was written.'),
        })
        expect(keel(['doctor'], { cwd, home }).stdout).toContain('not a project.')
        expect(readTree(cwd)).toEqual(before)
      }
    },
  )

  it('refuses to set up a home directory', () => {
    const { home } = scratch()
    const { code, stderr } = keel(['init'], { cwd: home, home })
    expect(code).toBe(2)
    expect(stderr).toContain('home directory')
    expect(readTree(home)).toEqual({})
  })

  it('reports a conflict with exit code 1, and still sets up the rest', () => {
    const { run, read } = repository({ 'AGENTS.md': '<!-- BEGIN KEEL MANAGED SECTION v1 -->\nbroken\n' })
    const { code, stdout } = run('init')
    expect(code).toBe(1)
    expect(stdout).toContain('BEGIN marker without its END')
    expect(read('AGENTS.md')).toBe('<!-- BEGIN KEEL MANAGED SECTION v1 -->\nbroken\n')
    expect(read('.keel/constitution.md')).toContain('# Constitution')
  })

  it('refuses a .keel that leads out of the project, and writes nothing', () => {
    const { run, base, project } = repository()
    mkdirSync(join(base, 'elsewhere'))
    symlinkSync(join(base, 'elsewhere'), join(project, '.keel'))
    const before = readTree(base)
    const { code, stderr } = run('init')
    expect(code).toBe(2)
    expect(stderr).toContain('leads out of the project')
    expect(readTree(base)).toEqual(before)
  })

  it('never overwrites a constitution, unless it is forced to', () => {
    const { run, read, project } = repository({ '.keel/constitution.md': 'Ours.\n' })
    run('init')
    run('update')
    expect(read('.keel/constitution.md')).toBe('Ours.\n')
    const forced = run('init', '--force')
    expect(read('.keel/constitution.md')).toContain('# Constitution')
    const saved = /\.keel\/constitution\.md\.keel-edit-[0-9a-f]{8}/.exec(forced.stdout)?.[0]
    expect(read(saved ?? ''), 'what was there is kept, and named').toBe('Ours.\n')
    expect(run('doctor').stdout).toContain(saved)
    writeFileSync(join(project, '.keel/runloop.md'), 'Our loop.\n')
    run('update')
    expect(read('.keel/runloop.md')).toBe('Our loop.\n')
  })

  it('refreshes an old run loop that nobody edited', () => {
    const { run, read, project } = repository()
    run('init')
    const shipped = read('.keel/runloop.md')
    const record = JSON.parse(read('.keel/installed.json'))
    writeFileSync(join(project, '.keel/runloop.md'), 'An older loop.\n')
    record.files['.keel/runloop.md'] =
      'sha256:5b50e6e0df8ae4f4a1ff79a3c1e5dfc6ad07db52dab40f1b8fd9dfc6b5f4ec5d'
    writeFileSync(join(project, '.keel/installed.json'), JSON.stringify(record))
    run('update')
    expect(read('.keel/runloop.md'), 'a file with another hash counts as edited').toBe('An older loop.\n')
    record.files['.keel/runloop.md'] = `sha256:${sha256('An older loop.\n')}`
    writeFileSync(join(project, '.keel/installed.json'), JSON.stringify(record))
    run('update')
    expect(read('.keel/runloop.md')).toBe(shipped)
  })

  it('leaves a CLAUDE.md that is one import of AGENTS.md as it is', () => {
    const { run, read } = repository({ 'CLAUDE.md': '@AGENTS.md\n', 'AGENTS.md': '# Ours\n' })
    expect(run('init').code).toBe(0)
    expect(read('CLAUDE.md')).toBe('@AGENTS.md\n')
    expect(read('AGENTS.md')).toContain('BEGIN KEEL MANAGED SECTION')
  })

  it('brings the facts to CLAUDE.md once: by import, by the user’s import, or as text', () => {
    const created = repository()
    created.run('init')
    expect(created.read('CLAUDE.md')).toContain('\n@AGENTS.md\n@.keel/map.md\n@.keel/constitution.md\n')
    const importing = repository({ 'CLAUDE.md': '# Claude\n\nSee @AGENTS.md for more.\n' })
    importing.run('init')
    expect(importing.read('CLAUDE.md')).not.toContain('.keel/tasks/')
    const apart = repository({ 'CLAUDE.md': '# Claude only\n' })
    apart.run('init')
    expect(apart.read('CLAUDE.md')).toContain('.keel/tasks/')
    expect(apart.read('CLAUDE.md')).not.toMatch(/@AGENTS\.md/)
  })

  it('says so where a host’s limit cuts a file before the section, until the section is moved up', () => {
    const { run, read, project } = repository({ 'AGENTS.md': `${'All work and no play.\n'.repeat(1600)}` })
    expect(run('init').stdout).toContain('Codex cuts AGENTS.md before keel’s section has arrived')
    const [text = '', section = ''] = read('AGENTS.md').split(/(?=<!-- BEGIN)/)
    writeFileSync(join(project, 'AGENTS.md'), `${section}${text}`)
    const { code, stdout } = run('update')
    expect(code).toBe(0)
    expect(stdout).not.toContain('cuts')
    expect(read('AGENTS.md').startsWith('<!-- BEGIN')).toBe(true)
  })

  it.each(['packages/api/AGENTS.md', 'AGENTS.md'])(
    'does not silence %s by creating a CLAUDE.md, unless asked to',
    (path) => {
      const { run, project } = repository({ [path]: '# Ours\n' })
      const { stdout } = run('init')
      expect(stdout).toContain('CLAUDE.md was not created')
      expect(Object.keys(readTree(project))).not.toContain('CLAUDE.md')
      run('init', '--host', 'claude-code')
      expect(Object.keys(readTree(project))).toContain('CLAUDE.md')
    },
  )
})

describe('keel uninstall', () => {
  it('refuses a .keel that leads out of the project, and deletes nothing there', () => {
    const { run, base, project } = repository()
    mkdirSync(join(base, 'elsewhere'))
    writeFileSync(join(base, 'elsewhere/installed.json'), '{"files":{},"directories":[]}')
    writeFileSync(join(base, 'elsewhere/.x.999999.deadbeef.keel-tmp'), '')
    symlinkSync(join(base, 'elsewhere'), join(project, '.keel'))
    const before = readTree(base)
    expect(run('uninstall').code).toBe(2)
    expect(readTree(base)).toEqual(before)
  })

  it('takes a record’s word for nothing but keel’s own files', () => {
    const { run, project } = repository({ 'README.md': 'mine\n' })
    mkdirSync(join(project, 'src/empty'), { recursive: true })
    mkdirSync(join(project, '.keel'))
    const record = {
      files: { 'README.md': `sha256:${sha256('mine\n')}`, '../x': 'sha256:0' },
      directories: ['src/empty', '.git/refs/tags'],
    }
    writeFileSync(join(project, '.keel/installed.json'), JSON.stringify(record))
    const before = readTree(project)
    run('uninstall')
    const { '.keel': _folder, '.keel/installed.json': _record, ...rest } = before
    expect(readTree(project)).toEqual(rest)
  })

  it('takes out what is to the letter keel’s where the record is lost, and doctor tells of the loss', () => {
    const { run, project } = repository()
    const before = readTree(project)
    run('init')
    writeFileSync(join(project, '.keel/installed.json'), '<<<<<<< not a record')
    expect(run('doctor')).toMatchObject({ code: 1, stdout: expect.stringContaining('missing or damaged') })
    run('uninstall')
    expect(readTree(project)).toEqual(before)
  })

  it('takes out what git has given other line endings', () => {
    const { run, project, read } = repository()
    const before = readTree(project)
    run('init')
    for (const path of ['.keel/constitution.md', '.keel/runloop.md', 'AGENTS.md', 'CLAUDE.md']) {
      writeFileSync(join(project, path), read(path).replaceAll('\n', '\r\n'))
    }
    run('uninstall')
    expect(readTree(project)).toEqual(before)
  })
})

describe('a .env that came with the repository', () => {
  it('configures keel and steers no other program', () => {
    const { run, base, project } = repository()
    const spoiled = join(base, 'spoiled')
    writeFileSync(
      join(project, '.env'),
      `GIT_CONFIG_COUNT=1\nGIT_CONFIG_KEY_0=core.fsmonitor\nGIT_CONFIG_VALUE_0="touch ${spoiled}; false"\nGIT_TRACE=${spoiled}\nREPO_SCAN_INTERVAL=11\n`,
    )
    run('init', '--dry-run')
    run('context')
    expect(Object.keys(readTree(base))).not.toContain('spoiled')
    expect(run('config', 'context.scan.interval').stdout).toContain('11')
  })
})

describe('keel log', () => {
  it('follows a journal that is still empty, an entry a line and then a line about the rest', async () => {
    const { project, home, run } = repository()
    const child = spawn(process.execPath, [BIN, 'log', '--follow', '--json'], {
      cwd: project,
      env: { PATH: process.env['PATH'] ?? '', HOME: home },
    })
    let heard = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      heard += text
    })
    const closed = new Promise<number | null>((resolve) => child.on('close', resolve))
    run('trace', 'Dates are UTC', '--about', 'decision', '--subject', 'dates')
    await expect.poll(() => heard, { timeout: 20_000 }).toContain('Dates are UTC')
    child.kill('SIGINT')
    expect(await closed).toBe(0)
    const [entry, rest, end] = heard.split('\n')
    expect(JSON.parse(entry ?? '')).toMatchObject({ kind: 'trace', text: 'Dates are UTC' })
    expect(JSON.parse(rest ?? '')).toMatchObject({ followed: true, entries: [] })
    expect(end).toBe('')
  })
})

describe('keel doctor', () => {
  it('is content with a fresh setup', () => {
    const { run } = repository()
    run('init')
    expect(run('doctor')).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing is wrong') })
  })

  it('lists what it cannot look at, and what else it found', () => {
    const { run, project } = repository({ 'Agents.md': '# Rules\n' })
    run('init')
    rmSync(join(project, '.keel'), { recursive: true })
    writeFileSync(join(project, '.keel'), 'no folder\n')
    const { code, stdout } = run('doctor')
    expect(code).toBe(1)
    expect(stdout).toContain('.keel is not a directory')
    expect(stdout).toContain('git mv Agents.md AGENTS.md')
  })

  it.skipIf(process.getuid?.() === 0)('lists a folder that is closed to it', () => {
    const { run, project } = repository({ 'Agents.md': '# Rules\n' })
    run('init')
    chmodSync(join(project, '.keel'), 0)
    const { code, stdout } = run('doctor')
    chmodSync(join(project, '.keel'), 0o755)
    expect(code).toBe(1)
    expect(stdout).toContain('chmod u+rwx .keel\n')
    expect(stdout).toContain('git mv Agents.md AGENTS.md')
  })

  it('says that git is missing and how to get it, and so does whoever cannot do without', () => {
    const { project, home, base } = repository()
    mkdirSync(join(base, 'programs'))
    const options = { cwd: project, home, environment: { PATH: join(base, 'programs') } }
    for (const words of [['doctor'], ['demo']]) {
      const { stdout, stderr } = keel(words, options)
      expect(stdout + stderr).toContain('No program git is on your PATH')
      expect(stdout + stderr).toContain('https://git-scm.com/downloads')
    }
  })

  it('names every guard that cannot be read, with its line, and a run that will not begin names doctor', () => {
    const { run, project } = repository({
      Makefile: 'test:\n\ttrue\n',
      '.keel/guards/broken.yaml': 'name: broken\nsummary: [\n',
      '.keel/guards/fine.yaml':
        'name: fine\nsummary: s\nmatch: [{ action: [run], says: x }]\nreason: Because.\n',
      '.keel/guards/typo.yaml':
        'name: typo\nsummary: s\nmatch:\n  - action: [run]\n    sais: x\nreason: Because.\n',
      '.keel/guards/unreasonable.yaml': 'name: u\nsummary: s\nmatch: [{ action: [run], says: x }]\n',
    })
    mkdirSync(join(project, '.keel/guards/folder.yaml'))
    run('init')
    const { code, stdout } = run('doctor')
    expect(code).toBe(1)
    expect(stdout).toMatch(/broken\.yaml:[23]: /)
    expect(stdout).toContain('typo.yaml:5: match.0.sais: there is no such key')
    expect(stdout).toContain('unreasonable.yaml:1: reason: is missing')
    expect(stdout).toContain('folder.yaml:1: the file cannot be read')
    expect(stdout).toContain('take it out of .keel/guards')
    expect(stdout).not.toContain('fine.yaml')
    const { home } = scratch()
    const environment = { ANTHROPIC_API_KEY: 'k' }
    const refused = keel(['run', 'x', '--model', 'anthropic/x'], { cwd: project, home, environment })
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('try: keel doctor') })
    expect(refused.stderr).toContain('typo.yaml:5')
  })

  it('names what is wrong and what to type, and touches nothing', () => {
    const { run, project, read } = repository()
    run('init')
    writeFileSync(join(project, 'AGENTS.md'), read('AGENTS.md').replace('Tasks', 'Chores'))
    const before = readTree(project)
    const { code, stdout } = run('doctor')
    expect(code).toBe(1)
    expect(stdout).toContain('AGENTS.md')
    expect(stdout).toContain('keel update')
    expect(readTree(project)).toEqual(before)
  })

  it.each([
    'progress.txt',
    'PROMPT.md',
    'AGENT.md',
    'guardrails.md',
    'fix_plan.md',
    '@fix_plan.md',
    '.cursorrules',
  ])('finds %s from another way of working, says what replaces it, and leaves it', (name) => {
    const { run, read } = repository({ [name]: 'old habits\n' })
    run('init')
    const { code, stdout } = run('doctor')
    expect(code).toBe(0)
    expect(stdout).toContain(`${name} is from another way of working`)
    expect(read(name)).toBe('old habits\n')
  })

  it('notices a section that somebody took out, until an update takes note of it', () => {
    const { run, project } = repository({ 'CLAUDE.md': 'mine\n' })
    run('init')
    writeFileSync(join(project, 'CLAUDE.md'), 'mine\n')
    expect(run('doctor')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('keel init --host claude-code'),
    })
    run('update')
    expect(run('doctor').stdout).toContain('Nothing is wrong')
  })

  it('finds an instruction file that hosts will not read for its spelling', () => {
    const { run } = repository({ 'Agents.md': '# Ours\n' })
    run('init')
    expect(run('doctor').stdout).toContain('git mv Agents.md AGENTS.md')
  })
})

describe('keel context', () => {
  it('fails a check where a host cuts something, and only then', () => {
    const { run, project } = repository({ 'AGENTS.md': '# Ours\n' })
    expect(run('context', '--check').code).toBe(0)
    writeFileSync(join(project, 'AGENTS.md'), 'All work and no play.\n'.repeat(2000))
    const { code, stdout } = run('context', '--check')
    expect(code).toBe(1)
    expect(stdout).toMatch(/Codex .*something is cut/)
    expect(run('context').code).toBe(0)
  })

  it('writes nothing', () => {
    const { run, base } = repository({ 'AGENTS.md': '# Ours\n' })
    const before = readTree(base)
    run('context')
    expect(readTree(base)).toEqual(before)
  })

  it('survives files that cannot be read', () => {
    const { run, project } = repository({ 'AGENTS.md': '# Ours\n' })
    symlinkSync('AGENTS.md', join(project, 'CLAUDE.md'))
    symlinkSync('nowhere', join(project, 'GEMINI.md'))
    mkdirSync(join(project, '.github'))
    symlinkSync('copilot-instructions.md', join(project, '.github/copilot-instructions.md'))
    expect(run('context')).toMatchObject({ code: 0, stderr: '' })
  })

  it('claims no order among files that a host takes as the file system lists them', () => {
    const { run, home } = repository({
      '.claude/rules/a.md': 'A.\n',
      '.claude/rules/b.md': 'B.\n',
      'docs/a.md': 'A.\n',
      'docs/b.md': 'B.\n',
      'opencode.json': '{"instructions":["docs/*.md","docs/a.md"]}',
    })
    mkdirSync(join(home, '.claude/rules'), { recursive: true })
    writeFileSync(join(home, '.claude/rules/only.md'), 'Mine.\n')
    expect(run('context', '--host', 'claude-code').stdout).toMatch(
      /^ +· {2}\.claude\/rules — files from here come in the order of the file system/m,
    )
    const { hosts } = JSON.parse(run('context', '--json').stdout)
    const told = hosts.map(({ host, unordered }: { host: string; unordered: string[] }) => [host, unordered])
    expect(Object.fromEntries(told)).toEqual({
      'claude-code': ['.claude/rules'],
      codex: [],
      copilot: [],
      cursor: [],
      'gemini-cli': [],
      opencode: ['instructions "docs/*.md"'],
    })
  })

  it('names the folders that it did not search, where an agent that is started there would come to them', () => {
    const ignored = ['build', 'cache', 'dist', 'node_modules', 'out']
    const { run } = repository({
      '.gitignore': ignored.map((folder) => `${folder}/\n`).join(''),
      ...Object.fromEntries(ignored.map((folder) => [`${folder}/AGENTS.md`, 'Ours.\n'])),
      'a/out/x.md': '',
    })
    expect(run('context').stdout).toMatch(/^Not searched: a\/out, build, cache and 3 more — ignored by git/m)
    expect(run('context', 'a').stdout).toMatch(/^Not searched: a\/out — /m)
    expect(JSON.parse(run('context', 'a', '--json').stdout)).toMatchObject({ notSearched: ['a/out'] })
    const { run: elsewhere } = repository({ 'AGENTS.md': 'Ours.\n' })
    expect(elsewhere('context').stdout).not.toContain('Not searched')
    expect(JSON.parse(elsewhere('context', '--json').stdout)).toMatchObject({ notSearched: [] })
  })

  it('finds the files of a clone inside the project, and single files that git ignores', () => {
    const { run, project } = repository({
      '.gitignore': 'CLAUDE.local.md\n',
      'clone/CLAUDE.md': 'Theirs.\n',
      'a/CLAUDE.local.md': 'Mine.\n',
    })
    execFileSync('git', ['init', '-q'], { cwd: join(project, 'clone') })
    const { stdout } = run('context', '--host', 'claude-code')
    expect(stdout).toMatch(/clone\/CLAUDE\.md .*when a file in clone is read/)
    expect(stdout).toMatch(/a\/CLAUDE\.local\.md .*when a file in a is read/)
  })

  it('tells what is loaded twice, and where it was first', () => {
    const line = 'A sentence that is long enough to be told apart from any other.'
    const { run } = repository({ 'AGENTS.md': `${line}\n`, 'a/AGENTS.md': `${line}\n` })
    expect(run('context', 'a', '--host', 'codex').stdout).toContain('loaded twice: 1 line also in AGENTS.md')
  })
})

function sha256(text: string): string {
  return execFileSync(
    'node',
    [
      '-e',
      `process.stdout.write(require('node:crypto').createHash('sha256').update(${JSON.stringify(text)}).digest('hex'))`,
    ],
    { encoding: 'utf8' },
  )
}
