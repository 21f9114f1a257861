import type { FailingTest } from '#words/evidence.ts'
import type { Framework } from './contract.ts'
import { shortMessage } from './short-message.ts'
import { sumCounts } from './sum-counts.ts'
import { uniqueFailures } from './unique-failures.ts'

/** Python's own. It writes nothing for machines. Django's runner prints the same. */
export const unittest: Framework = {
  name: 'unittest',
  programs: [
    ['python', '-m', 'unittest'],
    ['python', 'manage.py', 'test'],
    ['manage.py', 'test'],
    ['django-admin', 'test'],
  ],
  isUsedIn: (folder) =>
    folder.has('manage.py') ||
    ['', 'tests', 'test'].some((below) =>
      folder
        .names(below)
        .filter((name) => /^test.*\.py$/.test(name))
        .slice(0, FILES_MAX)
        .some((name) =>
          /^\s*(?:import|from) unittest\b/m.test(folder.text(below === '' ? name : `${below}/${name}`)),
        ),
    ),
  report: null,
  parse: (output) => {
    const summaries = [...output.matchAll(SUMMARY)]
    if (summaries.length === 0) return null
    const blocks = [...output.matchAll(BLOCK)].map(toFailure)
    const unexpected = [...output.matchAll(UNEXPECTED)].map(([, method = '', path = '']) => ({
      id: idOf(method, path),
      message: 'unexpected success',
      location: null,
    }))
    const counts = sumCounts(
      summaries.map(([, ran, , text = '']) => ({
        passed: Number(ran),
        failed: count(text, 'failures') + count(text, 'errors') + count(text, 'unexpected successes'),
        skipped: count(text, 'skipped') + count(text, 'expected failures'),
      })),
    )
    // The parts of a test fail each for itself, and the set-up of a class or module is no test that ran.
    const failedTests = new Set(blocks.filter(({ isTest }) => isTest).map(({ test }) => test)).size
    const passed = counts.passed - counts.skipped - (failedTests + unexpected.length || counts.failed)
    return {
      counts: { ...counts, passed: Math.max(0, passed) },
      failing: uniqueFailures([...blocks.map(({ failure }) => failure), ...unexpected]),
    }
  },
  scope: null,
}

const FILES_MAX = 20
const SUMMARY = /^Ran (\d+) tests? in [\d.]+s\n\n(OK|FAILED|NO TESTS RAN)(?: \((.*)\))?\n/gm
const BLOCK =
  /^={70}\n(?:FAIL|ERROR): (\S+) \((\S+)\)(.*)\n(?:(?!-{70}).*\n)?-{70}\n([\s\S]*?)(?=^={70}$|^-{70}$)/gm
const UNEXPECTED = /^UNEXPECTED SUCCESS: (\S+) \((\S+)\)/gm

type Block = {
  readonly test: string
  readonly isTest: boolean
  readonly failure: FailingTest
}

function toFailure([, method = '', path = '', part = '', trace = '']: RegExpMatchArray): Block {
  const test = idOf(method, path)
  return {
    test,
    isTest: !/^(setUp|tearDown)(Class|Module)$/.test(method),
    failure: { id: `${test}${part.trimEnd()}`, message: messageOf(trace), location: locationIn(trace) },
  }
}

/** Since Python 3.11 the path ends in the method, before that in the class. */
function idOf(method: string, path: string): string {
  const whole = path === method || path.endsWith(`.${method}`) ? path : `${path}.${method}`
  return whole.replace(/^unittest\.loader\._FailedTest\./, '')
}

/** What follows the last frame. */
function messageOf(trace: string): string | null {
  const lines = trace.trimEnd().split('\n')
  const frame = lines.findLastIndex((line) => /^ {2}File ".*", line \d+/.test(line))
  const said = lines.findIndex((line, at) => at > frame && /^\S/.test(line))
  return shortMessage(lines.slice(Math.max(0, said)).join('\n'))
}

/** The outermost frame that is not in somebody else's code: that of the test itself. */
function locationIn(trace: string): string | null {
  const frames = [...trace.matchAll(/^ {2}File "(.+)", line (\d+)/gm)].filter(
    ([, file = '']) => !/site-packages|dist-packages|\/lib\/python|^</.test(file),
  )
  const [, file, line] = frames[0] ?? []
  return file === undefined ? null : `${file}:${line}`
}

function count(text: string, word: string): number {
  return Number(new RegExp(`(?:^|, )${word}=(\\d+)`).exec(text)?.[1] ?? 0)
}
