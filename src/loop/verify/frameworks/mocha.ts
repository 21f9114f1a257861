import type { FailingTest } from '#words/evidence.ts'
import type { Framework, TestResult } from './contract.ts'
import { dependsOn } from './depends-on.ts'
import { frameIn } from './frame-in.ts'
import { numberSame } from './number-same.ts'
import { shortMessage } from './short-message.ts'
import { NOTHING_RAN } from './sum-counts.ts'

/**
 * Mocha has one reporter at a time: one that writes for machines would leave the terminal empty, and a run that is cut off
 * without a word. All but the exotic ones end in the same summary, with everything that is to be known.
 */
export const mocha: Framework = {
  name: 'mocha',
  programs: [['mocha']],
  isUsedIn: (folder) => dependsOn(folder, 'mocha'),
  report: null,
  scope: (file) => [file],
  end: /^ {2}\d+ passing \(.+\)$|^Error: No test files found/gm,
  parse,
}

function parse(output: string): TestResult | null {
  const broken = brokenRun(output)
  if (broken !== null) return { counts: { passed: 0, failed: 1, skipped: 0 }, failing: [broken] }
  const passed = sumOf(output, /^ {2}(\d+) passing \(.+\)$/gm)
  if (passed === null) return /^Error: No test files found/m.test(output) ? NOTHING_RAN : null
  const failed = sumOf(output, /^ {2}(\d+) failing$/gm) ?? 0
  const counts = { passed, failed, skipped: sumOf(output, /^ {2}(\d+) pending$/gm) ?? 0 }
  if (failed > 0) return { counts, failing: numberSame(failuresIn(output)) }
  // A good summary ends in an empty line. Without it, what failed may come after the cut, or was named before it.
  const isWhole = /^ {2}\d+ (?:passing \(.+\)|pending)\n\s*\n/m.test(output)
  return isWhole && !/^ +\d+\) \S/m.test(output) ? { counts, failing: [] } : null
}

function sumOf(output: string, pattern: RegExp): number | null {
  const found = [...output.matchAll(pattern)]
  return found.length === 0 ? null : found.reduce((sum, [, number]) => sum + Number(number), 0)
}

/** A file that cannot be loaded, after which nothing is run. */
function brokenRun(output: string): FailingTest | null {
  const said = /^ *Exception during run: ([\s\S]*)/m.exec(output)?.[1]
  if (said === undefined) return null
  const location = frameIn(said)
  return {
    id: location?.replace(/:\d+$/, '') ?? 'Exception during run',
    message: shortMessage(said),
    location,
  }
}

/** As the summary tells them: titles one below the other, the last with a colon, and what went wrong. */
function failuresIn(output: string): FailingTest[] {
  return [...output.matchAll(FAILURE)].map(([, titles = '', said = '']) => ({
    id: titles
      .split('\n')
      .map((title) => title.trim())
      .join(' > '),
    message: shortMessage(said),
    location: frameIn(said),
  }))
}

const FAILURE = /^ {2}\d+\) (.+(?:\n {7,}\S.*)*?):\n([\s\S]*?)(?=^ {2}\d+\) |^ {2}\d+ passing|(?![\s\S]))/gm
