import type { FailingTest } from '#words/evidence.ts'
import type { Framework, TestResult } from './contract.ts'
import { numberNames } from './number-same.ts'
import { readCargoEvents } from './read-cargo-events.ts'
import { shortMessage } from './short-message.ts'
import { sumCounts } from './sum-counts.ts'
import { uniqueFailures } from './unique-failures.ts'

/** The harness of Rust's stable releases writes nothing for machines. */
export const cargoTest: Framework = {
  name: 'cargo test',
  programs: [
    ['cargo', 'test'],
    ['cargo', 't'],
  ],
  isUsedIn: (folder) => folder.has('Cargo.toml'),
  report: null,
  toTheEnd: (given) => (given.includes('--no-fail-fast') ? [] : ['--no-fail-fast']),
  parse: (output) => {
    const targets = targetsIn(output)
    const broken = compilerErrorsIn(output)
    if (targets.length === 0 && broken.length === 0) return readCargoEvents(output)
    const results = [...output.matchAll(RESULT)].map(countsOf)
    const counts = sumCounts(results)
    // The beginning is gone, and with it who knows how many tests.
    if (results.length > targets.length && counts.failed === 0) return null
    const ran = targets.flatMap((target) => target.ran)
    const unfinished = targets.filter(({ isFinished }) => !isFinished)
    return {
      // Where tests print what they please, lines are not where they were.
      ...(ran.length === counts.passed + counts.failed ? { ran: numberNames(ran) } : {}),
      counts: { ...counts, failed: counts.failed + unfinished.length + broken.length },
      failing: uniqueFailures([
        ...broken,
        ...targets.flatMap(({ failing }) => failing),
        ...unfinished.map(({ name }) => ({
          id: `${name || 'a target'} did not finish`,
          message: shortMessage(/\((signal: .*|exit status: .*)\)$/m.exec(output)?.[1] ?? ''),
          location: null,
        })),
      ]),
    }
  },
  scope: null,
}

/** The line of an example is no part of its name, and neither is that it has to panic. */
const RAN = /^test (.+?)(?: \(line \d+\))?(?: - (?:should panic|compile(?: fail)?))? \.\.\. (?:ok|FAILED)$/gm
const RESULT = /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm

type Target = {
  readonly name: string
  /** Whether it came to its counts. */
  readonly isFinished: boolean
  readonly failing: readonly FailingTest[]
  readonly ran: readonly string[]
}

/**
 * What each test program printed. Their names are printed by cargo, and arrive through another pipe, earlier or later: the
 * first name is that of the first program.
 */
function targetsIn(output: string): Target[] {
  const blocks = output
    .split(/^(?=running \d+ tests?$)/m)
    .filter((text) => /^running \d+ tests?\n/.test(text))
  const names = [...output.matchAll(NAME)].map(([, program, documented]) =>
    documented === undefined ? (program ?? '') : `${documented} (documentation)`,
  )
  return blocks.map((text, at) => {
    const name = names.length === blocks.length ? (names[at] ?? '') : ''
    return {
      name,
      isFinished: /^test result: /m.test(text),
      failing: failuresIn(text).map((failure) => ({ ...failure, id: `${name} ${failure.id}`.trim() })),
      ran: [...text.matchAll(RAN)].map(([, test = '']) => `${name} ${test}`.trim()),
    }
  })
}

const NAME = /^ +(?:Running .*\(.*?([^\\/]+?)-[0-9a-f]{16}(?:\.exe)?\)|Doc-tests (\S+))$/gm

function countsOf([, passed, failed, skipped]: RegExpMatchArray): TestResult['counts'] {
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) }
}

function failuresIn(text: string): FailingTest[] {
  const said = new Map([...text.matchAll(SECTION)].map(([, name = '', part = '']) => [name, part] as const))
  const [list = ''] = /^failures:\n(?: {4}\S.*\n)+/m.exec(text) ?? []
  return [...list.matchAll(/^ {4}(.+)$/gm)].map(([, name = '']) => toFailure(name, said.get(name) ?? ''))
}

const SECTION =
  /^---- (.+) std(?:out|err) ----\n([\s\S]*?)(?=^---- .+ std(?:out|err) ----$|^failures:$|(?![\s\S]))/gm

function toFailure(name: string, said: string): FailingTest {
  const [, file, line, text] =
    /panicked at (?:'.*', )?([^\s:]+):(\d+):\d+:?\n([\s\S]*?)(?=^(?:stack backtrace:|note: )|(?![\s\S]))/m.exec(
      said,
    ) ?? []
  const [, elsewhere] = /did not panic as expected at ([^\s:]+:\d+)/.exec(said) ?? []
  // The line of an example is no part of its name: it moves with every edit.
  const [, example, path, at] = /^((\S+) - .*) \(line (\d+)\)$/.exec(name) ?? []
  return {
    id: example ?? name,
    message: shortMessage(text?.trim() || said.replace(/^note: run with .*$/gm, '')),
    location:
      file !== undefined ? `${file}:${line}` : (elsewhere ?? (path === undefined ? null : `${path}:${at}`)),
  }
}

/** What does not compile cannot be tested, and that is no lack of tests. */
function compilerErrorsIn(output: string): FailingTest[] {
  const [first = '', file, line] =
    /^error(?:\[E\d+\])?: .*\n(?:\s*-->\s*(\S+?):(\d+):\d+)?/m.exec(output) ?? []
  return [...output.matchAll(/^error: could not compile `(\S+)`(?: \((.+?)\))? due to/gm)].map(
    ([, name = '', target]) => ({
      id: `${name}${target === undefined ? '' : ` (${target})`} does not compile`,
      message: shortMessage(first.split('\n')[0] ?? ''),
      location: file === undefined ? null : `${file}:${line}`,
    }),
  )
}
