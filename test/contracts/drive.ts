import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Drive, DriveRequest, DriveResult, ProcessExit, Progress } from '#hosts/drive.ts'

/**
 * The conformance suite of `drive`: each captured stream of the real program is read as it was, whatever is
 * printed into it and wherever it breaks off; and the command line keeps to what keel may touch.
 */
export function testDrive(name: string, drive: Drive): void {
  const streams = capturedStreams(name)
  describe(`${name} is read`, () => {
    it('from more than a handful of captured streams', () => {
      expect(streams.length).toBeGreaterThan(10)
    })
    for (const stream of streams) it(`${stream.name}: ${stream.shows}`, () => readsAsCaptured(drive, stream))
    it('alike whatever other programs print in between', () => survivesNoise(drive, streams))
    it('without a success wherever the stream breaks off', () => survivesTearing(drive, streams))
    it('by its result however keel had to end it, unless the run was called off', () =>
      countsTheResult(drive, streams))
    it('as having acted when a tool has come to its end, and as unguarded whatever its result', () =>
      tellsOfActing(drive, streams))
    it('as not found, with nothing used, where the program is missing', () => tellsOfMissing(drive))
  })
  describe(`${name} is started`, () => {
    it('with the prompt on stdin, in the folder of the work, and with settings nowhere but in the scratch folder', () =>
      keepsToItsPlace(drive))
    it('with the environment it is given and nothing else', () => addsNothing(drive))
    it('with neither hook nor server where none is wanted', () => leavesOut(drive))
  })
}

type CapturedStream = {
  readonly name: string
  readonly shows: string
  readonly lines: readonly string[]
  readonly exit: ProcessExit
  readonly expected: Partial<DriveResult>
}

export function capturedStreams(host: string): readonly CapturedStream[] {
  const folder = join(import.meta.dirname, '../fixtures/hosts', host, 'streams')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => {
      const name = basename(file, '.jsonl')
      const lines = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n')
      return { name, lines, ...JSON.parse(readFileSync(join(folder, `${name}.expected.json`), 'utf8')) }
    })
}

function read(drive: Drive, lines: readonly string[], exit: ProcessExit): DriveResult & Progress {
  const reader = drive.reader()
  let progress: Progress = { isSettled: false, hasActed: false }
  for (const line of lines) progress = reader.read(line)
  return { ...reader.finish(exit), ...progress }
}

function readsAsCaptured(drive: Drive, { lines, exit, expected }: CapturedStream): void {
  const result = read(drive, lines, exit)
  expect(result).toMatchObject({ ...expected, isSettled: exit.kind === 'exit' })
  expect(result.session).toMatch(/^[0-9a-f-]{36}$/)
  expect(result.ending.detail).toMatch(/\S/)
  const told = drive.reportsCost && !result.usage.estimated ? ['reported', 'subscription'] : ['none']
  expect(told).toContain(result.usage.costSource)
}

const noise = fc.oneof(
  fc.string(),
  fc.constantFrom('npm warn deprecated', '{"type":"result"', '{}', '[]', 'null', '42', '{"type":7}'),
)

function survivesNoise(drive: Drive, streams: readonly CapturedStream[]): void {
  fc.assert(
    fc.property(fc.constantFrom(...streams), noise, fc.nat(), ({ lines, exit }, line, at) => {
      const place = at % (lines.length + 1)
      const { unreadLines, ...noisy } = read(
        drive,
        [...lines.slice(0, place), line, ...lines.slice(place)],
        exit,
      )
      const { unreadLines: _, ...clean } = read(drive, lines, exit)
      expect(noisy).toEqual(clean)
      expect(unreadLines).toBe(1)
    }),
  )
}

function survivesTearing(drive: Drive, streams: readonly CapturedStream[]): void {
  fc.assert(
    fc.property(fc.constantFrom(...streams), fc.nat(), ({ lines, exit }, at) => {
      const whole = lines.join('\n')
      const torn = whole.slice(0, at % whole.length).split('\n')
      const { ending, isSettled } = read(drive, torn, exit)
      if (!isSettled) expect(ending.kind).not.toBe('ok')
    }),
  )
}

function countsTheResult(drive: Drive, streams: readonly CapturedStream[]): void {
  for (const { lines, exit, name } of streams.filter((stream) => stream.exit.kind === 'exit')) {
    const { ending } = read(drive, lines, exit)
    for (const kind of ['lingered', 'idle', 'wall'] as const)
      expect(read(drive, lines, { kind, stderr: '' }).ending, name).toEqual({ ...ending, exitCode: null })
    expect(read(drive, lines, { kind: 'aborted', stderr: '' }).ending.kind, name).toBe('killed')
    expect(read(drive, [], { kind: 'idle', stderr: '' }).ending.kind).toBe('timeout-idle')
    expect(read(drive, [], { kind: 'wall', stderr: '' }).ending.kind).toBe('timeout-wall')
  }
}

function tellsOfActing(drive: Drive, streams: readonly CapturedStream[]): void {
  for (const { lines, exit, name } of streams) {
    const { toolCalls, hasActed } = read(drive, lines, exit)
    if (exit.kind === 'exit') expect(hasActed, name).toBe(toolCalls > 0)
    const { ending } = read(drive, lines, { kind: 'unguarded', stderr: '' })
    expect(ending, name).toMatchObject({ kind: 'error', isUnguarded: true })
  }
}

function tellsOfMissing(drive: Drive): void {
  const result = read(drive, [], { kind: 'not-started', code: 'ENOENT', because: 'spawn it ENOENT' })
  expect(result).toMatchObject({ ending: { kind: 'not-found' }, session: null, toolCalls: 0, text: '' })
  expect(result.usage).toMatchObject({ input: 0, output: 0, costUsd: null })
}

const REQUEST: DriveRequest = {
  prompt: '-p is no flag, and "this" is no word.\nA second line.',
  cwd: '/the/project',
  model: 'a-model',
  turnsMax: 7,
  hookCommand: ['/opt/keel', 'hook', "it's"],
  mcpCommand: ['/opt/keel', 'mcp'],
  scratch: '/the/scratch',
  environment: { PATH: '/bin', HOME: '/home/me', EMPTY: '', GONE: undefined },
}

function keepsToItsPlace(drive: Drive): void {
  const command = drive.command(REQUEST)
  expect(command.stdin).toBe(REQUEST.prompt)
  expect(command.words.join(' ')).not.toContain('second line')
  expect(command.words).toContain('a-model')
  expect(command.cwd).toBe(REQUEST.cwd)
  for (const path of Object.keys(command.files))
    expect(relative(REQUEST.scratch, path)).not.toMatch(/^(\.\.|\/)/)
  expect(JSON.stringify([command.words, command.files])).toContain('/opt/keel')
}

function addsNothing(drive: Drive): void {
  expect(drive.command(REQUEST).environment).toEqual({ PATH: '/bin', HOME: '/home/me', EMPTY: '' })
}

function leavesOut(drive: Drive): void {
  const { words, files } = drive.command({ ...REQUEST, model: null, hookCommand: null, mcpCommand: null })
  expect(JSON.stringify([words, files])).not.toMatch(/hook|mcp_?servers|mcp-config|a-model/i)
}
