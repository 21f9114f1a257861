import type { FailingTest } from '#words/evidence.ts'
import type { Framework, TestResult } from './contract.ts'
import { readJunit } from './read-junit.ts'
import { shortMessage } from './short-message.ts'
import { NOTHING_RAN, sumCounts } from './sum-counts.ts'
import { unfinished } from './unfinished.ts'
import { uniqueFailures } from './unique-failures.ts'

export const phpunit: Framework = {
  name: 'phpunit',
  programs: [['phpunit'], ['simple-phpunit'], ['php', 'vendor/bin/phpunit']],
  isUsedIn: (folder) =>
    folder.has('phpunit.xml') ||
    folder.has('phpunit.xml.dist') ||
    /phpunit\/phpunit/.test(folder.text('composer.json')),
  report: {
    from: { kind: 'asked', words: (file) => ['--log-junit', file], environment: () => ({}) },
    read: (text) =>
      readJunit(text, {
        id: (test) =>
          [test.attribute('class') || test.attribute('classname'), test.name].filter(Boolean).join('::'),
        // A test that asserts nothing proves nothing, and does not fail the run.
        outcome: (test) => (/\bRiskyTest(?:Error)?$/.test(test.type) ? 'skipped' : test.outcome),
        message: (test) => messageOf(test.trace.replace(/^.*\n/, '')),
        location: (test) =>
          placeIn(test.trace) ??
          (test.attribute('file') ? `${test.attribute('file')}:${test.attribute('line')}` : null),
      }),
  },
  parse: (output) => {
    const isOurs = /^PHPUnit \d[\w.-]* by Sebastian Bergmann/m.test(output)
    const parts = [...output.matchAll(OK)].map(([, passed]) => ({
      passed: Number(passed),
      failed: 0,
      skipped: 0,
    }))
    const counted = [...output.matchAll(COUNTED)].map(countsOf)
    if (parts.length + counted.length > 0)
      return { counts: sumCounts([...parts, ...counted]), failing: uniqueFailures(failuresIn(output)) }
    if (/^No tests executed!$/m.test(output)) return NOTHING_RAN
    return fatal(output) ?? (isOurs ? unfinished('phpunit') : null)
  },
  scope: {
    words: ({ files }) => (files.length === 1 ? files : null),
    options: {
      valued:
        /^(?:-[cd]|--(?:configuration|bootstrap|filter|testsuite|group|exclude-group|log-junit|coverage-.*|printer))$/,
      flags: /^(?:-v|--(?:no-.*|testdox|verbose|debug|colors|stop-on-.*|do-not-cache-result|strict-.*))$/,
    },
  },
}

const OK = /^OK \((\d+) tests?, \d+ assertions?\)$/gm
const COUNTED = /^(ERRORS!|FAILURES!|WARNINGS!|RISKY!|OK, but .+!)\nTests: (\d+, Assertions: \d+.*)\.$/gm

function countsOf([, headline, text = '']: RegExpMatchArray): TestResult['counts'] {
  const of = (word: string) => Number(new RegExp(`(?:^|, )${word}: (\\d+)`).exec(`Tests: ${text}`)?.[1] ?? 0)
  // Until version 9 a warning took the place of a test. Since then it is said of one that is counted anyway.
  const warnings = headline === 'WARNINGS!' ? of('Warnings') : 0
  const failed = of('Failures') + of('Errors')
  const skipped = of('Skipped') + of('Incomplete') + of('Risky') + warnings
  return { passed: Math.max(0, of('Tests') - failed - skipped), failed, skipped }
}

/** Errors and failures have sections of their own; those of warnings, notices and risky tests look the same. */
function failuresIn(output: string): FailingTest[] {
  return [...output.matchAll(SECTION)].flatMap(([, text = '']) =>
    [...text.matchAll(NUMBERED)].map(([, name = '', said = '']) => ({
      id: name.replace(/( with data set (?:#\d+|"(?:[^"\\]|\\.)*")) \(.*\)$/, '$1'),
      message: messageOf(said),
      location: placeIn(said),
    })),
  )
}

const SECTION =
  /^There (?:was|were) \d+ (?:errors?|failures?):\n([\s\S]*?)(?=^--$|^There (?:was|were) \d+ |^(?:ERRORS|FAILURES|WARNINGS|OK)\b|(?![\s\S]))/gm
const NUMBERED = /^\d+\) (.+)\n([\s\S]*?)(?=^\d+\) \S|(?![\s\S]))/gm

/** Without the files that follow it, and without the trace that stands in an error of the set-up. */
function messageOf(said: string): string | null {
  const [message = ''] = said.split(/^\S+\.php:\d+$|^Stack trace:$/m)
  return shortMessage(message || said)
}

/** Of the files that follow the last is that of the test. */
function placeIn(said: string): string | null {
  const places = [...said.matchAll(/(?:^| in )(\S+\.php:\d+)$/gm)].map(([, place = '']) => place)
  return places.findLast((place) => !/(?:^|[\\/])(?:vendor|share[\\/]php)[\\/]/.test(place)) ?? null
}

/** PHP itself gave up. */
function fatal(output: string): TestResult | null {
  const [, said, file, line] =
    /^.?(?:PHP )?(?:Fatal|Parse) error: +(.+?) in (\S+?\.php)(?:\(\d+\))?(?::| on line |.* on line )(\d+)$/m.exec(
      output,
    ) ?? []
  if (said === undefined || !/phpunit/i.test(output)) return null
  return {
    counts: { passed: 0, failed: 1, skipped: 0 },
    failing: [{ id: `fatal error in ${file}`, message: shortMessage(said), location: `${file}:${line}` }],
  }
}
