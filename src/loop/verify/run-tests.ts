import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { readIfReadable } from '#kit/files.ts'
import { listFiles } from '#kit/list-files.ts'
import { type CommandRun, runCommand } from '#kit/run-command.ts'
import { type Detected, detectFramework } from './detect-framework.ts'
import { parseTests } from './frameworks/all.ts'
import { cleanOutput } from './frameworks/clean-output.ts'
import type { TestResult } from './frameworks/contract.ts'
import { placeFailures } from './frameworks/place-failures.ts'
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
  const printed = asked.toText(run.output)
  const said = cleanOutput(printed, root)
  const reports = reportsOf({ detected, asked, file, begunMs, output: run.output })
  const report = detected === null ? null : readReports(reports, { detected, root, said })
  const read = report === null ? parseTests(said, detected?.framework ?? null) : null
  return {
    ...run,
    output: printed,
    result: placed(report ?? read, root),
    framework: report === null ? (read?.framework ?? null) : (detected?.framework.name ?? null),
    folder: detected === null ? '' : relative(root, detected.folder).split(sep).join('/'),
    detected,
  }
}

/** With places that are files of the project, however the framework calls them. */
function placed(result: TestResult | null, root: string): TestResult | null {
  if (result === null || result.failing.length === 0) return result
  const paths = listFiles(root).map((file) => relative(root, file).split(sep).join('/'))
  return { ...result, failing: placeFailures(result.failing, paths) }
}

type Asking = { readonly detected: Detected | null; readonly command: string; readonly file: string }

type Asked = {
  readonly command: string
  readonly environment: Readonly<Record<string, string>>
  /** What people would have read of what is printed now. */
  readonly toText: (output: string) => string
  readonly isReportPrinted: boolean
}

/** What has to be added so that a report is written: to the command where its words arrive, and to the environment. */
function askFor({ detected, command, file }: Asking): Asked {
  const plain: Asked = { command, environment: {}, toText: (output) => output, isReportPrinted: false }
  const from = detected?.framework.report?.from
  if (detected === null || from === undefined || from.kind === 'left') return plain
  const { withWords, isTyped, words: given } = detected
  if (from.kind === 'printed')
    return withWords === null || !isTyped
      ? plain
      : { ...plain, command: withWords(from.words), toText: from.toText, isReportPrinted: true }
  const words = from.words(file)
  return {
    ...plain,
    command: words.length === 0 || withWords === null ? command : withWords(words),
    environment: from.environment(file, given),
  }
}

type Sources = {
  readonly detected: Detected | null
  readonly asked: Asked
  readonly file: string
  readonly begunMs: number
  readonly output: string
}

/** The texts of all reports that there are. One that cannot be read is null: it may be the one with the failures. */
function reportsOf({ detected, asked, file, begunMs, output }: Sources): (string | null)[] {
  const from = detected?.framework.report?.from
  if (asked.isReportPrinted) return [output]
  if (detected === null || from === undefined || from.kind === 'printed') return []
  const files = from.kind === 'asked' ? [file] : leftReports(detected.folder, { globs: from.globs, begunMs })
  return files.map((one) => readIfReadable(one)?.toString('utf8') ?? null)
}

type Reading = { readonly detected: Detected; readonly root: string; readonly said: string }

/** Null where there is none, or not all can be read. */
function readReports(
  texts: readonly (string | null)[],
  { detected: { framework }, root, said }: Reading,
): TestResult | null {
  const results = texts.map((text) =>
    text === null ? null : (framework.report?.read(cleanOutput(text, root), said) ?? null),
  )
  const known = results.filter((result) => result !== null)
  return known.length === 0 || known.length < results.length ? null : known.reduce(joinResults)
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
