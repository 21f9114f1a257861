/** keel run with a program that does what no agent should: the run ends in order, or nothing of it is left. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hosts } from '#hosts/registry.ts'
import { capturedStreams } from '../contracts/drive.ts'
import { BIN, isAlive, scratch } from '../contracts/program.ts'
import { openShop, runsIn } from './shop.ts'

const driven = Object.entries(hosts).flatMap(([name, { drive, signs }]) =>
  drive === null ? [] : [{ name, program: signs.programs[0] ?? '' }],
)

describe.each(driven)('keel run with a $name', (host) => {
  const captured = (scenario: string) =>
    capturedStreams(host.name).find((stream) => stream.name.startsWith(`${scenario}@`))?.lines ?? []

  it('that asks no hook keeps nothing of what it did, though the tests pass', async () => {
    const { run, git, entries } = shop(host, `mend(); say(${JSON.stringify(captured('driven'))})`)
    const { code, answer } = await run()
    expect(code).toBe(2)
    expect(answer.fault).toMatchObject({ code: 'not-guarded', hint: expect.stringContaining('git diff') })
    expect(git('log', '--format=%s')).toBe('start')
    expect(git('status', '--porcelain')).toContain('basket.js')
    expect(entries().map(({ kind }) => kind)).toEqual([
      ...['run-started', 'verified', 'attempt-started', 'attempt-ended'],
    ])
    expect(entries().at(-1)).toMatchObject({ ending: { kind: 'error', isUnguarded: true } })
  })

  it('that removes keel’s papers while it works is judged by the tests, and its log is kept', async () => {
    const lines = captured('hello')
    const { run, git, project } = shop(
      host,
      `say(${JSON.stringify(lines.slice(0, 1))}); mend(); for (const name of ['journal', 'ledger', 'cache']) rmSync('.keel/' + name, { recursive: true, force: true }); say(${JSON.stringify(lines.slice(1))})`,
    )
    const { code, answer } = await run()
    expect(answer).toMatchObject({ outcome: 'verified', commit: git('rev-parse', 'HEAD') })
    expect(code).toBe(0)
    const log = join(project, '.keel', 'ledger', answer.run, '1', 'host.log')
    expect(readFileSync(log, 'utf8').trimEnd().split('\n')).toHaveLength(lines.length)
  })

  it('that hangs is gone soon after keel was killed, and so is what it started', async () => {
    const hang = 'setInterval(() => {}, 1000)'
    const child = `note(spawn(process.execPath, ['-e', ${JSON.stringify(hang)}], { stdio: 'inherit' }).pid)`
    const { start, pids } = shop(host, `note(process.pid); ${child}; ${hang}`)
    const keel = start()
    await expect.poll(() => pids().length, { timeout: 20_000 }).toBe(2)
    keel.kill('SIGKILL')
    await expect.poll(() => pids().filter(isAlive), { timeout: 10_000 }).toEqual([])
  })

  it('is left in peace while keel is only stopped', async () => {
    const { start, pids } = shop(host, `note(process.pid); setInterval(() => {}, 1000)`)
    const keel = start()
    await expect.poll(() => pids().length, { timeout: 20_000 }).toBe(1)
    keel.kill('SIGSTOP')
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(pids().filter(isAlive)).toHaveLength(1)
    keel.kill('SIGKILL')
    await expect.poll(() => pids().filter(isAlive), { timeout: 10_000 }).toEqual([])
  })

  it('that does not listen to SIGTERM is gone, too', async () => {
    const deaf = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`
    const { start, pids } = shop(host, `${deaf}; note(process.pid)`)
    const keel = start()
    await expect.poll(() => pids().length, { timeout: 20_000 }).toBe(1)
    keel.kill('SIGKILL')
    await expect.poll(() => pids().filter(isAlive), { timeout: 10_000 }).toEqual([])
  })

  it('leaves no tests running when keel is killed in the middle of them', async () => {
    const { start, pids } = shop(host, `mend(); say(${JSON.stringify(captured('hello'))})`)
    const keel = start(
      '--test',
      'echo $$ >> "$BASE/pids"; sh -c \'echo $$ >> "$BASE/pids"; sleep 300; :\'; :',
    )
    await expect.poll(() => pids().length, { timeout: 20_000 }).toBe(2)
    keel.kill('SIGKILL')
    await expect.poll(() => pids().filter(isAlive), { timeout: 10_000 }).toEqual([])
  })
})

describe('the hook in a run', () => {
  it.each([
    ['PreToolUse', true],
    ['PostToolUse', false],
    ['Stop', false],
  ])('of a question at %s leaves a mark: %s', (event, isMarked) => {
    const { base, project } = scratch()
    const mark = join(base, 'asked')
    const tool = { tool_name: 'Bash', tool_input: { command: 'ls' } }
    const input = JSON.stringify({ session_id: 's', cwd: project, hook_event_name: event, ...tool })
    const env = { PATH: process.env['PATH'], KEEL_RUN: 'r1', KEEL_ASKED: mark }
    expect(spawnSync(process.execPath, [BIN, 'hook', 'claude-code'], { input, env }).status).toBe(0)
    expect(existsSync(mark)).toBe(isMarked)
    const nowhere = { ...env, KEEL_ASKED: join(base, 'no', 'folder') }
    expect(spawnSync(process.execPath, [BIN, 'hook', 'claude-code'], { input, env: nowhere }).status).toBe(0)
  })
})

/** A repository with a bug, and in the place of the host's program a script of ours. */
function shop({ name, program }: { name: string; program: string }, script: string) {
  const { base, home, project, git, entries } = openShop()
  mkdirSync(join(base, 'bin'))
  const path = join(base, 'bin', program)
  writeFileSync(path, fakeProgram(script))
  chmodSync(path, 0o755)
  const PATH = [join(base, 'bin'), process.env['PATH']].join(delimiter)
  const keel = runsIn(project, { PATH, HOME: home, BASE: base })
  const asked = ['The total is right', '--host', name]
  const start = (...words: string[]) => keel.start(...asked, ...words)
  const run = () => keel.run(...asked)
  const pids = () => {
    const file = join(base, 'pids')
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []
  }
  return { project, git, start, run, entries, pids }
}

/** What it is told comes to an end before it does anything. */
function fakeProgram(script: string): string {
  return `#!${process.execPath}
const { appendFileSync, readFileSync, rmSync, writeFileSync } = require('node:fs')
const { spawn } = require('node:child_process')
const { join } = require('node:path')
const say = (lines) => process.stdout.write(lines.map((line) => line + '\\n').join(''))
const note = (pid) => appendFileSync(join(process.env.BASE, 'pids'), pid + '\\n')
const mend = () => {
  const text = readFileSync('basket.js', 'utf8')
  const mended = text.replace('sum += item.price', 'sum += item.price * item.quantity').replace('sum > 10000', 'sum >= 10000')
  writeFileSync('basket.js', mended)
}
process.stdin.resume().on('end', () => { ${script} })
`
}
