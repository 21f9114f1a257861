import { escapePattern } from '#kit/escape-pattern.ts'
import type { FailingTest } from '#words/evidence.ts'
import { borrowFromParts } from './borrow-from-parts.ts'
import type { Framework } from './contract.ts'
import { goMessage, locateInGo } from './locate-in-go.ts'
import { goEventsIn, goEventsToText, readGoEvents } from './read-go-events.ts'
import { uniqueFailures } from './unique-failures.ts'

/**
 * Go names tests that pass only when it is asked to (`-v`, `-json`). Else a package that passed counts as one, and so does
 * one that failed without a test to name.
 */
export const goTest: Framework = {
  name: 'go test',
  programs: [['go', 'test']],
  isUsedIn: (folder) => folder.has('go.mod') || folder.has('go.work'),
  report: {
    from: { kind: 'printed', words: ['-json'], toText: goEventsToText },
    read: readGoEvents,
  },
  parse: (output) => {
    if (goEventsIn(output).length > 0) return readGoEvents(output)
    const packages = packagesIn(output)
    if (packages.length === 0) return null
    const tests = packages.flatMap((one) => one.tests)
    const named = (outcome: Test['outcome']) => tests.filter((test) => test.outcome === outcome).length
    const broken = packages.filter(
      ({ sign, tests }) => sign === 'FAIL' && !tests.some(({ outcome }) => outcome === 'FAIL'),
    )
    const silent = packages.filter(
      ({ sign, rest, tests }) => sign === 'ok' && tests.length === 0 && !rest.includes('[no tests to run]'),
    )
    return {
      counts: {
        passed: named('PASS') + silent.length,
        failed: named('FAIL') + broken.length,
        skipped: named('SKIP'),
      },
      failing: borrowFromParts(
        uniqueFailures([
          ...packages.flatMap((one) =>
            one.tests.filter(({ outcome }) => outcome === 'FAIL').map((test) => toFailure(one, test)),
          ),
          ...broken.map((one) => brokenPackage(one, output)),
        ]),
      ),
    }
  },
  scope: null,
}

type Test = { readonly name: string; readonly outcome: 'PASS' | 'FAIL' | 'SKIP'; readonly said: string }

type Package = {
  readonly path: string
  readonly sign: 'ok' | 'FAIL'
  /** What stands behind its name. */
  readonly rest: string
  readonly tests: readonly Test[]
  /** What it printed, all in all. */
  readonly text: string
}

/** A package prints its tests first, and its own name last. */
function packagesIn(output: string): Package[] {
  const packages: Package[] = []
  let from = 0
  for (const line of output.matchAll(/^(ok {2}|FAIL|\? {3})\t(\S+)[\t ]?(.*)\n/gm)) {
    const [whole, sign = '', path = '', rest = ''] = line
    const text = output.slice(from, line.index)
    from = line.index + whole.length
    // `?` has no test files.
    if (sign.startsWith('?')) packages.push({ path, sign: 'ok', rest: '[no tests to run]', tests: [], text })
    else packages.push({ path, sign: sign === 'FAIL' ? 'FAIL' : 'ok', rest, tests: testsIn(text), text })
  }
  return packages
}

/** With `-v` what a test says comes before its outcome, else after. */
function testsIn(text: string): Test[] {
  const outcomes = new Map<string, Test['outcome']>()
  const said = new Map<string, string[]>()
  let current = ''
  for (const line of text.split('\n')) {
    const [, begun] = /^=== (?:RUN|CONT|NAME)\s+(.*)$/.exec(line) ?? []
    const [, outcome, ended] = /^\s*--- (PASS|FAIL|SKIP): (.*?) \([\d.]+s\)$/.exec(line) ?? []
    // The time was up: these were running.
    const [, running] = /^\t\t(Test\S*) \([\d.hms]+\)$/.exec(line) ?? []
    if (running !== undefined) outcomes.set(running, 'FAIL')
    if (ended !== undefined) outcomes.set(ended, outcome as Test['outcome'])
    if (begun !== undefined || ended !== undefined) current = begun ?? ended ?? ''
    else if (!/^(?:===|PASS$|FAIL$)/.test(line)) said.set(current, [...(said.get(current) ?? []), line])
  }
  return [...outcomes].map(([name, outcome]) => ({ name, outcome, said: (said.get(name) ?? []).join('\n') }))
}

function toFailure({ path }: Package, { name, said }: Test): FailingTest {
  return { id: `${path}.${name}`, message: goMessage(said), location: locateInGo(said, path) }
}

/** It does not compile, or ended before it came to a test. What the compiler said stands under the name of the package. */
function brokenPackage({ path, text }: Package, output: string): FailingTest {
  const [, compiler] =
    new RegExp(`^# ${escapePattern(path)}(?: \\[.*\\])?\\n((?:(?!# \\w|FAIL\\t|ok  \\t).*\\n)*)`, 'm').exec(
      output,
    ) ?? []
  const said = compiler?.replace(/^# \[.*\]\n/, '') ?? text
  return { id: path, message: goMessage(said), location: locateInGo(said, path) }
}
