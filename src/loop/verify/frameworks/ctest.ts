import type { FailingTest } from '#words/evidence.ts'
import type { Framework, TestResult } from './contract.ts'
import { type JunitCase, readJunit } from './read-junit.ts'
import { shortMessage } from './short-message.ts'
import { NOTHING_RAN, sumCounts } from './sum-counts.ts'
import { unfinished } from './unfinished.ts'
import { uniqueFailures } from './unique-failures.ts'

export const ctest: Framework = {
  name: 'ctest',
  programs: [['ctest']],
  isUsedIn: (folder) =>
    /^\s*(?:enable_testing|include)\s*\(\s*(?:CTest)?\s*\)/im.test(folder.text('CMakeLists.txt')),
  report: {
    // Since CMake 3.21.
    from: { kind: 'asked', words: (file) => ['--output-junit', file], environment: () => ({}) },
    read: (text) =>
      readJunit(text, {
        outcome: outcomeOf,
        id: (test) => test.name,
        message: (test) => saidIn(test.printed) ?? (shortMessage(test.message) || null),
        location: (test) => placeIn(test.printed),
      }),
  },
  parse: (output) => {
    const summaries = [...output.matchAll(/^\d+% tests passed, (\d+) tests? failed out of (\d+)$/gm)]
    if (summaries.length === 0) {
      if (/^No tests were found!!!$/m.test(output)) return NOTHING_RAN
      return /^Test project /m.test(output) ? unfinished('ctest') : notBuilt(output)
    }
    const results = [...output.matchAll(RESULT)]
    // Both lists tell of them, and either may be cut off. Tests that are disabled are no part of the whole.
    const listed = [...output.matchAll(/^\t *\d+ - .+ \((Skipped|Disabled)\)/gm)].map(([, why = '']) => why)
    const told = results.map(([, , outcome = '']) => outcome).filter(isAside)
    const count = (word: RegExp) =>
      Math.max(...[listed, told].map((list) => list.filter((text) => word.test(text)).length))
    const [skipped, disabled] = [count(/Skipped/), count(/Disabled/)]
    const { passed, failed } = sumCounts(
      summaries.map(([, failed, all]) => ({
        passed: Number(all) - Number(failed),
        failed: Number(failed),
        skipped: 0,
      })),
    )
    return {
      counts: { passed: Math.max(0, passed - skipped), failed, skipped: skipped + disabled },
      failing: uniqueFailures(failuresIn(output)),
    }
  },
  scope: null,
}

/** `2/3 Test #2: subtracts ......***Failed    0.04 sec` */
const RESULT = /^ *\d+\/\d+ Test +#\d+: (.+?) \.+(.*?) +[\d.]+ sec$/gm

function isAside(outcome: string): boolean {
  return /\*\*\*(?:Skipped|Not Run \(Disabled\))/.test(outcome)
}

/** A program that is not there is told as skipped, and fails the run all the same. */
function outcomeOf(test: JunitCase): JunitCase['outcome'] {
  if (test.attribute('status') === 'disabled') return 'skipped'
  const isMissing = test.outcome === 'skipped' && /^(?:Unable to find|Could not)/.test(test.message)
  return isMissing || test.attribute('status') === 'fail' ? 'failed' : test.outcome
}

/** Ids from the list at the end; what they printed from what follows their result, where they were asked to show it. */
function failuresIn(output: string): FailingTest[] {
  const printed = new Map(
    [
      ...output.matchAll(
        new RegExp(`${RESULT.source}\\n([\\s\\S]*?)(?=^ +Start +\\d+: |^\\d+% tests passed)`, 'gm'),
      ),
    ].map(([, name = '', , text = '']) => [name, text] as const),
  )
  return [...output.matchAll(/^The following tests FAILED:\n((?:\t.*\n)+)/gm)].flatMap(([, list = '']) =>
    [...list.matchAll(/^\t *\d+ - (.+?) \(([^()]*)\)(?: .*)?$/gm)].map(([, id = '', why = '']) => {
      const text = printed.get(id) ?? ''
      return { id, message: saidIn(text) ?? why, location: placeIn(text) }
    }),
  )
}

/** What went wrong is said last. */
function saidIn(printed: string): string | null {
  return shortMessage(printed.trim().split('\n').slice(-LINES_MAX).join('\n'))
}

const LINES_MAX = 6

function placeIn(printed: string): string | null {
  return (
    /(?:^|\s)([^\s:]+\.(?:c|cc|cpp|cxx|h|hpp|hh|f90|py|rs)[:(]\d+)/m.exec(printed)?.[1]?.replace('(', ':') ??
    null
  )
}

/** The compiler failed, and make with it: the tests were never started. */
function notBuilt(output: string): TestResult | null {
  if (!/^(?:\w*make(?:\[\d+\])?: \*\*\* |ninja: build stopped)/m.test(output)) return null
  const [, place = '', said = ''] = /^([^\s:]+:\d+):\d+: ((?:fatal )?error: .*)$/m.exec(output) ?? []
  if (place === '') return null
  return {
    counts: { passed: 0, failed: 1, skipped: 0 },
    failing: [
      { id: `${place.replace(/:\d+$/, '')} does not compile`, message: shortMessage(said), location: place },
    ],
  }
}
