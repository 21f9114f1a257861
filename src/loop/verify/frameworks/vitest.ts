import * as z from 'zod'
import type { FailingTest, TestCounts } from '#words/evidence.ts'
import type { Framework, ScopedFiles, TestResult } from './contract.ts'
import { dependsOn } from './depends-on.ts'
import { findLocation } from './find-location.ts'
import { numberNames, numberSame } from './number-same.ts'
import { parseJson } from './parse-json.ts'
import { ranIn, reportedFilesSchema } from './reported-files.ts'
import { shortMessage } from './short-message.ts'
import { NOTHING_RAN, sumCounts } from './sum-counts.ts'
import { sumOf } from './sum-of.ts'
import { unlessPrinted } from './unless-printed.ts'

/**
 * A file that cannot be loaded, or whose set-up fails, is one failure under the name of the file. So is each error that nobody
 * caught. Of the first the report hardly says why, and the latter it calls a success: the terminal has both.
 */
export const vitest: Framework = {
  name: 'vitest',
  programs: [['vitest']],
  isUsedIn: (folder) => dependsOn(folder, 'vitest'),
  report: {
    from: {
      kind: 'asked',
      words: reporterWords,
      environment: () => ({}),
    },
    read: readReport,
  },
  scope: {
    words: scopeWords,
    options: {
      valued:
        /^(?:-c|-r|-t|--(?:config|root|dir|project|reporter|environment|testNamePattern|pool|shard|mode|exclude|maxWorkers|minWorkers|testTimeout|hookTimeout|retry|bail|outputFile|changed))$/,
      flags:
        /^(?:-u|--(?:no-.*|run|silent|coverage|globals|dom|passWithNoTests|allowOnly|isolate|update|fileParallelism|color))$/,
      verbs: /^(?:run|watch|dev)$/,
    },
  },
  end: /^ *Tests {2}\S|^\{"numTotalTestSuites":|^No test files found, exiting with code \d/gm,
  parse,
}

/** It runs every file whose path has a word in it: others that have, too, are left out by name. */
function scopeWords({ files, others }: ScopedFiles): readonly string[] | null {
  const alike = others.filter((other) => !files.includes(other) && files.some((file) => other.includes(file)))
  if (alike.length > LEFT_OUT_MAX) return null
  return [...files, ...alike.map((other) => `--exclude=${other.replaceAll(/[*?[\]{}()!+@]/g, '?')}`)]
}

const LEFT_OUT_MAX = 100

/** Whoever names a reporter has the default one no more, and two that sum up would be heard as two runs. */
function reporterWords(file: string, given: readonly string[]): readonly string[] {
  const has = (word: RegExp) => given.some((one) => word.test(one))
  // All reporters write there, and another place cannot be named.
  if (has(/^--outputFile(?:=|$)/)) return has(SUMS_UP) ? [] : ['--reporter=default']
  return [
    ...(has(/^--reporter/) ? [] : ['--reporter=default']),
    ...(has(/^(?:--reporter=)?json$/) ? [] : ['--reporter=json']),
    `--outputFile.json=${file}`,
  ]
}

const SUMS_UP = /^(?:--reporter=)?(?:default|verbose|dot|basic|tree|agent)$/

const reportSchema = z.object({
  testResults: reportedFilesSchema,
  // Jest has it, and reports in the same way.
  numRuntimeErrorTestSuites: z.undefined().optional(),
})

type Reported = z.infer<typeof reportedFilesSchema>[number]

function readReport(text: string, output: string): TestResult | null {
  const report = parseJson(text, reportSchema)
  if (report === null) return null
  const unhandled = unhandledErrors(output)
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const count = (...words: string[]) => tests.filter(({ status }) => words.includes(status)).length
  // Of a test that began and never ended only the terminal says why.
  if (count('pending') > 0 && unhandled.length === 0) return null
  const failing = [...reportedIn(report.testResults, output), ...unhandled]
  // The report calls a test that was to fail, and did, one that passed.
  const awaited = sumOf(output, /^ *Tests {2}.*?(\d+) expected fail\b/gm) ?? 0
  const counts = {
    passed: Math.max(0, count('passed') - awaited),
    failed: failing.length,
    skipped: count('skipped', 'todo') + awaited,
  }
  const ran = numberNames(
    ranIn(report.testResults).map((names) => names.filter((part) => part !== '').join(' > ')),
  )
  return unlessPrinted({ reported: { counts, failing, ran }, printed: parse(output) })
}

function reportedIn(files: readonly Reported[], output: string): FailingTest[] {
  const { suites } = failuresIn(output)
  return numberSame(
    files.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed')
      const own = { id: name, message: shortMessage(message), location: name }
      if (failed.length === 0) return status === 'failed' ? [suites.find(({ id }) => id === name) ?? own] : []
      return failed.map(({ ancestorTitles, title, failureMessages }) => {
        const said = (failureMessages ?? []).join('\n')
        const id = [name, ...ancestorTitles, title].filter((part) => part !== '').join(' > ')
        return { id, message: shortMessage(said), location: findLocation(said, name) }
      })
    }),
  )
}

function parse(output: string): TestResult | null {
  const summaries = [...output.matchAll(/^ *Tests {2}(?:(.+) \((\d+)\)|no tests)$/gm)]
  const begun = [...output.matchAll(/^ RUN {2}v\d/gm)].length
  const idle = [...output.matchAll(/^No test files found, exiting with code \d/gm)].length
  const ofFiles = [...output.matchAll(/^ *Test Files {2}\S/gm)].length
  if (begun > summaries.length + idle || ofFiles < summaries.length) return null
  if (summaries.length === 0) return idle > 0 ? NOTHING_RAN : readPrinted(output)
  const counts = sumCounts(summaries.map(([, text = '']) => countsIn(text)))
  const total = summaries.reduce((sum, [, , number]) => sum + Number(number ?? 0), 0)
  const errors = sumOf(output, /^ *Errors {2}(\d+) error/gm) ?? 0
  if (total > counts.passed + counts.failed + counts.skipped && errors === 0) return null
  const unhandled = unhandledErrors(output)
  const { suites, tests } = failuresIn(output)
  const named = Math.max(counts.failed + suites.length, sumOf(output, /^ *Test Files {2}(\d+) failed/gm) ?? 0)
  return {
    counts: { ...counts, failed: named + Math.max(errors, unhandled.length) },
    failing: [...suites, ...tests, ...unhandled],
  }
}

/** What its reporter `json` prints where nobody named a file. */
function readPrinted(output: string): TestResult | null {
  const [only, ...others] = [...output.matchAll(/^\{"numTotalTestSuites":.*\}$/gm)].map(([text]) => text)
  return only === undefined || others.length > 0 ? null : readReport(only, '')
}

function countsIn(text: string): TestCounts {
  const count = (word: string) => Number(new RegExp(`(\\d+) ${word}\\b`).exec(text)?.[1] ?? 0)
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped') + count('todo') + count('expected fail'),
  }
}

function failuresIn(output: string): { suites: FailingTest[]; tests: FailingTest[] } {
  const tests = accountsIn(output, /^Failed Tests/).map(({ name, file, said }) =>
    toFailing({ id: name, file, said }),
  )
  // As the report has it: one failure a file, and none beside those of its tests.
  const suites = accountsIn(output, /^Failed Suites/)
    .map(({ file, said }) => toFailing({ id: file, file, said }))
    .filter(({ id }) => !tests.some((test) => test.id.startsWith(`${id} > `)))
  return { suites: onePerFile(suites), tests: numberSame(tests) }
}

type Account = { readonly name: string; readonly file: string; readonly said: string }

/** Failures that say the same share one account, below the lines with their names. */
function accountsIn(output: string, title: RegExp): Account[] {
  return sectionsOf(output)
    .filter((section) => title.test(section.title))
    .flatMap(({ text }) => [
      ...text.matchAll(/((?:^ FAIL {2}.+\n)+)([\s\S]*?)(?=^⎯{10}|^ FAIL {2}|(?![\s\S]))/gm),
    ])
    .flatMap(([, names = '', said = '']) =>
      [...names.matchAll(/^ FAIL {2}(?:\|[^|\n]+\| )?(.+?)\s*$/gm)].map(([, name = '']) => ({
        name,
        file: name.split(/ > | \[ /, 1)[0] ?? name,
        said,
      })),
    )
}

function unhandledErrors(output: string): FailingTest[] {
  const found = sectionsOf(output)
    .filter(({ title }) =>
      /^(?:Unhandled (?:Error|Rejection)|Uncaught Exception|Unhandled Source Error)$/.test(title),
    )
    .map(({ text }) => {
      const message = shortMessage(text.split(/^ ❯ |^⎯{10}/m, 1)[0] ?? '')
      const file = /^ ❯ (?:.* )?((?!\.\.?\/|\/)[^\s:]+):\d+:\d+$/m.exec(text)?.[1]
      const location = file === undefined || file === 'node' ? null : findLocation(text, file)
      return { id: `unhandled: ${message?.split('\n', 1)[0] ?? 'error'}`, message, location }
    })
  return numberSame(found)
}

/** Under titles such as `⎯⎯⎯ Failed Tests 3 ⎯⎯⎯`. */
function sectionsOf(output: string): { title: string; text: string }[] {
  const [, ...parts] = output.split(/^⎯+ (\S.*?) ⎯+$/m)
  return parts.flatMap((title, place) => (place % 2 === 0 ? { title, text: parts[place + 1] ?? '' } : []))
}

function toFailing({ id, file, said }: { id: string; file: string; said: string }): FailingTest {
  return { id, message: shortMessage(said.split(/^ ❯ /m, 1)[0] ?? ''), location: findLocation(said, file) }
}

function onePerFile(suites: readonly FailingTest[]): FailingTest[] {
  return [...new Map(suites.map((suite) => [suite.id, suite])).values()]
}
