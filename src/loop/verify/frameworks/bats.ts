import { basename, dirname } from 'node:path'
import type { FailingTest } from '#words/evidence.ts'
import type { Framework, TestResult } from './contract.ts'
import { numberSame } from './number-same.ts'
import { readTap, type TapPoint } from './read-tap.ts'
import { shortMessage } from './short-message.ts'
import { tapResult } from './tap-result.ts'

/** Of its reports it is TAP that shows tests that died without a word: the others leave them out. */
export const bats: Framework = {
  name: 'bats',
  programs: [['bats']],
  isUsedIn: (folder) =>
    ['', 'test', 'tests'].some((path) => folder.names(path).some((name) => name.endsWith('.bats'))),
  report: {
    from: {
      kind: 'asked',
      words: (file) => ['--report-formatter', 'tap', '--output', dirname(file)],
      environment: (file) => ({ BATS_REPORT_FILENAME: basename(file) }),
    },
    read: readPoints,
  },
  scope: {
    words: ({ files }) => files,
    options: {
      valued:
        /^(?:-[fFjoc]|--(?:filter|filter-tags|formatter|report-formatter|jobs|output|setup-suite-file|gather-test-outputs-in))$/,
      flags:
        /^(?:-[rtpTx]+|--(?:recursive|tap|pretty|timing|trace|verbose-run|show-output-of-passing-tests|print-output-on-failure|no-.*))$/,
    },
  },
  parse: (output) => readPretty(output) ?? (isOwn(output) ? readPoints(output) : null),
}

/** Without a terminal it prints TAP, in which only failures and its own words tell that it is bats. */
function isOwn(output: string): boolean {
  return /^# \(.*in (?:test )?file .+, line \d+|^# bats warning: |^not ok \d+ bats-gather-tests/m.test(output)
}

function readPoints(text: string): TestResult | null {
  const tap = readTap(text)
  return tap === null ? null : tapResult({ tap, tellFailing })
}

function tellFailing({ path, details }: TapPoint): FailingTest {
  const told = details.replaceAll(/^(?!#).*\n?/gm, '').replaceAll(/^# ?/gm, '')
  return toFailing(path.join(' > '), told)
}

function toFailing(name: string, told: string): FailingTest {
  const [, file, line] = /in test file (.+?), line (\d+)/.exec(told) ?? []
  const message = shortMessage(told.replaceAll(/^bats warning: .*$/gm, ''))
  return file === undefined
    ? { id: name, message, location: null }
    : { id: `${file} > ${name}`, message, location: `${file}:${line}` }
}

/** As it prints to people: a mark and a name, what went wrong below it, and a sum at the end. */
function readPretty(output: string): TestResult | null {
  const sum = /^(\d+) tests?, (\d+) failures?(?:, (\d+) skipped)?(?:, (\d+) not run)?/m.exec(output)
  if (sum === null) return null
  const [total = 0, failed = 0, skipped = 0, idle = 0] = sum.slice(1).map((number) => Number(number ?? 0))
  const [, ...parts] = output.split(/^.*✗ (.+)$/m)
  const failing = parts.flatMap((name, place) => {
    if (place % 2 === 1) return []
    const told = /^\n?((?: {3}.*\n)*)/.exec(parts[place + 1] ?? '')?.[1] ?? ''
    return [toFailing(name, told)]
  })
  const isShort = idle > 0 && failed === 0
  return {
    counts: { passed: Math.max(0, total - failed - skipped - idle), failed: isShort ? 1 : failed, skipped },
    failing: numberSame(failing),
  }
}
