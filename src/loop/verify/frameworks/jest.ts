import * as z from 'zod'
import type { FailingTest } from '#words/evidence.ts'
import type { Framework, TestResult } from './contract.ts'
import { dependsOn } from './depends-on.ts'
import { findLocation } from './find-location.ts'
import { numberNames, numberSame } from './number-same.ts'
import { parseJson } from './parse-json.ts'
import { ranIn, reportedFilesSchema } from './reported-files.ts'
import { shortMessage } from './short-message.ts'
import { NOTHING_RAN, sumCounts } from './sum-counts.ts'
import { unlessPrinted } from './unless-printed.ts'

/** A file that cannot be loaded is one failure under the name of the file. */
export const jest: Framework = {
  name: 'jest',
  programs: [['jest'], ['react-scripts', 'test']],
  isUsedIn: (folder) => dependsOn(folder, 'jest'),
  report: {
    from: {
      kind: 'asked',
      words: (file) => ['--json', `--outputFile=${file}`],
      environment: () => ({}),
    },
    read: readReport,
  },
  // Patterns are regular expressions; paths are not.
  scope: { words: ({ files }) => ['--runTestsByPath', ...files] },
  end: /^Tests: +\S|^No tests found, exiting with code \d/gm,
  parse,
}

// Vitest reports in the same way, but for this number.
const reportSchema = z.object({ numRuntimeErrorTestSuites: z.number(), testResults: reportedFilesSchema })

function readReport(text: string, output: string): TestResult | null {
  const files = parseJson(text, reportSchema)?.testResults
  if (files === undefined) return null
  const tests = files.flatMap(({ assertionResults }) => assertionResults)
  const count = (...words: string[]) => tests.filter(({ status }) => words.includes(status)).length
  const failing = files.flatMap(({ name, status, message, assertionResults }): FailingTest[] => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed')
      return [toFailing({ file: name, titles: [], said: message })]
    return failed.map(({ ancestorTitles, title, failureMessages }) =>
      toFailing({ file: name, titles: [...ancestorTitles, title], said: (failureMessages ?? []).join('\n') }),
    )
  })
  const counts = {
    passed: count('passed'),
    failed: failing.length,
    skipped: count('pending', 'skipped', 'disabled', 'todo'),
  }
  const ran = ranIn(files).map((names) => names.join(' › '))
  return unlessPrinted({
    reported: { counts, failing: numberSame(failing), ran: numberNames(ran) },
    printed: parse(output),
  })
}

function parse(output: string): TestResult | null {
  const summaries = [...output.matchAll(/^Tests: +(?:(.+), )?\d+ total$/gm)].map(([, text = '']) => text)
  const ofFiles = [...output.matchAll(/^Test Suites: (.+), \d+ total$/gm)].map(([, text = '']) => text)
  if (summaries.length === 0)
    return /^No tests found, exiting with code \d/m.test(output) ? NOTHING_RAN : null
  if (ofFiles.length !== summaries.length) return null
  const counts = sumCounts(
    summaries.map((text) => ({
      passed: countIn(text, 'passed'),
      failed: countIn(text, 'failed'),
      skipped: countIn(text, 'skipped') + countIn(text, 'todo'),
    })),
  )
  const failing = failuresIn(output)
  const unloaded = failing.filter(({ id }) => !id.includes(' › ')).length
  const files = ofFiles.reduce((sum, text) => sum + countIn(text, 'failed'), 0)
  const failed = Math.max(counts.failed + unloaded, files)
  return { counts: { ...counts, failed }, failing: numberSame(failing) }
}

function countIn(text: string, word: string): number {
  return Number(new RegExp(`(\\d+) ${word}`).exec(text)?.[1] ?? 0)
}

/** Each file says what failed in it. Where there are many, all are said once more at the end. */
function failuresIn(output: string): FailingTest[] {
  const once = output.split(/^Summary of all failing tests$/m).at(-1) ?? output
  const [, ...parts] = once.split(/^ ?FAIL {1,2}(?:.* )?(?:\.\/)?(\S+?)(?: \([\d.]+ m?s\))?$/m)
  return parts.flatMap((file, place) => (place % 2 === 0 ? failuresOf(file, parts[place + 1] ?? '') : []))
}

function failuresOf(file: string, text: string): FailingTest[] {
  const own = text.split(/^(?: ?PASS {1,2}|Test Suites: )/m, 1)[0] ?? ''
  const [, ...parts] = own.split(/^ {2}● (.+)$/m)
  return parts.flatMap((title, place) => {
    if (place % 2 === 1 || title === 'Console') return []
    const titles = title === UNLOADED ? [] : [title]
    return [toFailing({ file, titles, said: parts[place + 1] ?? '' })]
  })
}

const UNLOADED = 'Test suite failed to run'

type Told = { readonly file: string; readonly titles: readonly string[]; readonly said: string }

function toFailing({ file, titles, said }: Told): FailingTest {
  const id = [file, ...titles].join(' › ')
  // What follows are the lines of the source, and the stack.
  const [message = ''] = said.replace(`● ${UNLOADED}`, '').split(/^\s*(?:>? *\d+ \| |at .*:\d+:\d+\)?$)/m)
  return { id, message: shortMessage(message), location: findLocation(said, file) }
}
