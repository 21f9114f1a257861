import { basename, relative, sep } from 'node:path'
import { listFiles } from '#kit/list-files.ts'
import { type CommandRun, runCommand } from '#kit/run-command.ts'
import { askFor } from './ask-for.ts'
import { type Detected, detectFrameworks } from './detect-framework.ts'
import { cleanOutput } from './frameworks/clean-output.ts'
import type { TestResult } from './frameworks/contract.ts'
import { placeFailures } from './frameworks/place-failures.ts'
import { readRuns } from './read-runs.ts'
import { withReportFolder } from './with-report-folder.ts'

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
  /** Several are named one after the other. */
  readonly framework: string | null
  /** Below the root; empty for the root itself. */
  readonly folder: string
  /** The first of those that were expected to speak. */
  readonly detected: Detected | null
}

/** Runs tests once. What a framework wrote for machines counts for more than what it printed. */
export function runTests(request: TestRequest): Promise<TestRun> {
  return withReportFolder(request.logFile, (folder) => runTestsTo(folder, request))
}

async function runTestsTo(folder: string, request: TestRequest): Promise<TestRun> {
  const { root, command } = request
  const detected = detectFrameworks({ root, command })
  const asked = askFor({ detected, command, folder })
  const begunMs = Date.now()
  const environment = addTo(quietEnvironment(request.environment), asked.environment)
  // Where several speak, what they say has to come in the order in which they do.
  const line = detected.length > 1 ? `exec 2>&1\n${asked.command}` : asked.command
  const isOurs = (said: string) => said.length < OURS_MAX && said.includes(basename(folder))
  // As people would have read it: events may have a word in pieces, and half a key does not look like one.
  const toLog = (said: string) => (isOurs(said) ? '' : asked.toText(said))
  const run = await runCommand({ ...request, command: line, cwd: root, environment, toLog })
  const printed = asked.toText(run.output)
  const said = cleanOutput(printed, root)
  const read = readRuns({ root, detected, asked, begunMs, output: run.output, said })
  return {
    ...run,
    output: printed
      .split(/(?<=\n)/)
      .filter((said) => !isOurs(said))
      .join(''),
    result: placed(read?.result ?? null, root),
    framework: read?.framework ?? null,
    folder: folderOf(detected, root),
    detected: detected[0] ?? null,
  }
}

/** Where keel had a report written is nobody’s business. Longer lines say more than that. */
const OURS_MAX = 500

function folderOf(detected: readonly Detected[], root: string): string {
  const [first, ...others] = new Set(detected.map(({ folder }) => folder))
  return first === undefined || others.length > 0 ? '' : relative(root, first).split(sep).join('/')
}

/** With places that are files of the project, however the framework calls them. */
function placed(result: TestResult | null, root: string): TestResult | null {
  if (result === null || result.failing.length === 0) return result
  const paths = listFiles(root).map((file) => relative(root, file).split(sep).join('/'))
  return { ...result, failing: placeFailures(result.failing, paths) }
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
