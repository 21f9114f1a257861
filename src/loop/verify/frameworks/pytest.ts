import type { FailingTest } from '#words/evidence.ts'
import type { Framework, TestResult } from './contract.ts'
import { findLocation } from './find-location.ts'
import { type JunitCase, readJunit } from './read-junit.ts'
import { shortMessage } from './short-message.ts'
import { sumCounts } from './sum-counts.ts'
import { unfinished } from './unfinished.ts'
import { uniqueFailures } from './unique-failures.ts'

export const pytest: Framework = {
  name: 'pytest',
  programs: [['pytest'], ['py.test'], ['python', '-m', 'pytest']],
  isUsedIn: (folder) =>
    ['pytest.ini', 'pytest.toml', '.pytest.ini', 'conftest.py'].some((name) => folder.has(name)) ||
    ['pyproject.toml', 'tox.ini', 'setup.cfg'].some((name) => /pytest/.test(folder.text(name))),
  report: {
    from: {
      kind: 'asked',
      words: () => [],
      // The older family is the one that names files. Where FORCE_COLOR is set at all, even to 0, pytest would colour the report.
      environment: (file, words) => ({
        PY_COLORS: '0',
        ...(words.some((word) => word.endsWith('no:junitxml'))
          ? {}
          : { PYTEST_ADDOPTS: `--junitxml='${file}' -o junit_family=xunit1` }),
      }),
    },
    // Whoever runs it twice leaves the report of the last run alone.
    read: (text, output) =>
      summariesIn(output).length > 1
        ? null
        : readJunit(text, {
            id: nodeId,
            isTest: (test) => test.attribute('classname') !== '',
            message: (test) => shortMessage(saidIn(test.trace) || test.message),
            location: (test) => placeOf(test),
          }),
  },
  parse: (output) => {
    const summaries = summariesIn(output)
    if (summaries.length === 0)
      return brokenConfiguration(output) ?? (HEADER.test(output) ? unfinished('pytest') : null)
    const count = (text: string, word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(text)?.[1] ?? 0)
    const { passed, failed, skipped } = sumCounts(
      summaries.map((text) => ({
        passed: count(text, 'passed') + count(text, 'xpassed'),
        failed: count(text, 'failed') + count(text, 'error'),
        skipped: count(text, 'skipped') + count(text, 'xfailed'),
      })),
    )
    const { unclosed, parts, partial } = countedTwice(output)
    const counts = {
      passed: Math.max(0, passed - unclosed - partial),
      failed: failed - parts + partial,
      skipped,
    }
    return { counts, failing: failuresIn(output) }
  },
  scope: {
    words: ({ files }) => files,
    options: {
      valued:
        /^(?:-[kmcopnrW]|--(?:maxfail|tb|rootdir|cov|cov-report|cov-config|ignore|deselect|durations|timeout|junitxml|numprocesses|dist|override-ini|import-mode|color|confcutdir|basetemp))$/,
      flags:
        /^(?:-[qvxsl]+|--(?:no-.*|lf|ff|exitfirst|verbose|quiet|strict.*|showlocals|disable-warnings|last-failed|runslow))$/,
    },
  },
}

const HEADER = /^=+ test session starts =+$/m
const SUMMARY = /^(?:=+ )?((?:\d+ [a-z ]+(?:, )?)+|no tests ran) in [\d.:hms ()]+(?: =+)?$/gm

/** One that begins the text without its frame may have lost more than that. */
function summariesIn(output: string): string[] {
  return [...output.matchAll(SUMMARY)]
    .filter(({ index, 0: line }) => index > 0 || line.startsWith('='))
    .map(([, text = '']) => text)
}

/** `tests/test_calc.py::TestMore::test_even[1]`, as pytest prints it. The report has it in two ways that are neither. */
function nodeId(test: JunitCase): string {
  const file = test.attribute('file')
  const path = test.attribute('classname')
  // What could not be collected: a file, and no test of it.
  if (path === '') return file === '' ? test.name : file
  const module = file.replace(/\.py$/, '').replaceAll('/', '.')
  if (file === '' || !`${path}.`.startsWith(`${module}.`)) return `${path}::${test.name}`
  const classes = path.slice(module.length + 1)
  return [file, ...(classes === '' ? [] : classes.split('.')), test.name].join('::')
}

/** Where it failed in its own file, else where it is defined. Reports count lines from 0. */
function placeOf(test: JunitCase): string | null {
  const [file, line] = [test.attribute('file'), test.attribute('line')]
  if (file === '') return null
  const place = locationIn(test.trace, file)
  return place === file && line !== '' ? `${file}:${Number(line) + 1}` : place
}

/** Of a traceback what the lines marked with an E say. */
function saidIn(trace: string): string {
  return [...trace.matchAll(/^E {1,}(.*)$/gm)].map(([, text = '']) => text).join('\n')
}

function locationIn(trace: string, file: string): string {
  return findLocation(trace.split(/^-+ Captured /m)[0] ?? '', file)
}

/** Ids from the list at the end; what they said from the sections before it, which have titles of their own. */
function failuresIn(output: string): FailingTest[] {
  const sections = new Map<string, string[]>()
  for (const [, title = '', text = ''] of output.matchAll(SECTION))
    sections.set(title, [...(sections.get(title) ?? []), text])
  return uniqueFailures(
    [...output.matchAll(LIST)].flatMap(([list]) =>
      [...list.matchAll(LISTED)].map(([, part = '', id = '', said = '']) => {
        const title = [id.split('::').slice(1).join('.'), part.trim()].join(' ').trim()
        const text = [
          title,
          `ERROR at setup of ${title}`,
          `ERROR at teardown of ${title}`,
          `ERROR collecting ${id}`,
        ]
          .map((name) => sections.get(name)?.shift())
          .find((found) => found !== undefined)
        return {
          id,
          message: shortMessage(saidIn(text ?? '') || said),
          location: locationIn(text ?? '', id.split('::')[0] ?? ''),
        }
      }),
    ),
  )
}

/**
 * Tests that are counted more than once: those that passed and could not be closed, and those with parts that failed, each of
 * which counts as a test, while the whole may have passed.
 */
function countedTwice(output: string): { unclosed: number; parts: number; partial: number } {
  const listed = [...output.matchAll(LIST)].flatMap(([list]) => [...list.matchAll(LISTED)])
  const idsOf = (word: string) =>
    new Set(listed.filter(([line]) => line.startsWith(word)).map(([, , id]) => id))
  const [failed, errors, partial] = [idsOf('FAILED '), idsOf('ERROR '), idsOf('SUBFAIL')]
  const unclosed = [...output.matchAll(/^_{3,} ERROR at teardown of (.+?) _{3,}$/gm)].length
  return {
    unclosed: Math.min(unclosed, [...errors].filter((id) => !failed.has(id)).length),
    parts: listed.filter(([line]) => line.startsWith('SUBFAIL')).length,
    partial: [...partial].filter((id) => !failed.has(id)).length,
  }
}

const SECTION = /^_{3,} (.+?) _{3,}\n([\s\S]*?)(?=^_{3,} .+ _{3,}$|^=+ .* =+$)/gm
const LIST = /^=+ short test summary info =+\n[\s\S]*?(?=^(?:=+ )?(?:\d+ [a-z]+,? ?)+.* in [\d.]+s)/gm
/** An id in brackets may have blanks in it, and even what parts an id from what the test said. */
const LISTED =
  /^(?:FAILED|ERROR|SUBFAIL(?:ED)?(?:\[.*?\])?((?: ?\(.*?\))?)) (.+?\.\w+(?:::[^\s[]+)*(?:\[.*?\])?)(?: - (.*))?$/gm

/** No test ran, and there is no summary: what all of them need could not be imported. */
function brokenConfiguration(output: string): TestResult | null {
  const [, file = '', text = ''] =
    /^ImportError while loading conftest '(.+)'\.\n([\s\S]*)/m.exec(output) ?? []
  if (file === '') return null
  return {
    counts: { passed: 0, failed: 1, skipped: 0 },
    failing: [{ id: file, message: shortMessage(saidIn(text)), location: findLocation(text, file) }],
  }
}
