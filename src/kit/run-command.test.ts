import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isRunning, scratch } from '../../test/contracts/program.ts'
import { runCommand } from './run-command.ts'

function request(command: string, logFile: string) {
  const { PATH } = process.env
  const signal = new AbortController().signal
  return { command, cwd: '.', environment: { PATH }, timeoutMs: 20_000, signal, logFile }
}

describe('a command', () => {
  it.each([
    ['exit 7', { kind: 'exit', exitCode: 7, output: '' }],
    ['kill -9 $$', { kind: 'exit', exitCode: null, output: '' }],
    ['kill -TERM $$', { kind: 'exit', exitCode: null, output: '' }],
    ['cat; echo over', { kind: 'exit', exitCode: 0, output: 'over\n' }],
    ['(sleep 300 &) ; echo left', { kind: 'exit', exitCode: 0, output: 'left\n' }],
  ])('ends as it would anywhere, with nobody at its keyboard: %s', async (command, expected) => {
    const { home } = scratch()
    expect(await runCommand(request(command, join(home, 'a.log')))).toMatchObject(expected)
  })
})

describe('a command that is ended for its time', () => {
  // There is no such program on a Mac.
  it.skipIf(process.platform === 'darwin')('takes with it whoever has left its group', async () => {
    const { home } = scratch()
    const pids = join(home, 'pids')
    const stubborn = join(home, 'stubborn.sh')
    writeFileSync(
      stubborn,
      'trap "" TERM\nsleep 300 & echo $! >> "$PIDS"\necho $$ >> "$PIDS"\nwhile :; do sleep 1; done\n',
    )
    const command = `setsid sh ${stubborn} & sleep 300`
    const environment = { PATH: process.env['PATH'], PIDS: pids }
    const run = await runCommand({
      ...request(command, join(home, 'a.log')),
      environment,
      timeoutMs: 1500,
    })
    expect(run.kind).toBe('timeout')
    const left = readFileSync(pids, 'utf8').trim().split('\n').map(Number)
    expect(left.length).toBe(2)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(left.filter(isRunning)).toEqual([])
  })
})

describe('the log of a command', () => {
  it('is whole when the command is over, and its folder may go', async () => {
    const { home } = scratch()
    const logFile = join(home, 'a.log')
    await runCommand(request('seq 1 50000', logFile))
    expect(readFileSync(logFile, 'utf8')).toMatch(/\n50000\n$/)
    await runCommand(request('true', join(home, 'b.log')))
    rmSync(home, { recursive: true })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(existsSync(home)).toBe(false)
  })

  it('takes nothing down with it where it cannot be written', async () => {
    const { home } = scratch()
    const run = await runCommand(request('echo fine', join(home, 'no', 'such', 'folder.log')))
    expect(run).toMatchObject({ kind: 'exit', exitCode: 0, output: 'fine\n' })
  })
})
