import type { Evidence, FailingTest } from '#words/evidence.ts'
import type { TestResult } from './frameworks/contract.ts'

/**
 * Of what failed, what is no test: a file that could not be collected, a package that does not compile. Where a framework names the
 * tests that ran, whatever else failed is such a thing; else what it says of itself tells.
 */
export function findUnloaded({ failing, ran }: Pick<TestResult, 'failing' | 'ran'>): string[] {
  const tests = ran === undefined ? null : new Set(ran)
  return failing.flatMap(({ id, message }) => {
    if (message === null || OF_ANOTHER_KIND.test(`${id}\n${message}`)) return []
    const isUnloaded = tests === null ? LOADING.test(message) : !tests.has(id)
    return isUnloaded ? [id] : []
  })
}

/** Errors that nobody caught while tests ran, plans that were not kept, and files that were ended early. */
const OF_ANOTHER_KIND = /^unhandled: |^1\.\.\d+\n|ended without a test\.$/

const LOADING =
  /^(?:Error: )?(?:(?:\w+\.)*(?:Syntax|Import|ModuleNotFound|Load)Error\b|Cannot find (?:module|package)|cannot load such file|error(?:\[\w+\])?:)/

/** What could not be loaded, with the first line of why; null where all could. Nobody knows whether there are tests in it. */
export function sayUnloaded(evidence: Evidence): string | null {
  const { command, failing, unloaded = [] } = evidence
  const first = failing.find(({ id }) => unloaded.includes(id))
  if (first === undefined) return null
  const more = unloaded.length > 1 ? ` And ${unloaded.length - 1} more like it.` : ''
  return `Tests of \`${command}\` could not be loaded, compiled or set up. ${first.id}: ${whyOf(first, evidence)}${more}`
}

/** node:test says only that the file failed, and what is wrong with it stands above that. */
function whyOf({ message }: FailingTest, { tail }: Evidence): string {
  const said = message?.split('\n').find((line) => line.trim() !== '') ?? ''
  return (said === 'test failed' ? (/^\w*Error\b.*$/m.exec(tail)?.[0] ?? said) : said).trim()
}
