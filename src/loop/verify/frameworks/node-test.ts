import * as z from 'zod'
import type { FailingTest } from '#words/evidence.ts'
import type { Framework, TestResult } from './contract.ts'
import { findLocation } from './find-location.ts'
import { numberNames, numberSame } from './number-same.ts'
import { parseJson } from './parse-json.ts'
import { readTap, type TapPoint } from './read-tap.ts'
import { shortMessage } from './short-message.ts'
import { specPaths } from './spec-paths.ts'
import { sumCounts } from './sum-counts.ts'
import { unlessPrinted } from './unless-printed.ts'

/** Node's own runner, as it prints to a terminal (`ℹ pass 3`) and as TAP (`# pass 3`), which is asked of it as a report. */
export const nodeTest: Framework = {
  name: 'node:test',
  programs: [['node', '--test']],
  isUsedIn: () => false,
  report: {
    from: {
      kind: 'asked',
      words: () => [],
      environment: (file, words) => ({ NODE_OPTIONS: reporterOptions(file, words) }),
    },
    read: (text, output) => {
      const reported = readPoints(text)
      return reported && unlessPrinted({ reported, printed: readSpec(output) })
    },
  },
  scope: {
    // Later versions take them for patterns.
    words: ({ files }) => (files.some((file) => /[*?[\]{}()!+@]/.test(file)) ? null : files),
    options: {
      valued:
        /^(?:-[rC]|--(?:import|require|loader|experimental-loader|conditions|env-file|test-reporter|test-reporter-destination|test-name-pattern|test-skip-pattern|test-concurrency|test-timeout|test-shard|max-old-space-size))$/,
      flags:
        /^--(?:test|no-.*|enable-.*|experimental-(?!loader).*|test-force-exit|test-only|trace-.*|expose-gc|test-isolation=.*)$/,
    },
  },
  end: /^[ℹ#] tests \d+$/gm,
  parse: (output) => readSpec(output) ?? readPoints(output),
}

/** Node adds up the reporters of its options and of its command, and refuses if one of several has no destination. */
function reporterOptions(file: string, words: readonly string[]): string {
  const count = (option: RegExp) => words.filter((word) => option.test(word)).length
  const [reporters, destinations] = [count(/^--test-reporter(?:=|$)/), count(/^--test-reporter-destination/)]
  const report = `--test-reporter=${TAP_WITH_FILES} --test-reporter-destination=${file}`
  if (reporters === 0) return `--test-reporter=spec --test-reporter-destination=stdout ${report}`
  return reporters > destinations ? `${report} --test-reporter-destination=stdout` : report
}

/**
 * Its TAP says of failing tests alone which file they are in. This one adds the files of all, in the order of its points, and leaves out
 * what tests print: that comes in pieces.
 */
const TAP_WITH_FILES = `data:text/javascript,${encodeURIComponent(`import { tap } from 'node:test/reporters'
export default async function* (source) {
  const files = []
  async function* heard() {
    for await (const event of source) {
      if (event.type === 'test:pass' || event.type === 'test:fail') files.push(event.data.file ?? '')
      if (event.type !== 'test:stdout' && event.type !== 'test:stderr') yield event
    }
  }
  yield* tap(heard())
  yield '# files ' + JSON.stringify(files) + '\\n'
}`)}`

/** Null where there is none, or the runs are not all at their end. */
function countsIn(output: string, mark: '#' | 'ℹ'): TestResult['counts'] | null {
  const words = ['pass', 'fail', 'cancelled', 'skipped', 'todo']
  const lines = words.map((word) => `${mark} ${word} (\\d+)\n`).join('')
  const summaries = [...output.matchAll(new RegExp(`^${lines}`, 'gm'))]
  if (summaries.length === 0) return null
  return sumCounts(
    summaries.map(([, passed, failed, cancelled, skipped, todo]) => ({
      passed: Number(passed),
      failed: Number(failed) + Number(cancelled),
      skipped: Number(skipped) + Number(todo),
    })),
  )
}

function readPoints(text: string): TestResult | null {
  const counts = countsIn(text, '#')
  const points = counts === null ? undefined : readTap(text)?.points
  if (counts === null || points === undefined) return null
  const failing = points
    .filter(
      ({ isOk, isAside, details }) => !isOk && !isAside && !/failureType: 'subtestsFailed'/.test(details),
    )
    .map(tellPoint)
  return {
    counts: { ...counts, failed: Math.max(counts.failed, failing.length) },
    failing: numberSame(failing),
    ...ranIn(points, text),
    hollow: points
      .filter(({ isOk, isAside, isSum, path }) => isOk && !isAside && !isSum && path.length === 1)
      .flatMap(({ path }) => path.filter((name) => SCRIPT.test(name))),
  }
}

/** A file that failed as a whole is no test. What only sums up others is none, either. */
function ranIn(points: readonly TapPoint[], text: string): Pick<TestResult, 'ran'> {
  const files = parseJson(/^# files (\[.*\])$/m.exec(text)?.[1] ?? '', z.array(z.string()))
  if (files === null || files.length !== points.length) return {}
  const names = points.flatMap(({ path, isOk, isAside, details }, at): string[] => {
    const file = files[at] ?? ''
    const isWhole = !isOk && path.length === 1 && SCRIPT.test(path[0] ?? '')
    if (isAside || isWhole || /^ *type: 'suite'$/m.test(details)) return []
    return [inFile(file === '' ? null : file, path).join(' > ')]
  })
  return { ran: numberNames(names) }
}

function inFile(file: string | null, path: readonly string[]): readonly string[] {
  return file === null || path[0] === file ? path : [file, ...path]
}

/** A file that named no test is reported as one, under its own name. */
const SCRIPT = /^\S.*\.[cm]?[jt]sx?$/

function tellPoint({ path, details }: TapPoint): FailingTest {
  const place = /^ *location: '(.+):\d+'$/m.exec(details)?.[1] ?? null
  const [, indent = '', , quoted, block] =
    /^( *)error: (?:(['"])(.*)\2|\|-\n((?:\1 {2}.*\n|\s*\n)*))/m.exec(details) ?? []
  const message = quoted ?? block?.replaceAll(new RegExp(`^${indent}  `, 'gm'), '') ?? ''
  return toFailing({ path, place, message, stack: details.slice(details.indexOf('stack: ')) })
}

type Told = {
  readonly path: readonly string[]
  /** Where the test begins. */
  readonly place: string | null
  readonly message: string
  readonly stack: string
}

function toFailing({ path, place, message, stack }: Told): FailingTest {
  const file = place?.replace(/:\d+$/, '') ?? null
  const inStack = file === null ? null : findLocation(stack, file)
  return {
    id: inFile(file, path).join(' > '),
    message: shortMessage(message),
    location: inStack === file ? place : inStack,
  }
}

/** The failures are told once more at the end, with their places and without what they are part of. */
function readSpec(output: string): TestResult | null {
  const counts = countsIn(output, 'ℹ')
  if (counts === null) return null
  const paths = specPaths(output)
  const failing = [...output.matchAll(FAILING)].flatMap(([, place = null, name = '', todo, said = '']) => {
    if (todo !== undefined) return []
    const [message = ''] = said.split(/^ *at .*:\d+:\d+\)?(?: \{)?$/m)
    return [toFailing({ path: paths(name), place, message, stack: said })]
  })
  return {
    counts: { ...counts, failed: Math.max(counts.failed, failing.length) },
    failing: numberSame(failing),
    hollow: [...output.matchAll(/^✔ (.+?) \([\d.]+ms\)$/gm)]
      .map(([, name = '']) => name)
      .filter((name) => SCRIPT.test(name)),
  }
}

/** What is still to be done may fail: behind its time stands why, and the run has not failed by it. */
const FAILING = /^test at (.+):\d+\n[✖⚠] (.+?)(?: \([\d.]+ms\)( # .*)?)?\n((?: {2}.*\n|\n)*)/gm
