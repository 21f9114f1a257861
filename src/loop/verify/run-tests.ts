import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { readIfReadable } from '#kit/files.ts'
import { type CommandRun, runCommand } from '#kit/run-command.ts'
import { type Detected, detectFramework } from './detect-framework.ts'
import { parseTests } from './frameworks/all.ts'
import type { TestResult } from './frameworks/contract.ts'
import { leftReports } from './left-reports.ts'

export type TestRequest = {
  readonly root: string
  readonly command: string
  readonly timeoutMs: number
  readonly logFile: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
}

export type TestRun = CommandRun & {
  /** Null where nothing of what was said is in a form that keel knows. */
  readonly result: TestResult | null
  readonly framework: string | null
  /** Below the root; empty for the root itself. */
  readonly folder: string
  readonly detected: Detected | null
}

/** Runs tests once. What the framework wrote for machines counts for more than what it printed. */
export async function runTests(request: TestRequest): Promise<TestRun> {
  const { root, command, logFile } = request
  const detected = detectFramework({ root, command })
  const file = join(dirname(logFile), 'report')
  rmSync(file, { force: true, recursive: true })
  mkdirSync(dirname(file), { recursive: true })
  const asked = askFor({ detected, command, file })
  const begunMs = Date.now()
  const environment = addTo(quietEnvironment(request.environment), asked.environment)
  const run = await runCommand({ ...request, command: asked.command, cwd: root, environment })
  const report = detected === null ? null : readReport(detected, { file, begunMs })
  const printed = report === null ? parseTests(run.output, detected?.framework ?? null) : null
  return {
    ...run,
    result: report ?? printed,
    framework: report === null ? (printed?.framework ?? null) : (detected?.framework.name ?? null),
    folder: detected === null ? '' : relative(root, detected.folder).split(sep).join('/'),
    detected,
  }
}

type Asking = { readonly detected: Detected | null; readonly command: string; readonly file: string }

/** What has to be added so that a report is written: to the command where its words arrive, and to the environment. */
function askFor({ detected, command, file }: Asking): {
  command: string
  environment: Readonly<Record<string, string>>
} {
  const from = detected?.framework.report?.from
  if (from?.kind !== 'asked') return { command, environment: {} }
  const words = from.words(file)
  const isHeard = words.length > 0 && detected?.withWords != null
  return {
    command: isHeard ? (detected?.withWords?.(words) ?? command) : command,
    environment: from.environment(file),
  }
}

function readReport(
  { framework, folder }: Detected,
  { file, begunMs }: { file: string; begunMs: number },
): TestResult | null {
  const { report } = framework
  if (report === null) return null
  const files =
    report.from.kind === 'asked' ? [file] : leftReports(folder, { globs: report.from.globs, begunMs })
  const results = files.map((one) => {
    const text = readIfReadable(one)?.toString('utf8')
    return text === undefined ? null : report.read(text)
  })
  // One that cannot be read may be the one with the failures.
  const known = results.filter((result) => result !== null)
  if (known.length === 0 || known.length < results.length) return null
  return known.reduce(joinResults)
}

function joinResults(one: TestResult, other: TestResult): TestResult {
  const { passed, failed, skipped } = other.counts
  return {
    counts: {
      passed: one.counts.passed + passed,
      failed: one.counts.failed + failed,
      skipped: one.counts.skipped + skipped,
    },
    failing: [...one.failing, ...other.failing],
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** What holds options keeps those that were there. */
function addTo(environment: Environment, added: Readonly<Record<string, string>>): Environment {
  const joined = Object.entries(added).map(([name, value]) => {
    const before = environment[name]
    return [name, before !== undefined && /OPT(?:ION)?S$/.test(name) ? `${before} ${value}` : value]
  })
  return { ...environment, ...Object.fromEntries(joined) }
}

/** Nobody is at the keyboard, and keel may itself be run by a test: its runner must not speak to ours. */
function quietEnvironment(environment: Environment): Environment {
  const { NODE_TEST_CONTEXT: _ours, ...others } = environment
  return { CI: '1', ...others, FORCE_COLOR: '0' }
}
