import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isRunning, scratch } from '../contracts/program.ts'
import { catalogue, executableIn, folderOf } from './program-cache.mjs'
import { runProgram } from './programs.ts'

describe('a program that is run', () => {
  it('knows nothing of this machine but its PATH', async () => {
    const { home, project } = scratch()
    process.env['KEEL_TEST_SECRET'] = 'secret'
    const { code, stdout } = await run({ home, project }, 'env; pwd')
    expect(code).toBe(0)
    const names = stdout.split('\n').flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? [])
    const ofTheShell = ['PWD', 'SHLVL', 'OLDPWD', '_']
    expect(names.filter((name) => !ofTheShell.includes(name)).sort()).toEqual([
      'HOME',
      'LANG',
      'PATH',
      'TMPDIR',
    ])
    expect(stdout).toContain(`HOME=${home}\n`)
    expect(stdout).toContain(`\n${project}\n`)
  })

  it('is ended at its time limit with everything it started', async () => {
    const { home, project } = scratch()
    const outcome = await run({ home, project }, 'sleep 300 & echo $!; wait', 300)
    expect(outcome).toMatchObject({ code: null, timedOut: true })
    expect(isRunning(Number(outcome.stdout))).toBe(false)
  })

  it('takes what it left running with it, and does not wait for that', async () => {
    const { home, project } = scratch()
    const outcome = await run({ home, project }, 'sleep 300 & echo $!; exit 3')
    expect(outcome).toMatchObject({ code: 3, timedOut: false })
    expect(isRunning(Number(outcome.stdout))).toBe(false)
  })

  function run({ home, project }: { home: string; project: string }, script: string, timeoutMs = 20_000) {
    return runProgram({ path: '/bin/sh', words: ['-c', script], cwd: project, home, timeoutMs })
  }
})

describe('the installer', () => {
  const { version } = catalogue['claude-code']
  const program = `mkdir -p node_modules/.bin && printf '#!/bin/sh\\necho %s' VERSION > node_modules/.bin/claude && chmod +x node_modules/.bin/claude`

  /** Installs with an npm that does what the test says. */
  function install({ base }: { base: string }, npm: string) {
    const cache = join(base, 'cache')
    const tools = join(base, 'tools')
    mkdirSync(tools, { recursive: true })
    writeFileSync(join(tools, 'npm'), `#!/bin/sh\necho asked >> '${base}/asked'\n${npm}\n`, { mode: 0o755 })
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'install-programs.mjs'), 'claude-code'],
      {
        encoding: 'utf8',
        env: { PATH: `${tools}:${process.env['PATH']}`, HOME: base, KEEL_HOST_CACHE: cache },
      },
    )
    const folder = folderOf('claude-code', { KEEL_HOST_CACHE: cache })
    const asked = existsSync(join(base, 'asked')) ? readFileSync(join(base, 'asked'), 'utf8').length / 6 : 0
    return { status, said: stdout + stderr, folder, cache, asked }
  }

  const good = program.replace('VERSION', version)

  it('puts a program into a folder of its own, once', () => {
    const place = scratch()
    const first = install(place, good)
    expect(first).toMatchObject({ status: 0, asked: 1 })
    expect(first.said).toContain(`claude-code ${version} is installed`)
    expect(existsSync(executableIn(first.folder, 'claude-code'))).toBe(true)
    const second = install(place, 'exit 1')
    expect(second).toMatchObject({ status: 0, asked: 1 })
    expect(second.said).toContain(`claude-code ${version} is there`)
  })

  it.each([
    ['npm fails half way', `${good}; exit 1`, 'npm failed'],
    ['the program is another version', program.replace('VERSION', '0.0.1'), 'says "0.0.1"'],
    ['the program is missing', 'exit 0', 'ENOENT'],
  ])('leaves nothing behind where %s', (_, npm, complaint) => {
    const place = scratch()
    const { status, said, cache } = install(place, npm)
    expect(status).toBe(1)
    expect(said).toContain(complaint)
    expect(readdirSync(cache)).toEqual([])
    expect(install(place, good).status).toBe(0)
  })

  it('clears away what a killed installer left, and nothing of one that is at work', () => {
    const place = scratch()
    const dead = spawnSync('/bin/sh', ['-c', 'echo $$'], { encoding: 'utf8' }).stdout.trim()
    const names = [`.installing-${dead}-abc`, `.installing-${process.pid}-abc`]
    for (const name of names) mkdirSync(join(place.base, 'cache', name), { recursive: true })
    const { cache } = install(place, good)
    expect(readdirSync(cache).sort()).toEqual([names[1], `claude-code@${version}`])
  })

  it('does not take a folder without its program for an installation', () => {
    const place = scratch()
    mkdirSync(join(place.base, 'cache', `claude-code@${version}`, 'node_modules'), { recursive: true })
    expect(install(place, good)).toMatchObject({ status: 0, asked: 1 })
  })

  it('refuses names it does not know', () => {
    const words = [join(import.meta.dirname, 'install-programs.mjs'), 'claude-cod']
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr:
        'Unknown: claude-cod. Choose from claude-code, codex, gemini-cli, opencode, copilot, or --all.\n',
    })
  })
})
