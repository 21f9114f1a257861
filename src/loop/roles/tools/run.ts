import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod'
import { type CommandRequest, type CommandRun, runCommand } from '#kit/run-command.ts'
import type { ModelTool, ToolResult } from '#models/contract.ts'
import { modelTool } from '#models/model-tool.ts'
import { commandEnvironment } from './command-environment.ts'
import { deniedResult, forbid } from './forbid.ts'
import type { Workbench } from './workbench.ts'

const SECONDS_DEFAULT = 120
const SECONDS_MAX = 600
const CHARACTERS_MAX = 20_000

/** Runs a command line in the worktree. What it may touch is for guards to say, and for the sandbox where there is one. */
export function runTool(bench: Workbench): ModelTool {
  const { sandbox } = bench
  const confined = sandbox.kind === 'bwrap' ? ' It can write to the worktree and to /tmp alone.' : ''
  return modelTool({
    name: 'run',
    description: `Runs a command in a shell at the root of the worktree and shows the end of what it prints. Nobody is at its keyboard; what is still running at its end is ended. ${SECONDS_DEFAULT} seconds unless told, ${SECONDS_MAX} at most.${confined}`,
    input: z.object({
      command: z.string().min(1),
      seconds: z.int().min(1).max(SECONDS_MAX).optional().describe('How long it may take.'),
    }),
    run: async ({ command, seconds = SECONDS_DEFAULT }) => {
      const denial = forbid(bench, [{ kind: 'run', command, cwd: bench.root }])
      if (denial !== null) return deniedResult(denial)
      const run = await runCommand({
        command,
        cwd: bench.root,
        ...placeFor(bench),
        timeoutMs: seconds * 1000,
        signal: bench.signal,
        logFile: join(bench.scratch, 'command.log'),
      })
      return describeRun(run, seconds)
    },
  })
}

function placeFor({ sandbox, environment }: Workbench): Pick<CommandRequest, 'environment' | 'within'> {
  const seen = commandEnvironment(environment)
  if (sandbox.kind === 'none') return { environment: seen }
  return { environment: { ...seen, ...sandbox.environment }, within: sandbox.words }
}

function describeRun({ kind, exitCode, output }: CommandRun, seconds: number): ToolResult {
  const shown = endOf(stripVTControlCharacters(output))
  switch (kind) {
    case 'exit': {
      const code = `[exit code ${exitCode ?? 'none'}]`
      return { kind: exitCode === 0 ? 'done' : 'failed', text: shown === '' ? code : `${shown}\n${code}` }
    }
    case 'timeout':
      return { kind: 'failed', text: `${shown}\n[ended after ${seconds} s]` }
    case 'aborted':
      return { kind: 'failed', text: `${shown}\n[interrupted]` }
    case 'failed':
      return { kind: 'failed', text: 'The command could not be started.' }
  }
}

function endOf(output: string): string {
  const text = output.trimEnd()
  if (text.length <= CHARACTERS_MAX) return text
  return `[${text.length - CHARACTERS_MAX} characters before this]\n${text.slice(-CHARACTERS_MAX)}`
}
