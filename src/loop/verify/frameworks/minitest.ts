import type { FailingTest } from '#words/evidence.ts'
import type { Framework, TestResult } from './contract.ts'
import { shortMessage } from './short-message.ts'
import { sumCounts } from './sum-counts.ts'
import { unfinished } from './unfinished.ts'
import { uniqueFailures } from './unique-failures.ts'

/** It writes nothing for machines. Rails prints the same, each failure where it happens. */
export const minitest: Framework = {
  name: 'minitest',
  programs: [['rake', 'test'], ['rails', 'test'], ['minitest'], ['ruby', '-Itest'], ['ruby', '-Ilib:test']],
  isUsedIn: (folder) =>
    folder.names('test').some((name) => /_test\.rb$|^test_.*\.rb$/.test(name)) ||
    /minitest/.test(folder.text('Gemfile')),
  report: null,
  parse: (output) => {
    const summaries = [...output.matchAll(SUMMARY)]
    if (summaries.length === 0) return began(output) ? unfinished('minitest') : notLoaded(output)
    return {
      counts: sumCounts(
        summaries.map(([, runs, failures, errors, skips]) => {
          const failed = Number(failures) + Number(errors)
          return { passed: Number(runs) - failed - Number(skips), failed, skipped: Number(skips) }
        }),
      ),
      failing: uniqueFailures([...output.matchAll(FAILURE)].map(toFailure)),
    }
  },
  // A program is told in one way, Rails in another, and Rake in a third.
  scope: null,
}

const SUMMARY = /^(\d+) (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors, (\d+) skips$/gm
const FAILURE =
  /^(?: +\d+\) )?(?:Failure|Error):\n(.+?#.+?)(?: \[(\S+:\d+)\])?:\n([\s\S]*?)(?=^ +\d+\) |^\d+ (?:runs|tests), |^(?:bin\/)?rails test |^\n)/gm

function began(output: string): boolean {
  return /^Run options: .*--seed \d+/m.test(output) && /^# Running:$/m.test(output)
}

function toFailure([, id = '', place, said = '']: RegExpMatchArray): FailingTest {
  const lines = said.split('\n')
  const frames = lines.flatMap((line) => /^ {4}(\S+?:\d+)(?::in .*)?$/.exec(line)?.[1] ?? [])
  return {
    id,
    message: shortMessage(lines.filter((line) => !/^ {4}\S+?:\d+(?::in .*)?$/.test(line)).join('\n')),
    location: place ?? frames.findLast((frame) => !/\/gems\/|\/lib\/ruby\//.test(frame)) ?? null,
  }
}

/** The tests could not even be read: Ruby itself says so, and nothing else is printed. */
function notLoaded(output: string): TestResult | null {
  const [, syntaxAt, syntax] = /^(\S*test\S*\.rb:\d+): (syntax errors?.*)$/im.exec(output) ?? []
  const [, error] = /: (.*) \((?:LoadError|NameError|NoMethodError|ArgumentError)\)$/m.exec(output) ?? []
  const [, from] = /^[ \t]*(?:from )?(\S*test\S*\.rb:\d+):in [`']/m.exec(output) ?? []
  const place = syntaxAt ?? (error === undefined ? undefined : from)
  if (place === undefined) return null
  return {
    counts: { passed: 0, failed: 1, skipped: 0 },
    failing: [
      { id: place.replace(/:\d+$/, ''), message: shortMessage(syntax ?? error ?? ''), location: place },
    ],
  }
}
