/**
 * What programs do wrong, done by small ones: each run ends with its kind and leaves nobody behind. A run that is not
 * ended by the clock it was given is not ended at all.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Drive } from '#hosts/drive.ts'
import { hosts } from '#hosts/registry.ts'
import { type Limits, type ProgramRun, runProgram } from '#hosts/run-program.ts'
import type { Clocks } from '#hosts/watch-program.ts'
import { capturedStreams } from '../contracts/drive.ts'
import { isAlive, scratch } from '../contracts/program.ts'

/** Longer than a test may take. */
const PATIENT: Clocks = { idleMs: 600_000, wallMs: 600_000, lingerMs: 600_000, obeyMs: 300 }

describe.each(
  Object.entries(hosts).flatMap(([name, { drive }]) => (drive === null ? [] : [{ name, drive }])),
)('$name that goes wrong', ({ name, drive }) => {
  const captured = (scenario: string) => {
    const found = capturedStreams(name).find((stream) => stream.name.startsWith(`${scenario}@`))
    if (found === undefined) throw new Error(`${name} has no stream ${scenario}`)
    return found.lines
  }
  const hello = captured('hello')
  const run = (fault: Omit<Fault, 'drive'>) => runFault({ drive, ...fault })

  it('is read as it was captured when nothing goes wrong, and its log is what it printed', async () => {
    const { ended, log } = await run({ lines: hello })
    expect(ended).toMatchObject({ ending: { kind: 'ok', exitCode: 0 }, text: 'hello from mock', cutLines: 0 })
    expect(log).toBe(hello.map((line) => `${line}\n`).join(''))
  })

  it('has no secret in its log, though it printed one', async () => {
    const token = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`
    const lines = [JSON.stringify({ type: 'strange', text: `it is ${token}.` }), ...hello]
    const { ended, log } = await run({ lines })
    expect(ended.ending).toMatchObject({ kind: 'ok' })
    expect(log.split('\n')[0]).toBe('{"type":"strange","text":"it is [redacted]."}')
  })

  it('without a result is no success, though it leaves with exit code 0', async () => {
    const { ended } = await run({ lines: hello.slice(0, -1) })
    expect(ended.ending).toMatchObject({ kind: 'no-result', exitCode: 0 })
  })

  it('torn in the middle of its result is a crash by its exit code, with its last words', async () => {
    const torn = hello.slice(0, -1).join('\n') + hello.at(-1)?.slice(0, 40)
    const { ended } = await run({
      lines: [],
      script: `out(${JSON.stringify(torn)}); fail('out of paper', 7)`,
    })
    expect(ended.ending).toMatchObject({ kind: 'crash', exitCode: 7 })
    expect(ended.ending.detail).toContain('out of paper')
    expect(ended.unreadLines).toBe(1)
  })

  it('with an error in its result is no success, though it leaves with exit code 0', async () => {
    const { ended } = await run({ lines: captured('err-401') })
    expect(ended.ending).toMatchObject({ kind: 'auth', exitCode: 0 })
  })

  it('that hangs after its result is ended, and its result counts', async () => {
    const { ended } = await run({ lines: hello, script: 'hang()', clocks: { lingerMs: 200 } })
    expect(ended).toMatchObject({ ending: { kind: 'ok', exitCode: null }, text: 'hello from mock' })
  })

  it('that chatters on after its result is ended, and its result counts', async () => {
    const script = `setInterval(() => out('still here\\n'), 20)`
    const { ended } = await run({ lines: hello, script, clocks: { lingerMs: 200 } })
    expect(ended.ending.kind).toBe('ok')
  })

  it('that hangs before it prints anything runs into the idle clock', async () => {
    const { ended } = await run({ lines: [], script: 'hang()', clocks: { idleMs: 200 } })
    expect(ended).toMatchObject({ ending: { kind: 'timeout-idle' }, usage: { estimated: true } })
  })

  it('that goes on printing is not idle, and runs into the wall', async () => {
    const script = `setInterval(() => out('{"type":"other"}\\n'), 20)`
    const { ended } = await run({ lines: [], script, clocks: { idleMs: 1_000, wallMs: 2_000 } })
    expect(ended.ending.kind).toBe('timeout-wall')
  })

  it('among noise is read all the same, and the noise is counted', async () => {
    const noisy = hello.flatMap((line) => ['npm warn something', line, '\u0000\ufffd'])
    const { ended } = await run({ lines: noisy })
    expect(ended).toMatchObject({ ending: { kind: 'ok' }, unreadLines: hello.length * 2 })
  })

  it('with a line of 20 MB is read', async () => {
    const script = `out('{"type":"other","text":"' + 'x'.repeat(20e6) + '"}\\n'); for (const line of lines) out(line + '\\n')`
    const { ended } = await run({ lines: hello, script: `${script}; exit(0)`, silent: true })
    expect(ended).toMatchObject({ ending: { kind: 'ok' }, unreadLines: 0, cutLines: 0 })
  })

  it('with a line that is too long is read without that line, and says so', async () => {
    const script = `out('{"type":"other","text":"' + 'x'.repeat(3e6) + '"}\\n'); for (const line of lines) out(line + '\\n')`
    const limits = { lineBytesMax: 1e6, logBytesMax: 1e8 }
    const { ended, logBytes } = await run({
      lines: hello,
      script: `${script}; exit(0)`,
      silent: true,
      limits,
    })
    expect(ended).toMatchObject({ ending: { kind: 'ok' }, unreadLines: 0, cutLines: 1, isLogWhole: true })
    expect(logBytes).toBeGreaterThan(3e6)
  })

  it('that prints without end and without a line break fills neither the memory nor the disk', async () => {
    const script = `const more = () => { while (out('x'.repeat(65536))); process.stdout.once('drain', more) }; more()`
    const limits = { lineBytesMax: 1e6, logBytesMax: 2e6 }
    const before = process.memoryUsage().rss
    const { ended, logBytes } = await run({ lines: [], script, clocks: { wallMs: 1_500 }, limits })
    expect(ended).toMatchObject({ ending: { kind: 'timeout-wall' }, cutLines: 1, isLogWhole: false })
    expect(logBytes).toBeGreaterThan(1e6)
    expect(logBytes).toBeLessThan(2.1e6)
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6)
  })

  it('that is not there is not found, and neither is one that may not be run', async () => {
    const missing = await run({ lines: [], program: '/nowhere/at/all' })
    expect(missing.ended.ending.kind).toBe('not-found')
    const forbidden = await run({ lines: [], program: import.meta.filename })
    expect(forbidden.ended.ending).toMatchObject({ kind: 'error' })
    expect(forbidden.ended.ending.detail).toContain('EACCES')
  })

  it('that does not listen to SIGTERM is killed', async () => {
    const script = `process.on('SIGTERM', () => {}); out('deaf\\n'); hang()`
    const { ended, pids } = await run({ lines: [], script, clocks: { idleMs: 800 } })
    expect(ended.ending.kind).toBe('timeout-idle')
    await expect.poll(() => pids.filter(isAlive), { timeout: 10_000 }).toEqual([])
  })

  it('that leaves a child with its pipes is not waited for, and the child is ended', async () => {
    const script = `child(\`process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)\`); setTimeout(exit, 500, 0)`
    const { ended, pids } = await run({ lines: hello, script })
    expect(ended.ending).toMatchObject({ kind: 'ok', exitCode: 0 })
    expect(pids).toHaveLength(2)
    await expect.poll(() => pids.filter(isAlive), { timeout: 10_000 }).toEqual([])
  })

  it('that leaves a child in a group of its own is not waited for', async () => {
    const script = `child('setTimeout(() => {}, 8000)', true); exit(0)`
    const { ended, pids } = await run({ lines: hello, script })
    expect(ended.ending).toMatchObject({ kind: 'ok', exitCode: 0 })
    for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL')
  })

  it('that closes its input before it has read a long prompt is no fault', async () => {
    const { ended } = await run({ lines: hello, prompt: 'x'.repeat(5e6) })
    expect(ended.ending.kind).toBe('ok')
  })

  it('that is called off ends with all it started, before its start too', async () => {
    const script = `child('setInterval(() => {}, 1000)'); hang()`
    const { ended, pids } = await run({ lines: hello.slice(0, -1), script, abortMs: 1_500 })
    expect(ended.ending.kind).toBe('killed')
    expect(pids).toHaveLength(2)
    await expect.poll(() => pids.filter(isAlive), { timeout: 10_000 }).toEqual([])
    const unborn = await run({ lines: hello, signal: AbortSignal.abort() })
    expect(unborn).toMatchObject({ ended: { ending: { kind: 'killed' } }, pids: [] })
  })

  it('that acts and asks no hook is ended there and then, and nothing it says counts', async () => {
    const lines = captured('driven')
    const unasked = await run({ lines, script: 'hang()', wasAsked: () => false })
    expect(unasked.ended.ending).toMatchObject({ kind: 'error', isUnguarded: true, exitCode: null })
    expect(unasked.ended.ending.detail).toContain('did not ask keel’s hook')
    await expect.poll(() => unasked.pids.filter(isAlive), { timeout: 10_000 }).toEqual([])
    const asked = await run({ lines, wasAsked: () => true })
    expect(asked.ended.ending).toMatchObject({ kind: 'ok' })
    expect(asked.ended.ending).not.toHaveProperty('isUnguarded')
  })

  it('that is ended in the middle of an action and had asked no hook has acted, too', async () => {
    const lines = captured('driven')
    const until = lines.findIndex((line) => /"tool_use"|"item\.started"/.test(line)) + 1
    const fault = { lines: lines.slice(0, until), script: 'hang()', clocks: { idleMs: 500 } }
    const unasked = await run({ ...fault, wasAsked: () => false })
    expect(unasked.ended.ending).toMatchObject({ kind: 'error', isUnguarded: true })
    const asked = await run({ ...fault, wasAsked: () => true })
    expect(asked.ended.ending.kind).toBe('timeout-idle')
  })

  it('that only talks need not ask', async () => {
    const { ended } = await run({ lines: hello, wasAsked: () => false })
    expect(ended.ending).toMatchObject({ kind: 'ok' })
  })

  it('that somebody else ends by a signal was killed, and one that broke has crashed', async () => {
    const ended = async (signal: string) =>
      (await run({ lines: [], script: `process.kill(process.pid, '${signal}'); hang()` })).ended.ending.kind
    expect(await ended('SIGTERM')).toBe('killed')
    expect(await ended('SIGABRT')).toBe('crash')
  })
})

type Fault = {
  readonly drive: Drive
  readonly lines: readonly string[]
  /** What it does after it has printed its lines; it leaves with 0 where nothing is said. */
  readonly script?: string
  /** True where the script itself prints the lines. */
  readonly silent?: boolean
  readonly program?: string
  readonly prompt?: string
  readonly clocks?: Partial<Clocks>
  readonly limits?: Limits
  readonly abortMs?: number
  readonly signal?: AbortSignal
  readonly wasAsked?: () => boolean
}

type Outcome = {
  readonly ended: ProgramRun
  readonly log: string
  readonly logBytes: number
  /** Of the program, and of what it started. */
  readonly pids: readonly number[]
}

async function runFault(fault: Fault): Promise<Outcome> {
  const { base, home, project } = scratch()
  const { drive, lines, script = 'exit(0)', silent = false, prompt = 'Do it.', clocks, limits } = fault
  const program = join(base, 'program')
  const pidFile = join(base, 'pids')
  writeFileSync(program, fakeProgram({ lines, script, silent, pidFile }), { mode: 0o755 })
  const environment = { PATH: process.env['PATH'], HOME: home }
  const request = {
    prompt,
    cwd: project,
    model: null,
    turnsMax: null,
    scratch: join(base, 'scratch'),
    environment,
  }
  const command = drive.command({ ...request, hookCommand: null, mcpCommand: null })
  const logFile = join(base, 'ledger', 'host.log')
  const ended = await runProgram({
    command: { ...command, program: fault.program ?? program },
    reader: drive.reader(),
    logFile,
    clocks: { ...PATIENT, ...clocks },
    signal: fault.signal ?? abortAfter(fault.abortMs),
    wasAsked: fault.wasAsked ?? null,
    ...(limits === undefined ? {} : { limits }),
  })
  const pids = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').trim().split('\n').map(Number) : []
  return { ended, pids, logBytes: statSync(logFile).size, log: readFileSync(logFile, 'utf8') }
}

function abortAfter(delayMs: number | undefined): AbortSignal {
  return delayMs === undefined ? new AbortController().signal : AbortSignal.timeout(delayMs)
}

function fakeProgram({
  lines,
  script,
  silent,
  pidFile,
}: {
  readonly lines: readonly string[]
  readonly script: string
  readonly silent: boolean
  readonly pidFile: string
}): string {
  return `#!${process.execPath}
const { appendFileSync, writeSync } = require('node:fs')
const { spawn } = require('node:child_process')
const note = (pid) => appendFileSync(${JSON.stringify(pidFile)}, pid + '\\n')
const out = (text) => process.stdout.write(text)
const exit = (code) => process.stdout.write('', () => process.exit(code))
const fail = (words, code) => { writeSync(2, words + '\\n'); exit(code) }
const hang = () => setInterval(() => {}, 1000)
const child = (script, detached = false) => note(spawn(process.execPath, ['-e', script], { stdio: 'inherit', detached }).pid)
note(process.pid)
process.stdin.destroy()
const lines = ${JSON.stringify(lines)}
if (!${silent}) for (const line of lines) out(line + '\\n')
${script}
`
}
