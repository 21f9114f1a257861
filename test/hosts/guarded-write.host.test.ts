/** The real programs with keel's hook installed: what a guard is against does not happen, and the agent is told why. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hookInstalls } from '../../src/hosts/hook-installs.ts'
import { readJournal } from '../../src/journal/read-journal.ts'
import { startScriptedModel } from '../../src/models/scripted/start-scripted-model.ts'
import { BIN, scratch } from '../contracts/program.ts'
import { findProgram, type ProgramName, runProgram } from './programs.ts'
import { recipes, type ToolCall } from './recipes.ts'

type Asker = {
  /** The call by which a model of this host runs a command. */
  readonly shell: (command: string) => ToolCall
  /** Lets the host use its tools, and run a hook that nobody has looked at, without asking. */
  readonly words: (words: readonly string[]) => readonly string[]
}

const askers: Partial<Record<ProgramName, Asker>> = {
  'claude-code': {
    shell: (command) => ({ name: 'Bash', input: { command, description: 'x' } }),
    words: (words) => [...words, '--allowedTools', 'Bash,Write,Edit,Read'],
  },
  codex: {
    shell: (cmd) => ({ name: 'exec_command', input: { cmd } }),
    words: ([verb = '', ...more]) => [
      verb,
      '--dangerously-bypass-hook-trust',
      '-s',
      'danger-full-access',
      ...more,
    ],
  },
  'gemini-cli': {
    shell: (command) => ({ name: 'run_shell_command', input: { command, description: 'x' } }),
    words: (words) => words,
  },
}

describe.each(Object.keys(hookInstalls) as ProgramName[])('%s with keel’s hook', (name) => {
  const found = findProgram(name)
  const promise =
    'changes no protected file, by tool or by shell, is sent back once, and goes on with its work'
  if (found.kind === 'absent') it.skip(`${promise}: ${found.reason}`, () => {})
  else it(promise, { timeout: 300_000 }, () => isGuarded(name, found.path))
})

async function isGuarded(name: ProgramName, path: string): Promise<void> {
  const { home, project } = scratch()
  const asker = askers[name]
  if (asker === undefined) throw new Error(`${name} has no recipe in this file`)
  const { setUp, words, input, environment, write } = recipes[name]
  execFileSync('git', ['init', '-q'], { cwd: project })
  mkdirSync(join(project, '.keel/guards'), { recursive: true })
  installHook(name, project)
  const file = join(project, '.keel/guards/x.yaml')
  const model = await startScriptedModel({
    scenario: {
      lanes: [
        {
          name: 'main',
          when: { hasTools: true },
          steps: [
            { text: 'By tool.', tools: [write({ path: file, content: 'weak' })] },
            { text: 'By shell.', tools: [asker.shell('echo weak > .keel/guards/x.yaml')] },
            { text: 'Something else.', tools: [asker.shell('ls .keel > seen.txt')] },
            { text: 'All is done.\n<promise>COMPLETE</promise>' },
            { text: 'I take it back.' },
          ],
        },
      ],
    },
  })
  onTestFinished(model.close)
  const setting = { home, project, url: model.url }
  setUp(setting)
  const outcome = await runProgram({
    path,
    words: asker.words(words('Work.', setting)),
    input: input('Work.'),
    cwd: project,
    home,
    environment: environment(setting),
    timeoutMs: 240_000,
  })
  expect(outcome).toMatchObject({ code: 0, timedOut: false })
  expect(existsSync(file)).toBe(false)
  expect(readFileSync(join(project, 'seen.txt'), 'utf8')).toContain('guards')
  const { entries } = readJournal(project)
  expect(entries.map((entry) => entry.kind === 'denied' && [entry.host, entry.guard, entry.action])).toEqual([
    [name, 'protected-files', 'write .keel/guards/x.yaml'],
    [name, 'protected-files', 'run echo weak > .keel/guards/x.yaml'],
    [name, 'evidence-before-done', 'finish'],
  ])
  const steps = model.requests().filter(({ answer }) => answer === 'step')
  expect(steps).toHaveLength(5)
  expect(JSON.stringify(steps.at(-1)?.body)).toContain('keel (evidence-before-done)')
}

function installHook(name: ProgramName, project: string): void {
  const installing = hookInstalls[name]
  const outcome = installing?.install(null, [process.execPath, BIN, 'hook', name])
  if (installing === undefined || outcome?.kind !== 'write') throw new Error(`no hook for ${name}`)
  const path = join(project, installing.path)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, outcome.after)
}
