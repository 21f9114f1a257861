import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { redact } from '#kit/redact.ts'
import { runCommand } from '#kit/run-command.ts'
import { treeChanges } from '#kit/tree-changes.ts'
import { treeHash } from '#kit/tree-hash.ts'
import type { Evidence } from '#words/evidence.ts'
import { clearLitter } from './clear-litter.ts'
import { parseTests } from './frameworks/all.ts'

export type VerifyRequest = {
  readonly root: string
  readonly command: string
  /** Whether it is the command that proves this project. */
  readonly isOwn: boolean
  readonly timeoutMs: number
  readonly logFile: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
  readonly signal: AbortSignal
  /** The verification before this one in the same work; null on the first. */
  readonly last: Evidence | null
}

/**
 * keel runs the tests itself. Nobody's word, exit code alone or magic string takes the place of this. Tests that change
 * the tree they test (a build comes before them, say) are run once more on what they made of it: that is what passes.
 */
export async function verify(request: VerifyRequest): Promise<Evidence> {
  const { root, last, logFile } = request
  await clearLitter({ root, last, aside: join(dirname(logFile), 'litter') })
  const evidence = await verifyOnce(request)
  const isUnsettled = evidence.altered.length > 0 && evidence.exitCode === 0 && !request.signal.aborted
  return isUnsettled ? verifyOnce(request) : evidence
}

async function verifyOnce(request: VerifyRequest): Promise<Evidence> {
  const { root, command, now } = request
  const tree = treeHash(root)
  const at = now().toISOString()
  const run = await runCommand({ ...request, cwd: root, environment: quietEnvironment(request.environment) })
  const after = treeHash(root)
  const altered = ((await treeChanges({ root, from: tree, to: after })) ?? []).filter(
    ({ kind }) => kind !== 'added',
  )
  const result = parseTests(run.output)
  // A suite in which nothing ran proves nothing, whatever its exit code.
  const provesSomething = result === null || (result.counts.failed === 0 && result.counts.passed > 0)
  return {
    command,
    isOwn: request.isOwn,
    tree,
    after,
    altered: altered.map(({ path }) => path).slice(0, NAMES_MAX),
    at,
    passed: run.kind === 'exit' && run.exitCode === 0 && provesSomething && altered.length === 0,
    exitCode: run.exitCode,
    framework: result?.framework ?? null,
    counts: result?.counts ?? null,
    failing: [...(result?.failing ?? [])].slice(0, NAMES_MAX),
    baseline: null,
    flaky: [],
    checks: [],
    tampering: [],
    folder: '',
    environment: '',
    tail: redact(`${tailOf(run.output)}${ENDINGS[run.kind]}`),
    durationMs: run.durationMs,
  }
}

const NAMES_MAX = 50
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
