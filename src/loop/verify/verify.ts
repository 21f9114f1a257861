import { stripVTControlCharacters } from 'node:util'
import { redact } from '#kit/redact.ts'
import { runCommand } from '#kit/run-command.ts'
import { treeHash } from '#kit/tree-hash.ts'
import type { Evidence } from '#words/evidence.ts'
import { parseTests } from './frameworks/all.ts'

export type VerifyRequest = {
  readonly root: string
  readonly command: string
  readonly timeoutMs: number
  readonly logFile: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
  readonly signal: AbortSignal
}

/** keel runs the tests itself. Nobody's word, exit code alone or magic string takes the place of this. */
export async function verify(request: VerifyRequest): Promise<Evidence> {
  const { root, command, now } = request
  const tree = await treeHash(root)
  const at = now().toISOString()
  const run = await runCommand({ ...request, cwd: root, environment: quietEnvironment(request.environment) })
  const result = parseTests(run.output)
  // A suite in which nothing ran proves nothing, whatever its exit code.
  const provesSomething = result === null || (result.counts.failed === 0 && result.counts.passed > 0)
  return {
    command,
    tree,
    at,
    passed: run.kind === 'exit' && run.exitCode === 0 && provesSomething,
    exitCode: run.exitCode,
    framework: result?.framework ?? null,
    counts: result?.counts ?? null,
    failing: [...(result?.failing ?? [])].slice(0, FAILING_MAX),
    tail: redact(`${tailOf(run.output)}${ENDINGS[run.kind]}`),
    durationMs: run.durationMs,
  }
}

const FAILING_MAX = 50
const TAIL_LINES = 60
const TAIL_CHARACTERS = 6000
const ENDINGS = {
  exit: '',
  timeout: '\n[the time was up: keel ended the tests]',
  aborted: '\n[interrupted]',
  failed: '\n[the command could not be started]',
} as const

/** Nobody is at the keyboard, and keel may itself be run by a test: its runner must not speak to ours. */
function quietEnvironment(environment: VerifyRequest['environment']): Record<string, string | undefined> {
  const { NODE_TEST_CONTEXT: _ours, ...others } = environment
  return { CI: '1', ...others, FORCE_COLOR: '0' }
}

function tailOf(output: string): string {
  const lines = stripVTControlCharacters(output).trimEnd().split('\n').slice(-TAIL_LINES)
  return lines.join('\n').slice(-TAIL_CHARACTERS)
}
