/** The real programs, driven as keel drives them, with a scripted model behind and a hook that really decides. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Drive } from '../../src/hosts/drive.ts'
import { hosts } from '../../src/hosts/registry.ts'
import { type ProgramRun, runProgram } from '../../src/hosts/run-program.ts'
import { startScriptedModel } from '../../src/models/scripted/start-scripted-model.ts'
import { scratch } from '../contracts/program.ts'
import { type Driven as DrivenHost, driven } from './driven.ts'
import { findProgram, type ProgramName } from './programs.ts'
import { recipes } from './recipes.ts'

for (const [name, { drive }] of Object.entries(hosts))
  if (drive !== null) testRealProgram(name as ProgramName, drive)

function testRealProgram(name: ProgramName, drive: Drive): void {
  const found = findProgram(name)
  describe(`${name} driven by keel`, () => {
    if (found.kind === 'absent') it.skip(found.reason, () => {})
    else {
      const run = (hook: Hook) => driveProgram({ name, drive, path: found.path, hook })
      it('edits a file and runs a command, and asks the hook, whose word counts for both', () =>
        asksTheHook(run))
      it('does nothing at all where the hook fails', () => deniesOnFailure(run, 'process.exit(1)'))
      it('does nothing at all where the hook is not there', () => deniesOnFailure(run, null))
    }
  })
}

function drivenAs(name: ProgramName): DrivenHost {
  if (name === 'claude-code' || name === 'codex') return driven[name]
  throw new Error(`${name} is driven, and has no place in this test yet`)
}

/** A script that answers; null for one that is not there. */
type Hook = string | null
type Driven = {
  readonly ended: ProgramRun
  readonly files: readonly string[]
  readonly asked: readonly string[]
}

async function asksTheHook(run: (hook: Hook) => Promise<Driven>): Promise<void> {
  const { ended, files, asked } = await run(`
    const question = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
    require('node:fs').appendFileSync(process.argv[2], question.hook_event_name + '\\n')
    if (question.hook_event_name === 'PreToolUse' && JSON.stringify(question.tool_input).includes('forbidden'))
      console.log(JSON.stringify({ hookSpecificOutput: {
        hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'keel says no' } }))`)
  expect(ended).toMatchObject({ ending: { kind: 'ok', exitCode: 0 }, text: 'It is done.', unreadLines: 0 })
  expect(ended.usage).toMatchObject({
    input: 450,
    cacheRead: 30,
    cacheWrite: 5,
    output: 87,
    estimated: false,
  })
  expect(files).toEqual(['by-command.txt', 'by-edit.txt'])
  expect(asked.filter((event) => event === 'PreToolUse')).toHaveLength(4)
  expect(asked.filter((event) => event === 'PostToolUse')).toHaveLength(2)
  expect(asked.at(-1)).toBe('Stop')
}

async function deniesOnFailure(run: (hook: Hook) => Promise<Driven>, hook: Hook): Promise<void> {
  const { ended, files } = await run(hook)
  expect(ended).toMatchObject({ ending: { kind: 'ok' }, text: 'It is done.' })
  expect(files).toEqual([])
}

async function driveProgram({
  name,
  drive,
  path,
  hook,
}: {
  readonly name: ProgramName
  readonly drive: Drive
  readonly path: string
  readonly hook: Hook
}): Promise<Driven> {
  const { base, home, project } = scratch()
  // Not around the home: a Codex that finds a bubblewrap of the system's does not work there.
  mkdirSync(join(base, 'tmp'))
  const { setUp, shell, model: modelName } = drivenAs(name)
  const edit = (file: string) => recipes[name].write({ path: join(project, file), content: 'Hello.\n' })
  const calls = [
    edit('by-edit.txt'),
    edit('forbidden-by-edit.txt'),
    shell('echo hello > by-command.txt'),
    shell('echo hello > forbidden-by-command.txt'),
  ]
  const last = { text: 'It is done.', usage: { input: 50, cacheRead: 30, cacheWrite: 5, output: 7 } }
  const steps = [...calls.map((call) => ({ tools: [call] })), last]
  const model = await startScriptedModel({
    scenario: { lanes: [{ name: 'main', when: { hasTools: true }, steps }] },
  })
  onTestFinished(model.close)
  const setting = { home, project, url: model.url }
  setUp(setting)
  const script = join(base, 'hook.cjs')
  if (hook !== null) writeFileSync(script, hook)
  const questions = join(base, 'questions')
  const PATH = [dirname(path), process.env['PATH']].join(delimiter)
  const command = drive.command({
    prompt: 'Do it.',
    cwd: project,
    model: modelName,
    turnsMax: null,
    hookCommand: hook === null ? [join(base, 'missing')] : [process.execPath, script, questions],
    mcpCommand: null,
    scratch: join(base, 'scratch'),
    environment: { PATH, HOME: home, TMPDIR: join(base, 'tmp'), ...recipes[name].environment(setting) },
  })
  const ended = await runProgram({
    command,
    reader: drive.reader(),
    logFile: join(base, 'host.log'),
    clocks: { idleMs: 50_000, wallMs: 50_000, lingerMs: 5_000, obeyMs: 2_000 },
    signal: new AbortController().signal,
    wasAsked: null,
  })
  const asked = existsSync(questions) ? readFileSync(questions, 'utf8').trim().split('\n') : []
  return {
    ended,
    asked,
    files: readdirSync(project)
      .filter((file) => file.endsWith('.txt'))
      .sort(),
  }
}
