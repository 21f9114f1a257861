import type { FailingTest } from '#words/evidence.ts'
import type { Framework } from './contract.ts'
import { locateInJava } from './locate-in-java.ts'
import { readJunit } from './read-junit.ts'
import { shortMessage } from './short-message.ts'
import { NOTHING_RAN, sumCounts } from './sum-counts.ts'
import { unfinished } from './unfinished.ts'
import { uniqueFailures } from './unique-failures.ts'

/** JUnit, TestNG and whatever else Surefire and Failsafe run. */
export const maven: Framework = {
  name: 'JUnit (Maven)',
  programs: [['mvn'], ['mvnd']],
  isUsedIn: (folder) => folder.has('pom.xml'),
  report: {
    from: {
      kind: 'left',
      globs: ['**/target/surefire-reports/TEST-*.xml', '**/target/failsafe-reports/TEST-*.xml'],
    },
    read: (text) =>
      readJunit(text, { location: (test) => locateInJava(test.trace, test.attribute('classname')) }),
  },
  toTheEnd: (given) => (given.some((word) => /^(?:-f(?:ae|f|n)|--fail-)/.test(word)) ? [] : ['-fae']),
  parse: (output) => {
    const summaries = [...output.matchAll(SUMMARY)]
    const broken = brokenBuild(output)
    const begun = [...output.matchAll(/^\[INFO\] +T E S T S$/gm)].length
    if (summaries.length === 0 && broken.length === 0) {
      if (begun > 0) return unfinished('maven')
      return /^\[INFO\] (?:No tests to run\.|Tests are skipped\.)/m.test(output) ? NOTHING_RAN : null
    }
    const counts = sumCounts(
      summaries.map(([, run, failures, errors, skipped]) => {
        const failed = Number(failures) + Number(errors)
        return { passed: Number(run) - failed - Number(skipped), failed, skipped: Number(skipped) }
      }),
    )
    const failing = [...failuresIn(output), ...broken]
    // A module that began its tests and never counted them.
    const cut = begun > summaries.length && failing.length === 0 ? unfinished('maven').failing : []
    return {
      counts: { ...counts, failed: counts.failed + broken.length + cut.length },
      failing: uniqueFailures([...failing, ...cut]),
    }
  },
  scope: null,
}

const SUMMARY =
  /^\[\w+\] Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(?:, Flakes: \d+)?\n/gm

function failuresIn(output: string): FailingTest[] {
  return [...output.matchAll(FAILURE)].map(([, name = '', said = '']) => {
    const id = name.replace(/^(.+)\(([\w.$]+)\)$/, '$2.$1')
    const [className = ''] = /^(?:[\p{Ll}\w]+\.)*\p{Lu}[^.(]*/u.exec(id) ?? []
    return { id, message: messageOf(said), location: locateInJava(said, className) }
  })
}

/** Between the name and the time are two dashes, or two blanks in older versions. */
const FAILURE =
  /^\[ERROR\] (?!Tests run)(\S.*?)(?: --| {1,2}) ?Time elapsed: [\d.]+ s(?:ec)? *<<< (?:FAILURE|ERROR)!.*\n([\s\S]*?)(?=^\n|^\[(?:INFO|ERROR|WARNING)\])/gm

/** Without the frames, and without the name of the exception where a message stands behind it. */
function messageOf(trace: string): string | null {
  const [said = ''] = trace.split(/^\s+at /m)
  return shortMessage(said.replace(/^[\w.$]+(?:Error|Exception|Failure): +(?=\S)/, ''))
}

/** What does not compile, and a program of tests that ended by itself. */
function brokenBuild(output: string): FailingTest[] {
  const [, compiler = ''] =
    /^\[ERROR\] COMPILATION ERROR : *\n([\s\S]*?)(?=^\[INFO\] \d+ errors?|^\[INFO\] BUILD)/m.exec(output) ??
    []
  const [, file, line, said = ''] = /^\[ERROR\] (\S+?):\[(\d+),\d+\] (.*(?:\n {2}.*)*)/m.exec(compiler) ?? []
  if (file !== undefined)
    return [{ id: `${file} does not compile`, message: shortMessage(said), location: `${file}:${line}` }]
  if (/^\[ERROR\] Tests run: .*(?:Failures: [1-9]|Errors: [1-9])/m.test(output)) return []
  const [, goal] = /^\[ERROR\] Failed to execute goal (\S+)/m.exec(output) ?? []
  if (goal === undefined) return []
  const crashed = [
    ...new Set(
      [...output.matchAll(/^\[ERROR\] Crashed tests:\n\[ERROR\] (\S+)/gm)].map(([, name = '']) => name),
    ),
  ]
  const [, why = ''] = /^\[ERROR\] (The forked VM terminated.*)$/m.exec(output) ?? []
  const [, told = ''] = /^\[ERROR\] Failed to execute goal .*?: (.*)$/m.exec(output) ?? []
  return (crashed.length > 0 ? crashed : [goal]).map((id) => ({
    id: `${id} did not finish`,
    message: shortMessage(why || told),
    location: null,
  }))
}
