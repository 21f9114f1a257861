import * as z from 'zod'
import type { FailingTest } from '#words/evidence.ts'
import type { Framework, TestResult } from './contract.ts'
import { findLocation } from './find-location.ts'
import { numberNames } from './number-same.ts'
import { parseJson } from './parse-json.ts'
import { shortMessage } from './short-message.ts'
import { sumCounts } from './sum-counts.ts'
import { uniqueFailures } from './unique-failures.ts'

export const rspec: Framework = {
  name: 'rspec',
  programs: [['rspec'], ['rake', 'spec']],
  isUsedIn: (folder) =>
    folder.has('.rspec') ||
    folder.names('spec').some((name) => /_spec\.rb$|^(?:spec|rails)_helper\.rb$/.test(name)),
  report: {
    from: {
      kind: 'asked',
      words: () => [],
      environment: (file) => ({ SPEC_OPTS: `--format progress --format json --out '${file}'` }),
    },
    read: readReport,
  },
  parse: (output) => {
    const summaries = [...output.matchAll(SUMMARY)]
    if (summaries.length === 0) return null
    const counts = sumCounts(
      summaries.map(([, all, failed, pending = '0', errors = '0']) => ({
        passed: Number(all) - Number(failed) - Number(pending),
        failed: Number(failed) + Number(errors),
        skipped: Number(pending),
      })),
    )
    if (counts.failed === 0 && !isAccountedFor(output, counts.passed + counts.skipped)) return null
    return { counts, failing: uniqueFailures([...failuresIn(output), ...errorsOutside(output)]) }
  },
  scope: {
    // What rake runs is told by a variable, a list as the shell would write it.
    words: ({ files, given }) => {
      if (given[0] !== 'rake') return files
      return [`SPEC=${files.length === 1 ? files[0] : `{${files.join(',')}}`}`]
    },
    options: {
      valued:
        /^(?:-[IrfoetEPp]|--(?:format|require|out|tag|example|pattern|seed|order|default-path|options))$/,
      flags:
        /^(?:-[cbw]|-f[pd]|--(?:no-.*|color|colour|fail-fast|backtrace|warnings|profile|force-color|dry-run))$/,
    },
  },
}

const SUMMARY =
  /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside of examples)?\n/gm

/**
 * An example that leaves the program is counted, and not as a failure. Where signs are printed, there has to be one for each
 * that came to its end. Where none are, something else is: the names of examples.
 */
function isAccountedFor(output: string, examples: number): boolean {
  const signs = [...output.matchAll(/^[.F*]+$/gm)].map(([line]) => line).join('')
  return signs === '' ? /\S[\s\S]*^Finished in /m.test(output) : signs.length >= examples
}

const reportSchema = z.object({
  messages: z.array(z.string()).default([]),
  examples: z.array(
    z.object({
      id: z.string(),
      full_description: z.string(),
      /** Empty where the program ended in the middle of it. */
      status: z.string(),
      file_path: z.string(),
      line_number: z.number(),
      exception: z.object({ message: z.string(), backtrace: z.array(z.string()).nullish() }).optional(),
    }),
  ),
  summary: z.object({ errors_outside_of_examples_count: z.number().default(0) }),
})

type Example = z.infer<typeof reportSchema>['examples'][number]

/** Whoever runs it twice leaves the report of the last run alone. */
function readReport(text: string, output: string): TestResult | null {
  if ([...output.matchAll(SUMMARY)].length > 1) return null
  const report = parseJson(text, reportSchema)
  if (report === null) return null
  const { examples, messages, summary } = report
  const count = (status: string) => examples.filter((example) => example.status === status).length
  const [passed, skipped] = [count('passed'), count('pending')]
  const failing = examples.filter(({ status }) => status !== 'passed' && status !== 'pending')
  return {
    counts: { passed, failed: failing.length + summary.errors_outside_of_examples_count, skipped },
    failing: uniqueFailures([...failing.map(toFailure), ...messages.flatMap(errorsOutside)]),
    ran: numberNames(examples.filter(({ status }) => status !== 'pending').map(nameOf)),
  }
}

function fileOf({ id }: Example): string {
  return relative(id.replace(/\[[\d:]+\]$/, ''))
}

function nameOf(example: Example): string {
  return `${fileOf(example)} ${example.full_description}`
}

function toFailure(example: Example): FailingTest {
  const { file_path, line_number, exception, status } = example
  const own = fileOf(example)
  const place = findLocation((exception?.backtrace ?? []).join('\n'), own)
  // What several share is defined elsewhere.
  const isHere = relative(file_path) === own
  return {
    id: nameOf(example),
    message: status === '' ? 'did not finish' : shortMessage(exception?.message ?? ''),
    location: place === own && isHere ? `${own}:${line_number}` : place,
  }
}

function relative(path: string): string {
  return path.replace(/^\.\//, '')
}

/** Ids from the list of commands at the end; what they said from the numbered sections before it. */
function failuresIn(output: string): FailingTest[] {
  const said = new Map(
    [...output.matchAll(SECTION)].map(
      ([, title = '', text = '']) => [title.replace(/ FIXED$/, ''), text] as const,
    ),
  )
  return [...output.matchAll(RERUN)].map(([, file = '', line, title = '']) => {
    const text = said.get(title) ?? ''
    return {
      id: `${relative(file)} ${title}`,
      message: messageOf(text),
      location: placeOf({ text, file: relative(file), line }),
    }
  })
}

const SECTION = /^ {2}\d+\) (.+)\n((?:(?: {4}.*)?\n)+)/gm
const RERUN = /^rspec '?(.+?\.rb)(?::(\d+)|\[[\d:]+\])'? # (.+)$/gm

function messageOf(text: string): string | null {
  const said = text
    .split('\n')
    .filter((line) => !/^\s*(?:# |Failure\/Error: |Shared Example Group: )/.test(line))
    .join('\n')
  return shortMessage(said)
}

function placeOf({ text, file, line }: { text: string; file: string; line: string | undefined }): string {
  const place = findLocation(text.replaceAll(' ./', ' '), file)
  return place === file && line !== undefined ? `${file}:${line}` : place
}

function placeIn(text: string): string | null {
  const [, file, line] = /^\s*# (\.\/.+?):(\d+)(?::|$)/m.exec(text) ?? []
  return file === undefined ? null : `${relative(file)}:${line}`
}

/** Files that could not be loaded, and hooks that belong to no example. */
function errorsOutside(text: string): FailingTest[] {
  return [...text.matchAll(OUTSIDE)].map(([, what = '', said = '']) => {
    const [, file] = /^while loading (.+?\.rb)/.exec(what) ?? []
    const [, syntax] = /^\s+(\S+\.rb:\d+): syntax error/m.exec(said) ?? []
    const place = syntax ?? placeIn(said)
    return {
      id:
        file === undefined
          ? `${place?.replace(/:\d+$/, '') ?? ''} error ${what.replace(/\.$/, '')}`.trim()
          : relative(file),
      message: messageOf(said.replace(/^[\s\S]*?(?=^Failure\/Error:)/m, '')),
      location: place,
    }
  })
}

const OUTSIDE =
  /^An error occurred (.+)\n([\s\S]*?)(?=^An error occurred |^Finished in |^Failures:$|^Failed examples:$|(?![\s\S]))/gm
