/** An attempt at some work by the real programs, with keel's own hook and server, and a scripted model behind. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Drive } from '../../src/hosts/drive.ts'
import { hosts } from '../../src/hosts/registry.ts'
import { workByHost } from '../../src/loop/work-by-host.ts'
import type { WorkResult } from '../../src/loop/work-once.ts'
import type { LoggedRequest } from '../../src/models/scripted/request-log.ts'
import type { ScenarioInput } from '../../src/models/scripted/scenario.ts'
import { startScriptedModel } from '../../src/models/scripted/start-scripted-model.ts'
import { BIN, scratch } from '../contracts/program.ts'
import { driven } from './driven.ts'
import { findProgram } from './programs.ts'
import { recipes } from './recipes.ts'

describe.each(['claude-code', 'codex'] as const)('an attempt by the real %s', (name) => {
  const found = findProgram(name)
  if (found.kind === 'absent') {
    it.skip(found.reason, () => {})
    return
  }
  const { drive } = hosts[name]
  if (drive === null) throw new Error(`${name} is not driven`)
  const { shell, pack } = driven[name]
  const attempt = (order: Omit<Order, 'name' | 'path' | 'drive'> & { drive?: Drive }) =>
    attemptWith({ name, path: found.path, drive, ...order })

  it('has a temporary folder of its own, and leaves nothing anywhere else', {
    timeout: 120_000,
  }, async () => {
    const cmd = 'echo "$TMPDIR" > place.txt; mktemp > made.txt; sleep 60'
    const { input, ...call } = shell(cmd)
    // It goes on in the background, and the turn ends before it does.
    const running = { ...call, input: { ...input, ...inBackground[name] } }
    const { result, project, base, inSystemTemp } = await attempt({
      steps: [
        { tools: [running] },
        { tools: [shell('i=0; while [ $i -lt 50 ] && ! [ -s made.txt ]; do i=$((i+1)); sleep 0.1; done')] },
        { text: 'Done.' },
      ],
    })
    expect(result.ending).toMatchObject({ kind: 'ok' })
    const place = readFileSync(join(project, 'place.txt'), 'utf8').trim()
    expect(place).toMatch(/keel-drive-[^/]+\/tmp$/)
    expect(readFileSync(join(project, 'made.txt'), 'utf8')).toContain(place)
    expect(existsSync(dirname(place))).toBe(false)
    expect(readdirSync(project).sort()).toEqual(['.git', 'made.txt', 'place.txt'])
    expect(readdirSync(join(base, 'tmp'))).toEqual([])
    expect(inSystemTemp).toEqual([])
  })

  it('is none that counts where the program has hooks turned off', { timeout: 120_000 }, async () => {
    const steps = [{ tools: [shell('echo one > one.txt')] }, { text: 'Done.' }]
    const { result, project } = await attempt({ drive: withoutHooks(drive), steps })
    expect(result.ending).toMatchObject({ kind: 'error', isUnguarded: true })
    expect(readFileSync(join(project, 'one.txt'), 'utf8')).toBe('one\n')
  })

  it('counts though it called a tool that is not there, and no hook was asked about that', {
    timeout: 120_000,
  }, async () => {
    const steps = [{ tools: [{ name: 'NoSuchTool', input: {} }] }, { text: 'Done.' }]
    const { result } = await attempt({ steps })
    expect(result).toMatchObject({ ending: { kind: 'ok' }, text: 'Done.' })
  })

  it.skipIf(!existsSync('/proc/self/cwd'))(
    'is over soon after keel was killed, with the command that it ran',
    {
      timeout: 120_000,
    },
    async () => {
      const { project, start } = await prepare({
        name,
        path: found.path,
        steps: [{ tools: [shell('echo $$ > pid.txt; sleep 300')] }],
      })
      const keel = start('run', 'anything', '--host', name, '--test', 'true', '--model', MODELS[name])
      const file = join(project, 'pid.txt')
      await expect
        .poll(() => existsSync(file) && readFileSync(file, 'utf8'), { timeout: 60_000 })
        .toMatch(/\n/)
      const ours = () => processesIn(project)
      expect(ours()).not.toEqual([])
      keel.kill('SIGKILL')
      await expect.poll(ours, { timeout: 10_000 }).toEqual([])
    },
  )

  it.each([
    [429, {}, 'rate-limited'],
    [429, { 'retry-after': '3600' }, 'rate-limited'],
    // Codex has one sentence for every error of a server.
    [500, {}, name === 'codex' ? 'overloaded' : 'error'],
    [503, {}, 'overloaded'],
    [529, {}, 'overloaded'],
  ] as const)(
    'ends after an error %i %j of the model’s API as %s',
    {
      timeout: 120_000,
    },
    async (status, headers, kind) => {
      const { result } = await attempt({ steps: [{ error: { status, headers }, repeat: true }] })
      expect(result.ending).toMatchObject({ kind, exitCode: 1 })
      expect(result.ending.detail).toMatch(/scripted error|\d{3}|limit|demand|capacity/)
    },
  )

  it('ends as rate-limited when that happens after some work', { timeout: 120_000 }, async () => {
    const { result, project } = await attempt({
      steps: [{ tools: [shell('echo one > one.txt')] }, { error: { status: 429 }, repeat: true }],
    })
    expect(result.ending).toMatchObject({ kind: 'rate-limited' })
    expect(existsSync(join(project, 'one.txt'))).toBe(true)
  })

  // Claude Code does not wait for a server, and has no setting that makes it.
  if (name === 'codex')
    it('waits for keel’s server before its first step', { timeout: 120_000 }, async () => {
      const slow = `setTimeout(() => require('node:child_process').spawn(process.execPath, [${JSON.stringify(BIN)}, 'mcp'], { stdio: 'inherit' }), 3000)`
      const { result, requests } = await attempt({
        steps: [{ tools: [pack('anything')] }, { text: 'Done.' }],
        mcpCommand: [process.execPath, '-e', slow],
      })
      expect(result.ending).toMatchObject({ kind: 'ok' })
      expect(JSON.stringify(requests[1]?.body)).toContain('shares a word with the task')
    })
})

/** As a policy of the administrator does, which is stronger than what keel says. */
function withoutHooks(drive: Drive): Drive {
  return {
    ...drive,
    command: (request) => {
      const { words, files, ...command } = drive.command(request)
      const silence = (text: string) =>
        text.replace('"disableAllHooks":false', '"disableAllHooks":true').replace('hooks=true', 'hooks=false')
      const changed = Object.entries(files).map(([path, text]) => [path, silence(text)])
      return { ...command, words: words.map(silence), files: Object.fromEntries(changed) }
    },
  }
}

const inBackground = { 'claude-code': { run_in_background: true }, codex: { yield_time_ms: 500 } }

type Order = {
  readonly name: 'claude-code' | 'codex'
  readonly path: string
  readonly drive: Drive
  readonly steps: ScenarioInput['lanes'][number]['steps']
  readonly mcpCommand?: readonly string[]
}

type Tried = {
  readonly result: WorkResult
  readonly base: string
  readonly project: string
  readonly requests: readonly LoggedRequest[]
  /** What a sandbox may have left there, and was not there before. */
  readonly inSystemTemp: readonly string[]
}

const MOUNT_POINTS = ['.git', '.codex', '.agents', '.aws']

const MODELS = { 'claude-code': 'sonnet', codex: 'gpt-5.5' }

/** A repository and a scripted model, and an environment that leads the program there. */
async function prepare({ name, path, steps }: Pick<Order, 'name' | 'path' | 'steps'>) {
  const { base, home, project } = scratch()
  mkdirSync(join(base, 'tmp'))
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@t']
  for (const words of [
    ['init', '-q'],
    [...who, 'commit', '-q', '--allow-empty', '-m', 'start'],
  ])
    execFileSync('git', words, { cwd: project })
  const model = await startScriptedModel({
    scenario: { lanes: [{ name: 'main', when: { hasTools: true }, steps }] },
  })
  onTestFinished(model.close)
  const setting = { home, project, url: model.url }
  driven[name].setUp(setting)
  const { CLAUDE_CODE_TMPDIR: _theirs, ...others } = recipes[name].environment(setting)
  const environment = {
    PATH: [dirname(path), process.env['PATH']].join(delimiter),
    HOME: home,
    TMPDIR: join(base, 'tmp'),
    ...others,
  }
  const start = (...words: string[]) =>
    spawn(process.execPath, [BIN, ...words], { cwd: project, env: environment, stdio: 'ignore' })
  return { base, project, model, environment, start }
}

/** By where they work: what a host starts may have a group and a session of its own. */
function processesIn(folder: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`).startsWith(folder) ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

async function attemptWith({ name, path, drive, steps, mcpCommand }: Order): Promise<Tried> {
  const { base, project, model, environment } = await prepare({ name, path, steps })
  const strangers = MOUNT_POINTS.filter((point) => !existsSync(join('/tmp', point)))
  const work = workByHost({
    drive,
    model: driven[name].model,
    hookCommand: [process.execPath, BIN, 'hook', name],
    mcpCommand: mcpCommand ?? [process.execPath, BIN, 'mcp'],
    environment,
    clocks: { idleMs: 50_000, wallMs: 100_000, lingerMs: 5_000, obeyMs: 2_000 },
  })
  const logFile = join(base, 'host.log')
  const { signal } = new AbortController()
  const result = await work({ prompt: 'Do it.', root: project, run: 'r1', logFile, signal })
  const requests = model.requests().filter(({ lane }) => lane === 'main')
  const inSystemTemp = strangers.filter((point) => existsSync(join('/tmp', point)))
  return { result, base, project, requests, inSystemTemp }
}
