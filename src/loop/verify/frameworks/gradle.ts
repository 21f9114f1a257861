import type { FailingTest } from '#words/evidence.ts'
import type { Framework } from './contract.ts'
import { locateInJava } from './locate-in-java.ts'
import { readJunit } from './read-junit.ts'
import { shortMessage } from './short-message.ts'
import { NOTHING_RAN, sumCounts } from './sum-counts.ts'
import { uniqueFailures } from './unique-failures.ts'

/** It names tests that fail, and others only where the build asks for that. How many passed stands in its reports. */
export const gradle: Framework = {
  name: 'JUnit (Gradle)',
  programs: [['gradle']],
  isUsedIn: (folder) => ['build.gradle', 'build.gradle.kts'].some((name) => folder.has(name)),
  report: {
    from: { kind: 'left', globs: ['**/build/test-results/**/TEST-*.xml'] },
    read: (text) =>
      readJunit(text, {
        message: (test) => messageOf(test.message || test.trace),
        location: (test) => locateInJava(test.trace, test.attribute('classname')),
      }),
  },
  toTheEnd: (given) => (given.includes('--continue') ? [] : ['--continue']),
  parse: (output) => {
    const failing = failuresIn(output)
    const broken = failing.length > 0 ? [] : brokenTasks(output)
    const completed = [
      ...output.matchAll(/^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?$/gm),
    ]
    const told = (word: string) => [...output.matchAll(new RegExp(`^\\S.* > .+ ${word}$`, 'gm'))].length
    if (completed.length === 0 && failing.length + broken.length + told('PASSED') + told('SKIPPED') === 0)
      return NO_TESTS.test(output) && !RAN.test(output) ? NOTHING_RAN : null
    const counts = sumCounts(
      completed.map(([, all, failed = '0', skipped = '0']) => ({
        passed: Number(all) - Number(failed) - Number(skipped),
        failed: Number(failed),
        skipped: Number(skipped),
      })),
    )
    return {
      counts: {
        passed: Math.max(counts.passed, told('PASSED')),
        failed: Math.max(counts.failed, failing.length) + broken.length,
        skipped: Math.max(counts.skipped, told('SKIPPED')),
      },
      failing: uniqueFailures([...failing, ...broken]),
    }
  },
  scope: null,
}

const NO_TESTS = /^(?:> Task )?:\S*[tT]est NO-SOURCE$/m
const RAN = /^(?:> Task )?:\S*[tT]est(?: UP-TO-DATE| FROM-CACHE)?$/m

/** `org.example.CalcTest > subtracts FAILED`, and below it where. */
function failuresIn(output: string): FailingTest[] {
  return [...output.matchAll(/^(\S.* > .+) FAILED\n((?: {4,}.*\n)*)/gm)].map(([, name = '', said = '']) => {
    const [, own, line] = / at (\S+\.\w+):(\d+)$/m.exec(said) ?? []
    return {
      id: name.split(' > ').join('.'),
      message: messageOf(said.replace(/ at \S+:\d+$/m, '')),
      location:
        locateInJava(said, name.split(' > ')[0] ?? '') ??
        (own === undefined ? null : `${folderOf(name)}${own}:${line}`),
    }
  })
}

/** That of the package, where the class is named with it. */
function folderOf(name: string): string {
  const [path = ''] = name.split(' > ')
  return /^[\w.]+$/.test(path) && path.includes('.') ? path.replace(/[^.]+$/, '').replaceAll('.', '/') : ''
}

function messageOf(text: string): string | null {
  const [said = ''] = text.split(/^\s+at /m)
  return shortMessage(said.trim().replace(/^[\w.$]+(?:Error|Exception|Failure): +(?=\S)/, ''))
}

/** Tasks that failed, the compiler's first of all. */
function brokenTasks(output: string): FailingTest[] {
  const [, file, line, said] =
    /(?:^|:\w+)(\/\S+|[A-Z]:\\\S+|e: (?:file:\/\/)?\S+?):(\d+):(?:\d+:?)? (?:error: )?(.*)$/m.exec(output) ??
    []
  return [...output.matchAll(/^Execution failed for task '(.+)'\.\n> (.*)$/gm)].map(
    ([, task = '', why = '']) => {
      const isCompiler = /compile/i.test(task) && file !== undefined
      return {
        id: `${task} failed`,
        message: shortMessage(isCompiler ? (said ?? why) : why),
        location: isCompiler ? `${file.replace(/^e: (?:file:\/\/)?/, '')}:${line}` : null,
      }
    },
  )
}
