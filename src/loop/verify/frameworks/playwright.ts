import * as z from 'zod'
import { escapePattern } from '#kit/escape-pattern.ts'
import type { FailingTest } from '#words/evidence.ts'
import type { Framework, TestResult } from './contract.ts'
import { dependsOn } from './depends-on.ts'
import { findLocation } from './find-location.ts'
import { numberNames, numberSame } from './number-same.ts'
import { parseJson } from './parse-json.ts'
import { shortMessage } from './short-message.ts'
import { NOTHING_RAN } from './sum-counts.ts'
import { sumOf } from './sum-of.ts'
import { unlessPrinted } from './unless-printed.ts'

/** Its runner. A test that passed when it was tried again has passed; one that was not run has not. */
export const playwright: Framework = {
  name: 'playwright',
  programs: [['playwright', 'test']],
  isUsedIn: (folder) => dependsOn(folder, '@playwright/test'),
  report: {
    from: {
      kind: 'asked',
      words: () => ['--reporter=list,json'],
      environment: (file) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: file, PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
    },
    read: readReport,
  },
  scope: {
    // These are regular expressions.
    words: ({ files }) => files.map((file) => `(^|/)${file.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`),
    options: {
      valued:
        /^(?:-[cgjx]|--(?:config|project|grep|grep-invert|reporter|workers|shard|retries|timeout|browser|trace|output))$/,
      flags: /^--(?:no-.*|headed|debug|ui|list|quiet|forbid-only|fully-parallel|pass-with-no-tests)$/,
    },
  },
  parse,
}

const errorSchema = z.object({
  message: z.string().default(''),
  stack: z.string().default(''),
  location: z.object({ file: z.string(), line: z.number() }).optional(),
})
const specSchema = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      projectName: z.string().default(''),
      status: z.string(),
      results: z.array(z.object({ status: z.string().optional(), error: errorSchema.optional() })),
    }),
  ),
})
const suiteSchema = z.object({
  title: z.string(),
  specs: z.array(specSchema).default([]),
  get suites() {
    return z.array(suiteSchema).default([])
  },
})
const reportSchema = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(suiteSchema),
  errors: z.array(errorSchema),
})

type Suite = z.infer<typeof suiteSchema>
type Tried = z.infer<typeof specSchema>['tests'][number] & {
  readonly titles: readonly string[]
  readonly file: string
  readonly line: number
}

function readReport(text: string, output: string): TestResult | null {
  const report = parseJson(text, reportSchema)
  if (report === null) return null
  // What is outside of the project, or the project itself, is still an absolute path.
  const folder = report.config.rootDir.startsWith('/') ? '' : `${report.config.rootDir}/`
  const tests = report.suites.flatMap((suite) => testsIn(suite, []))
  const count = (...words: string[]) => tests.filter(({ status }) => words.includes(status)).length
  const errors = report.errors.filter(({ message }) => !/No tests found/.test(message))
  const failing = [
    ...errors.map(({ message, location }) => toError(message, location)),
    ...tests.filter(({ status }) => status === 'unexpected').map((test) => tellTest(test, folder)),
  ]
  const counts = { passed: count('expected', 'flaky'), failed: failing.length, skipped: count('skipped') }
  const ran = tests.filter(({ status }) => status !== 'skipped').map((test) => idOf(test, folder))
  return unlessPrinted({
    reported: { counts, failing: numberSame(failing), ran: numberNames(ran) },
    printed: parse(output),
  })
}

/** The outermost suite is the file. */
function testsIn({ title, specs, suites }: Suite, above: readonly string[] | null): Tried[] {
  const titles = above === null ? [] : [...above, title]
  const own = specs.flatMap((spec) =>
    spec.tests.map((test) => ({
      ...test,
      titles: [...titles.slice(1), spec.title],
      file: spec.file,
      line: spec.line,
    })),
  )
  return [...own, ...suites.flatMap((suite) => testsIn(suite, titles))]
}

function idOf({ titles, file, projectName }: Tried, folder: string): string {
  const project = projectName === '' ? [] : [`[${projectName}]`]
  return [...project, `${folder}${file}`, ...titles].join(' › ')
}

function tellTest(test: Tried, folder: string): FailingTest {
  const { file, line, results } = test
  const error = results.findLast((result) => result.error !== undefined)?.error
  const path = `${folder}${file}`
  const place = findLocation(error?.stack ?? '', path)
  return {
    id: idOf(test, folder),
    message: shortMessage(error?.message ?? ''),
    location: place === path ? `${path}:${line}` : place,
  }
}

function toError(message: string, location: { file: string; line: number } | undefined): FailingTest {
  const said = shortMessage(message.split(SOURCE, 1)[0] ?? '')
  return {
    id: location?.file ?? said?.split('\n', 1)[0] ?? 'error',
    message: said,
    location: location === undefined ? null : `${location.file}:${location.line}`,
  }
}

/** Where the lines of the source begin, or the stack. */
const SOURCE = /^\s*(?:>? *\d+ \| |at .*:\d+:\d+\)?$)/m

function parse(output: string): TestResult | null {
  const count = (words: string) => sumOf(output, new RegExp(`^ {2}(\\d+) ${words}$`, 'gm')) ?? 0
  const outside = errorsOutside(output)
  const [passed, skipped] = [
    count('passed \\(.+\\)') + count('flaky'),
    count('skipped') + count('did not run'),
  ]
  const failed =
    count('(?:failed|interrupted)') +
    Math.max(outside.length, count('errors? (?:was|were) not a part of any test.*'))
  const planned = sumOf(output, /^Running (\d+) tests? using /gm) ?? 0
  if (failed > 0)
    return { counts: { passed, failed, skipped }, failing: numberSame([...outside, ...failuresIn(output)]) }
  if (planned === 0) return /^Error: No tests found$/m.test(output) ? NOTHING_RAN : null
  return planned > passed + skipped ? null : { counts: { passed, failed, skipped }, failing: [] }
}

/** A file that cannot be loaded, or what is done before and after all tests: told at the margin, with its place. */
function errorsOutside(output: string): FailingTest[] {
  return [...output.matchAll(/^(\w*Error: .+\n(?:.+\n)*)\n {3}at (\S.*):(\d+)\n\n/gm)].map(
    ([, message = '', file = '', line]) => toError(message, { file, line: Number(line) }),
  )
}

/** Their names are listed at the end; what they said is told above, by the same names. */
function failuresIn(output: string): FailingTest[] {
  const names = [...output.matchAll(/^ {2}\d+ (?:failed|interrupted)\n((?: {4}\S.*\n)+)/gm)].flatMap(
    ([, list = '']) => [...list.matchAll(/^ {4}(.+?)[ ─]*$/gm)].map(([, name = '']) => name),
  )
  return names.map((name) => {
    const [, project, path = name, line, titles] =
      /^(?:(\[.+?\]) › )?(.+?):(\d+):\d+ › (.+)$/.exec(name) ?? []
    const said = accountOf(name, output)
    const place = findLocation(said, path)
    return {
      id: [project, path, titles].filter((part) => part !== undefined).join(' › '),
      message: shortMessage(said.split(SOURCE, 1)[0] ?? ''),
      location: place === path && line !== undefined ? `${path}:${line}` : place,
    }
  })
}

function accountOf(name: string, output: string): string {
  const began = output.search(new RegExp(`^ {2}\\d+\\) ${escapePattern(name)}[ ─]*$`, 'm'))
  if (began === -1) return ''
  const [, ...lines] = output.slice(began).split('\n')
  const ended = lines.findIndex((line) => /^ {0,2}\S|^ {4}Retry #/.test(line))
  return lines.slice(0, ended === -1 ? undefined : ended).join('\n')
}
