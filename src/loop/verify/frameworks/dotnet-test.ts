import type { FailingTest } from '#words/evidence.ts'
import type { Framework, TestResult } from './contract.ts'
import { readTrx } from './read-trx.ts'
import { shortMessage } from './short-message.ts'
import { NOTHING_RAN, sumCounts } from './sum-counts.ts'
import { unfinished } from './unfinished.ts'
import { uniqueFailures } from './unique-failures.ts'

/** xUnit, NUnit and MSTest, as `dotnet test` runs them. */
export const dotnetTest: Framework = {
  name: 'dotnet test',
  programs: [
    ['dotnet', 'test'],
    ['dotnet', 'vstest'],
  ],
  isUsedIn: (folder) => folder.names('').some((name) => /\.(?:sln|slnx|csproj|fsproj|vbproj)$/.test(name)),
  report: {
    from: {
      kind: 'asked',
      words: (file) => ['--logger', `trx;LogFileName=${file}`],
      environment: () => ({ DOTNET_CLI_UI_LANGUAGE: 'en' }),
    },
    read: readTrx,
  },
  parse: (output) => {
    const parts = [...shortSummaries(output), ...longSummaries(output)]
    const broken = compilerErrorsIn(output)
    const [aborted] = /^[ \t]*(?:The active test run was aborted\..*|Test Run Aborted\.)$/m.exec(output) ?? []
    if (parts.length + broken.length === 0 && aborted === undefined) {
      if (/^[ \t]*No test (?:is available in|matches the given testcase filter)/m.test(output))
        return NOTHING_RAN
      return /^[ \t]*Starting test execution, please wait\.\.\.$/m.test(output)
        ? unfinished('dotnet test')
        : null
    }
    const counts = sumCounts(parts)
    const crash = aborted === undefined ? [] : [{ ...UNFINISHED, message: shortMessage(aborted) }]
    return {
      counts: { ...counts, failed: counts.failed + broken.length + crash.length },
      failing: uniqueFailures([...failuresIn(output), ...broken, ...crash]),
    }
  },
  scope: null,
}

const UNFINISHED = { id: 'dotnet test did not finish', message: null, location: null }

/** `Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3, Duration: 12 ms - Calc.Tests.dll (net8.0)` */
function shortSummaries(output: string): TestResult['counts'][] {
  const ofProjects = [
    ...output.matchAll(
      /(?:Passed|Failed|Skipped)! +- Failed: +(\d+), Passed: +(\d+), Skipped: +(\d+), Total: +\d+/g,
    ),
  ].map(([, failed, passed, skipped]) => toCounts({ passed, failed, skipped }))
  if (ofProjects.length > 0) return ofProjects
  // The terminal logger of newer versions sums them up itself.
  const [, failed, passed, skipped] =
    /^Test summary: total: \d+, failed: (\d+), succeeded: (\d+), skipped: (\d+)/m.exec(output) ?? []
  return passed === undefined ? [] : [toCounts({ passed, failed, skipped })]
}

/** With more words each count stands on a line of its own; older versions have them all on one. Those that were cut do not add up. */
function longSummaries(output: string): TestResult['counts'][] {
  return [...output.matchAll(LONG)].flatMap(([, total, line, lines = '']) => {
    const text = line ?? lines
    const of = (word: string) => new RegExp(`${word}: (\\d+)`).exec(text)?.[1]
    const counts = toCounts({ passed: of('Passed'), failed: of('Failed'), skipped: of('Skipped') })
    return counts.passed + counts.failed + counts.skipped === Number(total) ? [counts] : []
  })
}

const LONG = /^Total tests: (\d+)(?:\. (.*)|((?:\n +(?:Passed|Failed|Skipped): \d+)*))/gm

function toCounts(texts: Record<'passed' | 'failed' | 'skipped', string | undefined>): TestResult['counts'] {
  return {
    passed: Number(texts.passed ?? 0),
    failed: Number(texts.failed ?? 0),
    skipped: Number(texts.skipped ?? 0),
  }
}

function failuresIn(output: string): FailingTest[] {
  const listed = [...output.matchAll(FAILURE), ...output.matchAll(TERMINAL)]
  return listed.map(([, id = '', text = '']) => {
    const [said = '', trace = ''] = text
      .replace(/^[ \t]*Error Message:\s/, '')
      .split(/^[ \t]*Stack Trace:\n/m)
    return { id, message: shortMessage(said.replaceAll(/^ {6}/gm, '')), location: placeIn(trace) }
  })
}

const FAILURE =
  /^ *Failed (\S.*?) \[[^\]\n]*\]\n([\s\S]*?)(?=^ *(?:Failed|Passed|Skipped) \S.* \[|^\[xUnit|^Results File: |^\S+!? +- Failed: |^Test Run |^Total tests: |(?![\s\S]))/gm
/** The terminal logger of newer versions tells a failing test as if the compiler had found it. */
const TERMINAL =
  /: error TESTERROR: *\n\s*(\S.*?) \([^()\n]*\): (Error Message: [\s\S]*?)(?=: error TESTERROR|^Test summary: |(?![\s\S]))/gm

function placeIn(trace: string): string | null {
  const [, file, line] = / in (.+?):line (\d+)/.exec(trace) ?? []
  return file === undefined ? null : `${file}:${line}`
}

function compilerErrorsIn(output: string): FailingTest[] {
  return uniqueFailures(
    [...output.matchAll(/^ *(\S.*?)\((\d+),\d+\): error ([A-Z]+\d+: .*?)(?: \[.*\])?$/gm)].map(
      ([, file = '', line = '', said = '']) => ({
        id: `${file} does not compile`,
        message: shortMessage(said),
        location: `${file}:${line}`,
      }),
    ),
  )
}
