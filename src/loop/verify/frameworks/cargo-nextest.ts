import type { FailingTest } from '#words/evidence.ts'
import { cargoTest } from './cargo-test.ts'
import type { Framework } from './contract.ts'
import { readJunit } from './read-junit.ts'
import { shortMessage } from './short-message.ts'
import { unfinished } from './unfinished.ts'
import { uniqueFailures } from './unique-failures.ts'

/** It leaves a report where the project's own settings ask for one (`[profile.default.junit]`). */
export const cargoNextest: Framework = {
  name: 'cargo nextest',
  programs: [
    ['cargo', 'nextest', 'run'],
    ['cargo', 'nextest', 'r'],
    ['cargo-nextest', 'nextest', 'run'],
  ],
  isUsedIn: (folder) => folder.has('.config/nextest.toml') || folder.has('nextest.toml'),
  report: {
    from: { kind: 'left', globs: ['**/target/nextest/*/*.xml'] },
    read: (text, output) => {
      const result = readJunit(text, {
        id: (test) => `${test.attribute('classname')} ${test.name}`,
        message: (test) => saidIn(`${test.trace}\n${test.printed}`),
        location: (test) => locationIn(`${test.trace}\n${test.printed}`),
      })
      // What was left out does not stand in the report.
      const skipped = skippedIn(output)
      return result === null ? null : { ...result, counts: { ...result.counts, skipped } }
    },
  },
  toTheEnd: (given) =>
    given.some((word) => /^--(?:no-fail-fast|fail-fast|max-fail)/.test(word)) ? [] : ['--no-fail-fast'],
  parse: (output) => {
    const summary = [...output.matchAll(SUMMARY)].at(-1)
    if (summary === undefined) {
      if (/^error: no tests to run$/m.test(output)) return { counts: count('', 0), failing: [] }
      if (/^ +Starting \d+ tests? across/m.test(output)) return unfinished('cargo nextest')
      // What does not compile, cargo says in the same way.
      return /^error: command `.*cargo test --no-run .*` exited with code/m.test(output)
        ? cargoTest.parse(output)
        : null
    }
    const [, planned = '', run, text = ''] = summary
    // It was told to stop at the first failure, or was interrupted: what it did not come to did not pass.
    const missing = planned === '' ? 0 : Number(run) - Number(planned.slice(0, -1))
    const counts = count(text, missing)
    const ran = [...new Set([...output.matchAll(RAN)].map(([, id = '']) => id))]
    const isWhole = ran.length === counts.passed + counts.failed
    return { counts, failing: failuresIn(output), ...(isWhole ? { ran } : {}) }
  },
  scope: null,
}

const SUMMARY = /^ +Summary \[ *[\d.]+s\] (\d+\/)?(\d+) tests? run: (.*\d+ skipped)$/gm

function count(text: string, missing: number): { passed: number; failed: number; skipped: number } {
  const of = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(text)?.[1] ?? 0)
  return {
    passed: of('passed'),
    failed: of('failed') + of('timed out') + of('exec failed'),
    skipped: of('skipped') + missing,
  }
}

function skippedIn(output: string): number {
  const [, , , text = ''] = [...output.matchAll(SUMMARY)].at(-1) ?? []
  return count(text, 0).skipped
}

function failuresIn(output: string): FailingTest[] {
  const parts = output.split(PART)
  return uniqueFailures(
    [...output.matchAll(OUTCOME)].slice(0, FAILURES_MAX).map(([, id = '']) => {
      const printed = printedBy(id, parts)
      return { id, message: saidIn(printed), location: locationIn(printed) }
    }),
  )
}

const FAILURES_MAX = 500

const RAN =
  /^ +(?:TRY \d+ )?(?:PASS|LEAK|SLOW|FAIL|TIMEOUT|TMT|ABORT|SIG[A-Z0-9]+)(?: \+ LEAK)? \[ *[\d.]+s\](?: +\( *\d+\/\d+\))? +(\S+ .+)$/gm

/** `FAIL [   0.004s] (1/3) calc tests::subtracts`; a test that died has the signal, one that was tried again its number. */
const OUTCOME =
  /^ +(?:TRY \d+ )?(?:FAIL|TIMEOUT|TMT|ABORT|SIG[A-Z0-9]+|XFAIL)(?: \+ LEAK)? \[ *[>\d.]+s\](?: +\( *\d+\/\d+\))? +(\S+ .+)$/gm

/** Older versions name the test above what it printed, newer ones print it below its outcome. */
function printedBy(id: string, parts: readonly string[]): string {
  return parts
    .filter((part) => {
      const head = part.slice(0, part.indexOf('\n'))
      return head.includes(` ${id} --`) || head.endsWith(` ${id}`)
    })
    .map((part) => part.slice(part.indexOf('\n') + 1))
    .join('\n')
}

const PART = /^(?=-+ STD(?:OUT|ERR): | {4,}[A-Z][A-Z0-9 ]* \[)/m

function saidIn(printed: string): string | null {
  const [, panic] =
    /panicked at [^\n]*\n([\s\S]*?)(?=^\s*(?:stack backtrace:|note: )|(?![\s\S]))/m.exec(printed) ?? []
  const [plain] = /^\s*(?:Error: .*|note: test did not panic.*)$/m.exec(printed) ?? []
  return shortMessage(panic ?? plain ?? '')
}

function locationIn(printed: string): string | null {
  return (
    /(?:panicked at (?:'.*', )?|did not panic as expected at )([^\s:]+:\d+):\d+/.exec(printed)?.[1] ?? null
  )
}
